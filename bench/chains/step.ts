/**
 * One round of `npx glasshouse bench-chains`, in a process of its own. Prints a line of JSON. The
 * addresses of strangers are new texts in each block, as those of a node's answer are: a text that
 * was looked up before is found faster.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  BlockFollower,
  DepositBook,
  UTXO_NETWORKS,
  UtxoSource,
  type BlockHeader,
  type BlockSource,
  type ChainTransfer,
} from '@glasshouse/chains';
import { addressOfKeyHash } from '../../packages/chains/src/addresses/utxo-networks.ts';
import { collectGarbage } from '../collect-garbage.ts';
import { median } from '../report.ts';

const ADDRESSES = Number(process.env['ADDRESSES'] ?? 1_000_000);
const BLOCKS = Number(process.env['BLOCKS'] ?? 10_000);
const TRANSFERS = 5_000;
const OURS_PER_BLOCK = 50;
const SINGLE_BLOCKS = 101;
const READ_BLOCKS = 15;
const CONFIRMATIONS = 12;
const ANSWER_MS_MAX = 60_000;

export interface Round {
  readonly 'index MB': number;
  readonly 'bytes an address': number;
  readonly 'block matched ms': number;
  readonly 'block scanned ms': number;
  readonly 'block read and matched ms': number;
  readonly 'blocks followed s': number;
  readonly 'blocks scanned s': number;
  readonly 'memory MB': number;
}

const heapMb = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

const network = UTXO_NETWORKS.BTC;
const before = heapMb();
const owners = new Map<string, number>();
const hashes: Buffer[] = [];
for (let owner = 0; owner < ADDRESSES; owner++) {
  const hash = randomBytes(20);
  if (owner < OURS_PER_BLOCK * 200) hashes.push(hash);
  owners.set(addressOfKeyHash(hash, network), owner);
}
const indexMb = heapMb() - before - (hashes.length * 100) / 2 ** 20;
const ours = [...owners.keys()].slice(0, hashes.length);

/** Any 42 signs of it are an address that nobody watches. */
const pool = Buffer.from(
  Array.from(randomBytes(1 << 20), (byte) => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.charCodeAt(byte & 31)),
);
const LENGTH = 42;

let sink = 0n;
let made = 0;

function transfersAt(height: number): ChainTransfer[] {
  return Array.from({ length: TRANSFERS }, (_, output) => {
    const isOurs = output % (TRANSFERS / OURS_PER_BLOCK) === 0;
    const at = randomInt(pool.length - LENGTH);
    const to = isOurs ? ours[made++ % ours.length]! : pool.toString('latin1', at, at + LENGTH);
    return { txid: `${height}/${output}`, output: 0, to, coin: 'BTC', units: 1_000n };
  });
}

const headerAt = (height: number): BlockHeader => ({
  height,
  hash: `block ${height}`,
  parentHash: `block ${height - 1}`,
});

const newBook = (): DepositBook =>
  new DepositBook({ confirmations: () => CONFIRMATIONS, isWatched: (to) => owners.has(to) });

function scan(transfers: readonly ChainTransfer[]): void {
  for (const { units, to } of transfers) sink += units + BigInt(to.length);
}

