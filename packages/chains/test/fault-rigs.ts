/** The kinds of chains on which the payer dies, each with its node and its scenarios. */
import { Anvil, type Token } from './anvil.ts';
import type { Kill } from './crashes.ts';
import { Litecoin } from './litecoin.ts';
import { runScenario, type Findings } from './payment-run.ts';
import { SCENARIOS } from './payment-scenarios.ts';
import { TronGateway } from './tron-gateway.ts';
import { runTronScenario, TRON_SCENARIOS } from './tron-scenarios.ts';
import { runUtxoScenario, UTXO_SCENARIOS } from './utxo-scenarios.ts';

export interface FaultRig {
  readonly chain: string;
  readonly scenarios: readonly string[];
  run(scenario: string, kills: readonly Kill[]): Promise<Findings>;
  /** Ends its node; the next run starts another one. */
  stop(): Promise<void>;
}

/** Their nodes start when they are needed. */
export const faultRigs = (): readonly FaultRig[] => [new EvmRig(), new UtxoRig(), new TronRig()];

class EvmRig implements FaultRig {
  readonly chain = 'evm';
  readonly scenarios = SCENARIOS.map(({ name }) => name);
  #on: { readonly node: Anvil; readonly token: Token } | null = null;

  async run(name: string, kills: readonly Kill[]): Promise<Findings> {
    const scenario = SCENARIOS.find((one) => one.name === name)!;
    if (this.#on === null) {
      const node = await Anvil.start();
      this.#on = { node, token: await node.deployToken() };
    }
    return runScenario(scenario, this.#on, kills);
  }

  async stop(): Promise<void> {
    await this.#on?.node.stop();
    this.#on = null;
  }
}

/** More than a run makes. */
const BLOCKS_PER_RUN = 60;

class UtxoRig implements FaultRig {
  readonly chain = 'utxo';
  readonly scenarios = UTXO_SCENARIOS.map(({ name }) => name);
  #node: Litecoin | null = null;

  async run(name: string, kills: readonly Kill[]): Promise<Findings> {
    const scenario = UTXO_SCENARIOS.find((one) => one.name === name)!;
    if (this.#node?.endsWithin(BLOCKS_PER_RUN) === true) await this.stop();
    this.#node ??= await Litecoin.start();
    return runUtxoScenario(scenario, this.#node, kills);
  }

  async stop(): Promise<void> {
    await this.#node?.stop();
    this.#node = null;
  }
}

class TronRig implements FaultRig {
  readonly chain = 'tron';
  readonly scenarios = TRON_SCENARIOS.map(({ name }) => name);
  #on: { readonly node: Anvil; readonly token: Token; readonly gateway: TronGateway } | null = null;

  async run(name: string, kills: readonly Kill[]): Promise<Findings> {
    const scenario = TRON_SCENARIOS.find((one) => one.name === name)!;
    if (this.#on === null) {
      const node = await Anvil.start();
      const token = await node.deployToken();
      this.#on = { node, token, gateway: await TronGateway.open(node) };
    }
    return runTronScenario(scenario, this.#on, kills);
  }

  async stop(): Promise<void> {
    await this.#on?.gateway.close();
    await this.#on?.node.stop();
    this.#on = null;
  }
}
