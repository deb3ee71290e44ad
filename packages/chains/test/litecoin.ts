/**
 * A Litecoin node for one test, with its own chain (regtest), which mines blocks on request. It
 * stands for all chains of the Bitcoin family.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../../tools/free-port.ts';
import { requireLitecoin } from '../../../tools/prerequisites.ts';
import { unitsOf, UtxoHeaders } from '../src/utxo/rpc.ts';
import { addressOfScript, UTXO_NETWORKS, type UtxoNetwork } from '../src/addresses/utxo-networks.ts';
import { scriptOf } from '../src/utxo/transactions.ts';

/** The address formats of regtest. Extended keys are written as on the main network. */
export const REGTEST: UtxoNetwork = {
  bech32: 'rltc',
  pubKeyHash: 0x6f,
  scriptHash: 0x3a,
  extendedKeys: [0x0488b21e],
};
/** Regtest for a wallet without witness addresses, such as Dogecoin's. */
export const LEGACY_REGTEST: UtxoNetwork = { ...REGTEST, bech32: null };

/** Rewrites an address of the main network for regtest; its script stays the same. */
export function onRegtest(address: string): string {
  const script = scriptOf(address, UTXO_NETWORKS.LTC);
  if (script === null) throw new Error(`${address} is none of Litecoin`);
  return addressOfScript(Buffer.from(script).toString('hex'), REGTEST)!;
}

export const COIN = 10n ** 8n;
const PASSWORD = 'name:password';
const STARTS_MAX = 5;
const ANSWER_MS_MAX = 30_000;
/** A block's reward can be spent after this many blocks. */
const MATURITY = 100;
/**
 * The last usable height: from the next block on, MWEB extension blocks are active, which a single
 * node can hardly mine.
 */
const LAST_HEIGHT = 431;

class Control extends UtxoHeaders {
  async ask<T = unknown>(method: string, ...params: readonly unknown[]): Promise<T> {
    return (await this.call(method, params)) as T;
  }
}

export class Litecoin {
  /** The node's RPC address, with user name and password. */
  readonly url: string;
  readonly control: Control;
  readonly #stop: () => Promise<void>;
  #height = 0;
  #faucet = '';

  private constructor(url: string, stop: () => Promise<void>) {
    this.url = url;
    this.control = new Control(url, ANSWER_MS_MAX);
    this.#stop = stop;
  }

  static async start(): Promise<Litecoin> {
    for (let attempt = 1; attempt <= STARTS_MAX; attempt++) {
      const node = await startAt(await freePort());
      if (node === null) continue;
      const litecoin = new Litecoin(node.url, node.stop);
      await litecoin.#begin();
      return litecoin;
    }
    throw new Error('the node of Litecoin ended before it listened');
  }

  async #begin(): Promise<void> {
    await this.control.ask('createwallet', 'faucet');
    this.#faucet = await this.control.ask<string>('getnewaddress');
    await this.mine(MATURITY + 10);
  }

  async stop(): Promise<void> {
    await this.#stop();
  }

  /** Whether the chain would exceed LAST_HEIGHT with this many blocks more. */
  endsWithin(blocks: number): boolean {
    return this.#height + blocks > LAST_HEIGHT;
  }

  /** Mines blocks with all waiting transactions. */
  async mine(blocks = 1): Promise<void> {
    await this.control.ask('generatetoaddress', blocks, this.#faucet);
    this.#height += blocks;
  }

  /** Mines a block without transactions; the waiting ones keep waiting. */
  async mineEmpty(): Promise<void> {
    await this.control.ask('generateblock', this.#faucet, []);
    this.#height++;
  }

  /** Sends coins from the faucet. Returns the transaction's id. */
  async send(to: string, units: bigint): Promise<string> {
    return this.control.ask('sendtoaddress', to, amountOf(units));
  }

  /** Sends one transaction with several outputs from the faucet. */
  async sendMany(amounts: Readonly<Record<string, bigint>>): Promise<string> {
    const all = Object.entries(amounts).map(([to, units]) => [to, amountOf(units)]);
    return this.control.ask('sendmany', '', Object.fromEntries(all));
  }

  /**
   * Replaces the newest `depth` blocks by one more than that. Only `transactions` are in the new
   * blocks; all other removed ones wait again.
   */
  async reorganise(depth: number, transactions: readonly string[] = []): Promise<void> {
    const hash = await this.control.ask('getblockhash', this.#height - depth + 1);
    await this.control.ask('invalidateblock', hash);
    // Uses another miner, because the new block could otherwise equal the old one.
    const miner = await this.control.ask('getnewaddress');
    await this.control.ask('generateblock', miner, transactions);
    this.#height -= depth - 1;
    for (let i = 0; i < depth; i++) await this.mineEmpty();
  }

  /** The balance of an address, which the node computes from the whole chain. */
  async balanceOf(address: string): Promise<bigint> {
    const found = await this.control.ask<{ readonly total_amount: number }>('scantxoutset', 'start', [
      `addr(${address})`,
    ]);
    return unitsOf(found.total_amount.toFixed(8));
  }
}

/** An amount in the decimal form that the node expects. */
function amountOf(units: bigint): string {
  return `${units / COIN}.${String(units % COIN).padStart(8, '0')}`;
}

/** Starts a node; null if another program has taken the port meanwhile. */
async function startAt(port: number) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'glasshouse-litecoin-'));
  const place = [`-datadir=${folder}`, `-rpcport=${port}`, '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1'];
  const [name, password] = PASSWORD.split(':');
  const options = [
    '-regtest',
    '-server',
    '-listen=0',
    '-txindex',
    '-mempoolreplacement=1',
    '-fallbackfee=0.0002',
    '-printtoconsole',
    `-rpcuser=${name}`,
    `-rpcpassword=${password}`,
  ];
  const child = spawn(requireLitecoin(), [...options, ...place], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    // Kills the node, which has nothing to save.
    child.kill('SIGKILL');
    await ended;
    await fs.rm(folder, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: child.stdout }))
    if (line.includes('Done loading')) {
      child.stdout.resume();
      return { url: `http://${PASSWORD}@127.0.0.1:${port}`, stop };
    }
  await stop();
  return null;
}
