/**
 * Goal: whatever a chain, its nodes and this process do, a deposit is credited once, becomes final
 * once, and a credited one that left the chain halts it. Method: random histories with
 * reorganisations and crashes between all steps of a watcher, on a real server and its database.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SimulatedChain, WINDOW_BLOCKS, type BlockSource } from '@glasshouse/chains';
import fc from 'fast-check';
import { sql } from 'kysely';
import { runs } from '../../../../tools/nightly.ts';
import { Catalogue } from '../contract/catalogue.ts';
import type { Arrival, ChainExchange } from '../contract/chain-parts.ts';
import { createLog } from '../process/log.ts';
import { depositTaker } from '../composition/products.ts';
import { startTestServer, type TestServer } from '../testing/harness.ts';
import { ChainTables, type WatcherStore } from './watcher-store.ts';
import { ChainWatcher, type WatcherOptions } from './watcher.ts';

const CHAIN = 'BEP20';
const CHAIN_NUMBER = 4;
const OURS = 'ours';
const FINAL_AFTER = 20;
const BLOCK_MS = 1000;
/** USDT has 18 decimals on this chain, and 6 in the ledger. */
const SCALE = 10n ** 12n;
const UNIT = 1_000_000n;

let server: TestServer;
let owner: number;
before(async () => {
  server = await startTestServer();
  owner = Number((await server.register('watched')).userId);
});
after(() => server.close());

/** Where a process can end; the name is that of the call, before or after its effect. */
const POINTS = ['credit', 'finalise', 'halt', 'save', 'update'] as const;
interface Crash {
  readonly point: (typeof POINTS)[number];
  readonly isAfter: boolean;
  /** Calls that pass before. */
  readonly passes: number;
  /** The call fails, and the process goes on. */
  readonly isAlive: boolean;
}
class Crashed extends Error {}

/** A watcher that a test ends at any step and starts again on what is stored. */
class Rig {
  readonly chain: SimulatedChain;
  readonly #source: BlockSource;
  readonly #exchange: ChainExchange;
  #watcher: ChainWatcher;
  #crash: { readonly crash: Crash; passes: number } | null = null;
  arrivals: readonly Arrival[] = [];
  #isEnding = false;
  nowMs = Date.now();

  constructor(chain: SimulatedChain, source: BlockSource = chain) {
    this.chain = chain;
    this.#source = source;
    const { database, running } = server.server;
    const { pipeline } = running;
    const catalogue = new Catalogue(pipeline.exchange);
    this.#exchange = depositTaker().deposits.exchange({
      database,
      sequencer: pipeline,
      catalogue,
      networks: server.server.networks,
    });
    this.#watcher = this.#started();
  }

  static async begin(name: string, source?: (chain: SimulatedChain) => BlockSource): Promise<Rig> {
    const { kysely } = server.server.database;
    await kysely.deleteFrom('chain_blocks').where('chain', '=', CHAIN).execute();
    await kysely.deleteFrom('chain_deposits').where('chain', '=', CHAIN).execute();
    const { error } = await server.server.running.pipeline.submit(
      { type: 'set-chain-status', chain: CHAIN_NUMBER, status: 0 },
      { owner: 1 },
    );
    assert.equal(error, null);
    const chain = new SimulatedChain(name, { finalAfter: FINAL_AFTER });
    return new Rig(chain, source?.(chain));
  }

  #started(): ChainWatcher {
    const tables = new ChainTables(server.server.database, CHAIN);
    const store: WatcherStore = {
      load: () => tables.load(),
      begin: (header) => tables.begin(header),
      save: (step) => this.#pass('save', () => tables.save(step)),
      update: (deposits) => this.#pass('update', () => tables.update(deposits)),
    };
    const real = this.#exchange;
    const exchange: WatcherOptions['exchange'] = {
      isHalted: (chain) => real.isHalted(chain),
      isCredited: (reference) => real.isCredited(reference),
      credit: (transfer) => this.#pass('credit', () => real.credit(transfer)),
      finalise: (transfer) => this.#pass('finalise', () => real.finalise(transfer)),
      setHalted: (chain, isHalted) => this.#pass('halt', () => real.setHalted(chain, isHalted)),
    };
    const description = real.chains.find(({ chain }) => chain === CHAIN)!;
    return new ChainWatcher({
      description,
      source: this.#source,
      store,
      exchange,
      ownerOf: (address) => (address === OURS ? owner : undefined),
      look: null,
      keyOf: () => undefined,
      isOwn: async () => false,
      nowMs: () => this.nowMs,
      blockMs: BLOCK_MS,
      log: createLog('silent'),
      onArrivals: (arrivals) => (this.arrivals = arrivals),
    });
  }

  async #pass<T>(point: Crash['point'], work: () => Promise<T>): Promise<T> {
    const crash = this.#crash;
    if (crash?.crash.point !== point || crash.passes-- > 0) return work();
    this.#crash = null;
    this.#isEnding = !crash.crash.isAlive;
    if (crash.crash.isAfter) await work();
    throw new Crashed();
  }

  crashAt(crash: Crash): void {
    this.#crash = { crash, passes: crash.passes };
  }

  /** Loses all memory. */
  restart(): void {
    this.#crash = null;
    this.#isEnding = false;
    this.#watcher = this.#started();
  }

  async look(): Promise<void> {
    await this.#watcher.catchUp();
    if (this.#isEnding) this.restart();
  }

  get watcher(): ChainWatcher {
    return this.#watcher;
  }

  mine(blocks: number): void {
    for (let i = 0; i < blocks; i++) this.chain.mine();
  }
}

