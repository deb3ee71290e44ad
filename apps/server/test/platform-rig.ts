/**
 * A platform whose coins are on a real node, for tests: a server in production mode, a payer and a
 * signer in this process, which can be ended and begun anew, and users without a face.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extendedKeyOf, FileSignerLog, type AddressFamily } from '@glasshouse/chains';
import type { Command } from '@glasshouse/core';
import {
  dyingRecords,
  dyingReports,
  dyingSigner,
  dyingStore,
  dyingUtxoStore,
  type Life,
} from '../../../packages/chains/test/crashes.ts';
import { CHAIN_NUMBERS, type ChainName } from '@glasshouse/protocol/funding';
import type { Config } from '../src/config.ts';
import type { machineActCommands } from '../src/features/operators/machine-acts.ts';
import { connectToServer } from '../src/operating/socket.ts';
import { startTestServer, type TestServer } from '../src/testing/harness.ts';
import { doAct, type DoneAct } from '../src/testing/machine-act.ts';
import { ChainPayer } from '../src/chains/paying/chain-payer.ts';
import type { PayoutPort } from '../src/chains/paying/payout-port.ts';
import { signerOf, type AnyEntry } from '../src/chains/paying/signer-folder.ts';
import { answerQuestions } from '../src/chains/paying/signer-work.ts';
import { familyOf, type AnyWalletTerms } from '../src/chains/paying/wallet-terms.ts';

const MASTER_KEY = 'kF8n2vQx7LwZr4TbYp9sHc3mJd6gAeUo';
/** Of nobody else: its coins are on test nodes alone. */
export const MNEMONIC = 'test test test test test test test test test test test ball';

type Commands = ReturnType<typeof machineActCommands>;

interface Wanted {
  readonly asset: number;
  readonly amount: number;
  readonly to: string;
}

/** A chain on one node. */
export interface RigChain {
  readonly chain: ChainName;
  readonly terms: AnyWalletTerms;
  /** Of its JSON-RPC. */
  readonly url: string;
  /** Of its HTTP, on TRON. */
  readonly httpUrl?: string;
}

/** Production on that node. `key`: the extended public key of the chain's family. */
export function productionOn({ chain, terms, url, httpUrl }: RigChain, key: string): Partial<Config> {
  const none = { EVM: undefined, TRON: undefined, BTC: undefined, LTC: undefined, DOGE: undefined };
  return {
    mode: 'production',
    masterKey: MASTER_KEY,
    publicUrl: 'https://exchange.example',
    chainKeys: { ...none, [familyOf(terms)]: key },
    chainNodes: { [chain]: [url] },
    chainHttp: httpUrl === undefined ? {} : { [chain]: [httpUrl] },
    walletTerms: { [chain]: terms },
  };
}

export abstract class PlatformRig {
  readonly dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-payments-'));
  server!: TestServer;
  /** What the signer has answered since the start. */
  answers = 0;
  readonly #on: RigChain;
  #payer: ChainPayer | null = null;
  #signing: Promise<void> = Promise.resolve();
  #isSigning = false;

  constructor(on: RigChain) {
    this.#on = on;
  }

  protected abstract mineBlocks(blocks: number): Promise<void>;
  protected abstract stopNode(): Promise<void>;

  /** By the signer's clock. */
  protected nowMs(): number {
    return Date.now();
  }

  /** The extended public key of the chain's family. */
  get key(): string {
    return extendedKeyOf(MNEMONIC, this.family);
  }