/** CPU time of this thread. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function timed(work: () => void): number {
  const startMs = cpuMs();
  work();
  return cpuMs() - startMs;
}

function singleBlocks(): { readonly matched: number; readonly scanned: number } {
  const book = newBook();
  const matched: number[] = [];
  const scanned: number[] = [];
  for (let height = 0; height < SINGLE_BLOCKS; height++) {
    const transfers = transfersAt(height);
    scanned.push(timed(() => scan(transfers)));
    matched.push(timed(() => book.apply({ type: 'added', header: headerAt(height), transfers })));
  }
  if (book.state.length !== SINGLE_BLOCKS * OURS_PER_BLOCK) throw new Error('deposits were missed');
  return { matched: median(matched), scanned: median(scanned) };
}

/** Blocks as a node of the Bitcoin family tells them, from its answer to the deposits. */
async function readBlocks(): Promise<number> {
  let answer = '';
  const server = createServer((request, response) => {
    request.resume();
    response.end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const source = new UtxoSource({ url, coin: 'BTC', network, finalAfter: 12, timeoutMs: ANSWER_MS_MAX });
  const book = newBook();
  const times: number[] = [];
  for (let height = 0; height < READ_BLOCKS; height++) {
    answer = JSON.stringify({ result: { confirmations: 1, tx: rpcTransactions(height) }, error: null });
    const startMs = cpuMs();
    const transfers = await source.transfersOf(headerAt(height));
    book.apply({ type: 'added', header: headerAt(height), transfers: transfers! });
    times.push(cpuMs() - startMs);
  }
  server.closeAllConnections();
  server.close();
  if (book.state.length !== READ_BLOCKS * OURS_PER_BLOCK) throw new Error('deposits were not read');
  return median(times);
}

/** Two outputs each, with the fields that nodes tell. */
function rpcTransactions(height: number): unknown[] {
  const output = (n: number, hash: Buffer) => ({
    value: 0.00001,
    n,
    scriptPubKey: {
      asm: `0 ${hash.toString('hex')}`,
      hex: `0014${hash.toString('hex')}`,
      address: addressOfKeyHash(hash, network),
      type: 'witness_v0_keyhash',
    },
  });
  return Array.from({ length: TRANSFERS / 2 }, (_, at) => {
    const isOurs = at % (TRANSFERS / 2 / OURS_PER_BLOCK) === 0;
    const first = isOurs ? hashes[made++ % hashes.length]! : randomBytes(20);
    const witness = [randomBytes(72).toString('hex'), randomBytes(33).toString('hex')];
    const vin = [
      { txid: randomBytes(32).toString('hex'), vout: 1, sequence: 4_294_967_293, txinwitness: witness },
    ];
    return {
      txid: randomBytes(32).toString('hex'),
      hash: randomBytes(32).toString('hex'),
      version: 2,
      size: 222,
      vsize: 141,
      weight: 561,
      locktime: height,
      vin,
      vout: [output(0, first), output(1, randomBytes(20))],
      hex: randomBytes(222).toString('hex'),
    };
  });
}

/** Blocks are made while no time counts. */
class MadeBlocks implements BlockSource {
  #block: { readonly height: number; readonly transfers: readonly ChainTransfer[] } | null = null;
  makingMs = 0;

  head = async () => headerAt(BLOCKS);
  headerAt = async (height: number) => (height > BLOCKS ? null : headerAt(height));
  finalHeight = async () => BLOCKS - CONFIRMATIONS;

  async transfersOf({ height }: BlockHeader): Promise<readonly ChainTransfer[]> {
    const startMs = cpuMs();
    this.#block = { height, transfers: transfersAt(height) };
    this.makingMs += cpuMs() - startMs;
    return this.#block.transfers;
  }
}

/** As a watcher follows them: what cannot change any more is forgotten. */
async function followAll(): Promise<{ readonly followedS: number; readonly scannedS: number }> {
  const source = new MadeBlocks();
  const follower = new BlockFollower(source, [headerAt(0)]);
  const book = newBook();
  let scannedMs = 0;
  let confirmed = 0;
  const startMs = cpuMs();
  for (let step = await follower.next(); step !== null; step = await follower.next()) {
    const { header } = step;
    for (const { type } of book.apply(step)) if (type === 'confirmed') confirmed++;
    if (header.height % CONFIRMATIONS === 0) book.forget(follower.window[0]!.height);
    if (step.type === 'added') scannedMs += timed(() => scan(step.transfers));
  }
  const followedMs = cpuMs() - startMs - source.makingMs - scannedMs;
  if (confirmed !== (BLOCKS - CONFIRMATIONS + 1) * OURS_PER_BLOCK)
    throw new Error(`${confirmed} were confirmed`);
  return { followedS: followedMs / 1000, scannedS: scannedMs / 1000 };
}

const single = singleBlocks();
const readMs = await readBlocks();
const { followedS, scannedS } = await followAll();
const round: Round = {
  'index MB': indexMb,
  'bytes an address': (indexMb * 2 ** 20) / ADDRESSES,
  'block matched ms': single.matched,
  'block scanned ms': single.scanned,
  'block read and matched ms': readMs,
  'blocks followed s': followedS,
  'blocks scanned s': scannedS,
  'memory MB': process.memoryUsage().rss / 2 ** 20,
};
if (sink === 0n) throw new Error('nothing was scanned');
console.log(JSON.stringify(round));