interface DepositFacts {
  readonly txid: string;
  readonly amount: number;
  readonly rest: number;
  readonly status: number;
  readonly owner: number;
}
async function credited(): Promise<readonly DepositFacts[]> {
  const { rows } = await sql<DepositFacts>`select txid, amount, rest, status, owner from funding_deposits
    where chain = ${CHAIN_NUMBER} order by deposit_id`.execute(server.server.database.kysely);
  return rows;
}

const balance = (): number => {
  const { available, frozen } = server.server.running.exchange.balance(owner, 2, 0);
  return available + frozen;
};

type Act =
  | { readonly type: 'send'; readonly isOurs: boolean; readonly units: bigint }
  | { readonly type: 'mine'; readonly blocks: number }
  | { readonly type: 'reorganise'; readonly depth: number; readonly loses: boolean }
  | { readonly type: 'look' }
  | { readonly type: 'restart' }
  | { readonly type: 'crash'; readonly crash: Crash };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('send' as const),
      isOurs: fc.boolean(),
      // Below the minimum of 1 USDT and above it, and finer than the ledger.
      units: fc.oneof(
        fc.bigInt({ min: 1n, max: UNIT * SCALE }),
        fc.bigInt({ min: UNIT * SCALE, max: 5n * UNIT * SCALE }),
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('mine' as const), blocks: fc.integer({ min: 1, max: 13 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('reorganise' as const),
      depth: fc.integer({ min: 1, max: FINAL_AFTER }),
      loses: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ type: 'look' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'restart' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('crash' as const),
      crash: fc.record({
        point: fc.constantFrom(...POINTS),
        isAfter: fc.boolean(),
        passes: fc.integer({ min: 0, max: 2 }),
        isAlive: fc.boolean(),
      }),
    }),
  },
);

let histories = 0;