  get family(): AddressFamily {
    return familyOf(this.#on.terms);
  }

  get payoutPort() {
    return this.server.server.chains.payoutPort!;
  }

  async start(): Promise<void> {
    const config = productionOn(this.#on, this.key);
    this.server = await startTestServer({ dataDir: this.dataDir, config });
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
    await this.stopNode();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async startSigner(): Promise<void> {
    const file = path.join(this.dataDir, 'signed.log');
    const log = await FileSignerLog.open<AnyEntry>(file);
    const rules = { [this.#on.chain]: this.#on.terms };
    const signer = await signerOf({ mnemonic: MNEMONIC, rules, log, nowMs: () => this.nowMs() });
    const { payoutPort } = this;
    this.#isSigning = true;
    this.#signing = (async () => {
      while (this.#isSigning) this.answers += await answerQuestions(payoutPort.signer, signer);
      await log.close();
    })();
  }

  /** Ends the payer. The next pass begins anew, by this payout port. */
  killPayer(payoutPort: PayoutPort = this.payoutPort): void {
    this.#payer = this.newPayer(payoutPort);
  }

  /** Ends the payer. The next one dies where this life ends. */
  beginDying(life: Life): void {
    const { payoutPort } = this;
    this.killPayer({
      store: dyingStore(payoutPort.store, life),
      utxoStore: dyingUtxoStore(payoutPort.utxoStore, life),
      tronStore: dyingRecords(payoutPort.tronStore, life),
      signer: dyingSigner(payoutPort.signer, life),
      reports: dyingReports(payoutPort.reports, life),
      begin: async (chain) => payoutPort.begin(chain),
      end: async (chain, problems) => payoutPort.end(chain, problems),
    });
  }

  /** A payer that begins anew, by this payout port or the server's own. */
  newPayer(payoutPort: PayoutPort = this.payoutPort): ChainPayer {
    const { chain, terms, url, httpUrl = url } = this.#on;
    return new ChainPayer({ chain, terms, urls: [url], httpUrls: [httpUrl], key: this.key, payoutPort });
  }

  /** A pass of the payer. */
  async pass(): Promise<void> {
    await (this.#payer ??= this.newPayer()).pass();
  }

  /** More blocks, each followed by the watcher, then a pass. */
  async mine(blocks = 1): Promise<void> {
    await this.mineBlocks(blocks);
    await this.server.server.chains.catchUp();
    await this.pass();
  }

  /** Blocks after which a payment can be confirmed. */
  protected get deep(): number {
    const { terms } = this.#on;
    return 'confirmations' in terms ? terms.confirmations : 1;
  }

  /** Until no payment is open any more. */
  async settle(roundsMax = 40): Promise<void> {
    const { chainId } = this.#on.terms;
    for (let round = 0; round < roundsMax; round++) {
      await this.mine(round % 2 === 0 ? 1 : this.deep);
      if ((await this.payoutPort.payments.open(chainId)).length === 0) return;
    }
    throw new Error(`payments do not end: ${JSON.stringify(await this.payoutPort.states())}`);
  }

  /** An act on a withdrawal, as a command at the machine does it. */
  async act(verb: 'reject' | 'settle', id: number, fields: object): Promise<DoneAct> {
    const server = await connectToServer<Commands>(this.dataDir);
    assert.ok(server !== null);
    try {
      const act = { ...fields, id, by: 'OS user test, claimed name Ann', call: `withdrawals/${verb}` };
      return await doAct((asked) => server.ask('operators/perform', asked), act);
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

  /** Has what a transaction brought to the house booked. */
  async book(txid: string): Promise<void> {
    const { chains } = this.server.server;
    const answer = await chains.bookOfHouse('coins', this.#on.chain, txid);
    assert.ok('booked' in answer, JSON.stringify(answer));
  }

  /** Opens an account, and returns its deposit address. */
  async open(owner: number): Promise<string> {
    await this.submit({ type: 'open-account', owner });
    return (await this.server.server.chains.addressOf(owner, this.#on.chain))!;
  }

  /** A request that is approved at once. `amount` is in units of the ledger. */
  async withdraw(owner: number, { asset, amount, to: address }: Wanted): Promise<number> {
    const chain = CHAIN_NUMBERS[this.#on.chain];
    const coin = this.server.server.running.exchange.features.funding.coins.find(chain, asset)!;
    const terms = { chain, asset, amount, fee: coin.fee, address, memo: '' };
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
