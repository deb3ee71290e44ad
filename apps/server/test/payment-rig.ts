/**
 * A platform whose coins are on a real node, for tests: a server in production mode, a payer and a
 * signer in this process, which can be ended and begun anew, and users without a face.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ChainAddresses, FileSignerLog, evmKeyOf, HOT_WALLET, SeedSigner } from '@glasshouse/chains';
import type { Command } from '@glasshouse/core';
import { Anvil, type Token } from '../../../packages/chains/test/anvil.ts';
import type { Config } from '../src/config.ts';
import { connectToServer, type OperatingTable } from '../src/operating/socket.ts';
import { startTestServer, type TestServer } from '../src/testing/harness.ts';
import { ChainPayer, paymentNodes } from '../src/chains/paying/chain-payer.ts';
import type { PayerDesk } from '../src/chains/paying/desk.ts';
import { answerQuestions } from '../src/chains/paying/signer-work.ts';
import { signerRulesOf, type WalletTerms } from '../src/chains/paying/wallet-terms.ts';

export const CHAIN = 'ERC20';
/** The number of the chain, and of its coins, in the core. */
export const [ERC20, USDT, ETH] = [2, 0, 2] as const;
export const ETHER = 10n ** 18n;
export const CONFIRMATIONS = 12;
export const ANVIL_CHAIN_ID = 31_337;
const MASTER_KEY = 'kF8n2vQx7LwZr4TbYp9sHc3mJd6gAeUo';
/** Of nobody else: its coins are on test nodes alone. */
export const MNEMONIC = 'test test test test test test test test test test test ball';
const COLD = '0x52908400098527886E0F7030069857D2E4169EE7';

export function anvilTerms(token: string): WalletTerms {
  return {
    chainId: ANVIL_CHAIN_ID,
    confirmations: CONFIRMATIONS,
    nativeCoin: 'ETH',
    tokens: { USDT: { address: token, decimals: 6 } },
    cold: COLD,
    maxFeeGwei: '100',
    maxReplacementFeeGwei: '200',
    minPriorityFeeGwei: '1',
    gasMax: 150_000,
    tokenGas: 80_000,
    bumpAfterBlocks: 2,
    coins: {
      ETH: { sweepFrom: '0.05', hotMax: '50', hotTarget: '20', perPayment: '20', perDay: '1000' },
      USDT: {
        sweepFrom: '10',
        hotMax: '900000',
        hotTarget: '500000',
        perPayment: '3000',
        perDay: '10000000',
      },
    },
    topUps: { perPayment: '1', perDay: '100' },
    feesPerDay: '1000',
  };
}

/** Production on one node. */
export function anvilConfig({
  key,
  url,
  token,
}: {
  key: string;
  url: string;
  token: string;
}): Partial<Config> {
  return {
    mode: 'production',
    masterKey: MASTER_KEY,
    publicUrl: 'https://exchange.example',
    chainKeys: { EVM: key, TRON: undefined, BTC: undefined, LTC: undefined, DOGE: undefined },
    chainNodes: { [CHAIN]: [url] },
    walletTerms: { [CHAIN]: anvilTerms(token) },
  };
}

interface Commands extends OperatingTable {
  readonly 'funding/handle-withdrawal': (asked: object) => Promise<{ ok: boolean; text: string }>;
}

interface Wanted {
  readonly asset: number;
  readonly amount: number;
  readonly to: string;
}

export class PaymentRig {
  readonly node: Anvil;
  readonly token: Token;
  readonly terms: WalletTerms;
  readonly dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-payments-'));
  server!: TestServer;
  /** What the signer has answered since the start. */
  answers = 0;
  #payer: ChainPayer | null = null;
  #signing: Promise<void> = Promise.resolve();
  #isSigning = false;
  #key = '';

  private constructor(node: Anvil, token: Token) {
    this.node = node;
    this.token = token;
    this.terms = anvilTerms(token.address);
  }

  static async begin(): Promise<PaymentRig> {
    const node = await Anvil.start();
    const rig = new PaymentRig(node, await node.deployToken());
    rig.#key = evmKeyOf(MNEMONIC);
    await rig.start();
    return rig;
  }