test('R15.1 funding I1 a deposit is credited once and final once, whatever breaks in between', async () => {
  let reversals = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40, size: 'max' }), async (acts) => {
      const rig = await Rig.begin(`history ${++histories}`);
      const { chain } = rig;
      await rig.look();
      const [balanceBefore, depositsBefore] = [balance(), (await credited()).length];
      const sent: string[] = [];
      for (const one of acts) {
        if (one.type === 'send')
          sent.push(chain.send({ to: one.isOurs ? OURS : 'theirs', coin: 'USDT', units: one.units }));
        else if (one.type === 'mine') rig.mine(one.blocks);
        else if (one.type === 'look') await rig.look();
        else if (one.type === 'restart') rig.restart();
        else if (one.type === 'crash') rig.crashAt(one.crash);
        else {
          const depth = Math.min(one.depth, (await chain.head()).height);
          if (depth === 0) continue;
          chain.unwind(depth, new Set(one.loses ? sent.slice(-3) : []));
          rig.mine(depth + 1);
        }
      }
      rig.restart();
      rig.mine(FINAL_AFTER + 1);
      await rig.look();
      assert.notEqual(rig.watcher.state.state, 'down');
      const deposits = (await credited()).slice(depositsBefore);
      const byTxid = new Map(deposits.map((deposit) => [deposit.txid, deposit]));
      assert.equal(byTxid.size, deposits.length, 'credited once');
      const inChain = new Set<string>();
      for (const { transfer } of chain.transfers()) {
        if (transfer.to !== OURS) continue;
        inChain.add(transfer.txid);
        const deposit = byTxid.get(transfer.txid);
        const { amount, rest, status } = deposit!;
        assert.equal(BigInt(amount) * SCALE + BigInt(rest), transfer.units);
        assert.equal(status, 1, 'final');
        // Too little for its owner is the house's.
        assert.equal(deposit!.owner === owner, BigInt(amount) >= UNIT);
      }
      const gone = deposits.filter(({ txid }) => !inChain.has(txid));
      for (const { status } of gone) assert.equal(status, 0, 'what has left the chain is not final');
      if (gone.length > 0) assert.equal(rig.watcher.state.state, 'halted');
      reversals += gone.length;
      const sum = deposits.reduce((total, one) => total + (one.owner === owner ? one.amount : 0), 0);
      assert.equal(balance() - balanceBefore, sum);
      const waiting = rig.watcher.arrivalsOf(owner).filter(({ status }) => status === 'seen');
      assert.deepEqual(waiting, []);
    }),
    { numRuns: runs(4, 12) },
  );
  console.log(`# ${histories} histories, ${reversals} credited deposits that left their chain`);
});

test('R15.2 a crash or a failure at each step of a credit, before and after it, credits once', async () => {
  for (const point of ['credit', 'save', 'finalise', 'update'] as const)
    for (const [isAfter, isAlive] of [
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ] as const) {
      const rig = await Rig.begin(`crash ${point} ${isAfter} ${isAlive}`);
      await rig.look();
      const before = balance();
      const txid = rig.chain.send({ to: OURS, coin: 'USDT', units: 3n * UNIT * SCALE });
      rig.mine(11);
      await rig.look();
      rig.crashAt({ point, isAfter, isAlive, passes: 0 });
      for (let i = 0; i < FINAL_AFTER; i++) {
        rig.mine(1);
        await rig.look();
      }
      await rig.look();
      assert.equal(balance() - before, 3 * Number(UNIT), point);
      const same = (await credited()).filter((one) => one.txid === txid);
      assert.deepEqual(
        same.map(({ status }) => status),
        [1],
      );
    }
});

test('R15.1 a credit that a crash hid is remembered when its block leaves the chain', async () => {
  const rig = await Rig.begin('hidden credit');
  await rig.look();
  const txid = rig.chain.send({ to: OURS, coin: 'USDT', units: 3n * UNIT * SCALE });
  rig.mine(11);
  await rig.look();
  rig.crashAt({ point: 'save', isAfter: false, isAlive: false, passes: 0 });
  rig.mine(1);
  await rig.look();
  rig.chain.unwind(12, new Set([txid]));
  rig.mine(14);
  await rig.look();
  assert.equal(rig.watcher.state.state, 'halted');
  assert.equal((await credited()).filter((one) => one.txid === txid).length, 1);
});

test('R15.2 a node that is silent or behind makes the chain wait; its state says so', async () => {
  let answer: 'well' | 'not' = 'well';
  const door = (chain: SimulatedChain): BlockSource => {
    const pass = async <T>(value: Promise<T>): Promise<T> => {
      if (answer === 'not') throw new Error('connection refused');
      return value;
    };
    return {
      head: () => pass(chain.head()),
      headerAt: (height) => pass(chain.headerAt(height)),
      transfersOf: (header) => pass(chain.transfersOf(header)),
      finalHeight: () => pass(chain.finalHeight()),
    };
  };
  const rig = await Rig.begin('silent', door);
  await rig.look();
  assert.equal(rig.watcher.state.state, 'up');
  rig.chain.send({ to: OURS, coin: 'USDT', units: 2n * UNIT * SCALE });
  rig.mine(5);
  const { watcher } = rig;
  await watcher.catchUp();
  assert.equal(rig.arrivals[0]?.confirmations, 5);
  answer = 'not';
  rig.mine(20);
  await watcher.catchUp();
  assert.deepEqual([watcher.state.state, watcher.arrivalsOf(owner)[0]?.confirmations], ['down', 5]);
  answer = 'well';
  const before = balance();
  await watcher.catchUp();
  assert.deepEqual([watcher.state.state, balance() - before], ['up', 2 * Number(UNIT)]);
  rig.nowMs += 31 * BLOCK_MS;
  await watcher.catchUp();
  assert.equal(watcher.state.state, 'behind', 'no block for long');
  rig.mine(1);
  await watcher.catchUp();
  assert.equal(watcher.state.state, 'up');
  // The node goes back, as one that was restored.
  rig.chain.unwind(8);
  await watcher.catchUp();
  assert.equal(watcher.state.state, 'behind');
});

test('R15.2 what the exchange refused waits for review, and is credited once it can be', async () => {
  const rig = await Rig.begin('refused');
  await rig.look();
  // More than the ledger counts of one asset.
  const txid = rig.chain.send({ to: OURS, coin: 'USDT', units: 2n ** 53n * SCALE });
  const small = rig.chain.send({ to: OURS, coin: 'USDT', units: UNIT * SCALE });
  rig.mine(12);
  await rig.look();
  const stateOf = () => rig.watcher.arrivalsOf(owner).map((one) => [one.txid, one.status]);
  assert.deepEqual(stateOf(), [[txid, 'refused']]);
  assert.equal(rig.watcher.figures.refused, 1);
  const credits = async () => (await credited()).filter((one) => one.txid === txid || one.txid === small);
  assert.deepEqual(
    (await credits()).map((one) => one.txid),
    [small],
  );
  // As after a change of what the ledger can count.
  await sql`update chain_deposits set units = ${String(2n * UNIT * SCALE)} where txid = ${txid}`.execute(
    server.server.database.kysely,
  );
  rig.restart();
  await rig.look();
  assert.deepEqual(stateOf(), []);
  rig.restart();
  await rig.look();
  assert.equal((await credits()).length, 2);
});

test('R15.2 what is too little for its owner is forgotten once the house has it and no block can go', async () => {
  const rig = await Rig.begin('dust');
  await rig.look();
  const txid = rig.chain.send({ to: OURS, coin: 'USDT', units: (UNIT * SCALE) / 2n });
  rig.mine(FINAL_AFTER + 1);
  await rig.look();
  const seen = () => rig.watcher.arrivalsOf(owner).map((one) => [one.txid, one.status]);
  assert.deepEqual(seen(), [[txid, 'below-minimum']]);
  assert.equal((await credited()).filter((one) => one.txid === txid && one.owner !== owner).length, 1);
  rig.mine(WINDOW_BLOCKS);
  await rig.look();
  assert.deepEqual(seen(), []);
  const rows = await server.server.database.kysely
    .selectFrom('chain_deposits')
    .select('txid')
    .where('txid', '=', txid)
    .execute();
  assert.deepEqual(rows, []);
});