  get addresses(): ChainAddresses {
    return new ChainAddresses('EVM', this.#key);
  }

  get hot(): `0x${string}` {
    return this.addresses.of(HOT_WALLET) as `0x${string}`;
  }

  get cold(): `0x${string}` {
    return this.terms.cold as `0x${string}`;
  }

  get desk() {
    return this.server.server.chains.desk!;
  }

  async start(): Promise<void> {
    this.server = await startTestServer({
      dataDir: this.dataDir,
      config: anvilConfig({ key: this.#key, url: this.node.url, token: this.token.address }),
    });
    await this.server.server.chains.catchUp();
    await this.startSigner();
  }

  async stop(): Promise<void> {
    this.#isSigning = false;
    this.#payer = null;
    await this.server.close();
    await this.#signing;
  }

  async remove(): Promise<void> {
    await this.stop();
    await this.node.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async startSigner(): Promise<void> {
    const log = await FileSignerLog.open(path.join(this.dataDir, 'signed.log'));
    const rules = [signerRulesOf(this.terms)];
    const signer = await SeedSigner.open({ mnemonic: MNEMONIC, rules, log, nowMs: () => Date.now() });
    const { desk } = this;
    this.#isSigning = true;
    this.#signing = (async () => {
      while (this.#isSigning) this.answers += await answerQuestions(desk.signer, signer);
      await log.close();
    })();
  }

  /** Ends the payer. The next pass begins anew, by this desk. */
  killPayer(desk: PayerDesk = this.desk): void {
    this.#payer = this.newPayer(desk);
  }

  /** A payer that begins anew, by this desk or the server's own. */
  newPayer(desk: PayerDesk = this.desk): ChainPayer {
    return new ChainPayer({
      chain: CHAIN,
      terms: this.terms,
      nodes: paymentNodes([this.node.url]),
      evmKey: this.#key,
      desk,
    });
  }

  async balanceOf(address: `0x${string}`, asset: number): Promise<bigint> {
    if (asset === ETH) return this.node.reader.getBalance({ address });
    return this.token.balanceOf(address);
  }

  /** A pass of the payer. */
  async pass(): Promise<void> {
    await (this.#payer ??= this.newPayer()).pass();
  }

  /** More blocks, each followed by the watcher, then a pass. */
  async mine(blocks = 1): Promise<void> {
    await this.node.mine(blocks);
    await this.server.server.chains.catchUp();
    await this.pass();
  }

  /** Until no payment is open any more. */
  async settle(roundsMax = 40): Promise<void> {
    for (let round = 0; round < roundsMax; round++) {
      await this.mine(round % 2 === 0 ? 1 : CONFIRMATIONS);
      if ((await this.desk.store.open(ANVIL_CHAIN_ID)).length === 0) return;
    }
    throw new Error(`payments do not end: ${JSON.stringify(await this.desk.states())}`);
  }

  /** What an operator's command answers. */
  async operate(asked: object): Promise<{ readonly ok: boolean; readonly text: string }> {
    const server = await connectToServer<Commands>(this.dataDir);
    assert.ok(server !== null);
    try {
      return await server.ask('funding/handle-withdrawal', asked);
    } finally {
      server.close();
    }
  }

  /** What is on the chain beyond the ledger, by coin. */
  async differences(): Promise<Readonly<Record<string, bigint>>> {
    await this.server.server.chains.catchUp();
    const [compared] = await this.server.server.chains.reconcile();
    assert.equal(compared?.reason, '');
    return Object.fromEntries(compared.coins.map(({ coin, difference }) => [coin, difference]));
  }

  async submit(command: Command): Promise<number> {
    const { error, id } = await this.server.server.running.pipeline.submit(command, { owner: 1 });
    assert.equal(error, null, JSON.stringify(command));
    return id;
  }

  /** Brings coins of the house to the hot wallet, and has them booked. */
  async fundHot(wei: bigint, tokens: bigint): Promise<void> {
    const sent = [await this.node.send(this.hot, wei), await this.token.transfer(this.hot, tokens)];
    await this.node.mine(CONFIRMATIONS);
    const { chains } = this.server.server;
    await chains.catchUp();
    for (const txid of sent) assert.ok('booked' in (await chains.bookOfHouse('coins', CHAIN, txid)), txid);
  }

  /** Opens an account, and returns its deposit address. */
  async open(owner: number): Promise<`0x${string}`> {
    await this.submit({ type: 'open-account', owner });
    const address = await this.server.server.chains.addressOf(owner, CHAIN);
    return address as `0x${string}`;
  }

  /** A request that is approved at once. `amount` is in units of the ledger. */
  async withdraw(owner: number, { asset, amount, to: address }: Wanted): Promise<number> {
    const coin = this.server.server.running.exchange.features.funding.coins.find(ERC20, asset)!;
    const terms = { chain: ERC20, asset, amount, fee: coin.fee, address, memo: '' };
    const withdrawal = await this.submit({ type: 'request-withdrawal', owner, ...terms });
    await this.submit({ type: 'approve-withdrawal', withdrawal });
    return withdrawal;
  }

  /** What became of a withdrawal. */
  async statusOf(withdrawal: number): Promise<string> {
    const row = await this.server.server.database.kysely
      .selectFrom('funding_withdrawals')
      .select('status')
      .where('withdrawal_id', '=', withdrawal)
      .executeTakeFirstOrThrow();
    return ['requested', 'approved', 'settled', 'rejected', 'cancelled'][row.status] ?? '';
  }
}
