/**
 * Goal: whatever a chain does, a deposit is confirmed once, and only after its blocks. Method:
 * random histories of a chain with reorganisations up to depth 20, compared with the chain itself.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { AgreedSource } from './agreement.ts';
import type { BlockHeader, BlockSource, ChainTransfer } from './blocks.ts';
import { transferKey } from './blocks.ts';
import { DepositBook, type DepositChange } from './deposits.ts';
import { BlockFollower, DeepReorganisation } from './follower.ts';
import { NodesDisagree, NodesSilent } from './quorum.ts';
import { SimulatedChain } from './simulated-chain.ts';

const CONFIRMATIONS = 12;
const OURS = 'ours';

class Watch {
  readonly #source: BlockSource;
  follower: BlockFollower;
  /** Of what is seen from now on. */
  confirmations = CONFIRMATIONS;
  readonly #options = { confirmations: () => this.confirmations, isWatched: (to: string) => to === OURS };
  book = new DepositBook(this.#options);
  readonly changes: DepositChange[] = [];

  constructor(source: BlockSource, first: BlockHeader) {
    this.#source = source;
    this.follower = new BlockFollower(source, [first]);
  }

  /** Begins anew from a copy of what is stored. */
  restart(): void {
    const stored = { window: this.follower.window, state: this.book.state };
    const { window, state } = structuredClone(stored);
    this.follower = new BlockFollower(this.#source, window);
    this.book = new DepositBook(this.#options, state);
  }

  async catchUp(): Promise<void> {
    for (let step = await this.follower.next(); step !== null; step = await this.follower.next()) {
      const changes = this.book.apply(step);
      for (const { type, deposit } of changes)
        if (type === 'confirmed')
          assert.ok(step.header.height - deposit.block.height + 1 >= deposit.needed, 'not too early');
      this.changes.push(...changes);
    }
  }

  /** The confirmations that a deposit needs: those in force when it was last seen. */
  neededBy(transfer: ChainTransfer): number {
    const key = transferKey(transfer);
    return this.changes.findLast(({ type, deposit }) => type === 'seen' && deposit.key === key)!.deposit
      .needed;
  }

  keysOf(type: DepositChange['type']): string[] {
    return this.changes.filter((change) => change.type === type).map(({ deposit }) => deposit.key);
  }
}

type Act =
  | { readonly type: 'send'; readonly isOurs: boolean; readonly units: bigint }
  | { readonly type: 'mine'; readonly blocks: number }
  | { readonly type: 'reorganise'; readonly depth: number; readonly loses: boolean }
  | { readonly type: 'confirmations'; readonly count: number }
  | { readonly type: 'look' }
  | { readonly type: 'restart' };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('send' as const),
      isOurs: fc.boolean(),
      units: fc.bigInt({ min: 0n, max: 5n }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('mine' as const), blocks: fc.integer({ min: 1, max: 14 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('reorganise' as const),
      depth: fc.integer({ min: 1, max: 20 }),
      loses: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('confirmations' as const),
      count: fc.integer({ min: 2, max: 20 }),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ type: 'look' as const }) },
  { weight: 2, arbitrary: fc.constant({ type: 'restart' as const }) },
);

test('R15.1 D0048 a deposit is confirmed once, after its blocks, whatever the chain does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60, size: 'max' }), async (acts) => {
      const chain = new SimulatedChain('test');
      const watch = new Watch(chain, await chain.head());
      const sent: ChainTransfer[] = [];
      for (const one of acts) {
        if (one.type === 'send') {
          const to = one.isOurs ? OURS : 'theirs';
          const txid = chain.send({ to, coin: 'USDT', units: one.units });
          sent.push({ txid, output: 0, to, coin: 'USDT', units: one.units });
        } else if (one.type === 'mine') for (let i = 0; i < one.blocks; i++) chain.mine();
        else if (one.type === 'look') await watch.catchUp();
        else if (one.type === 'restart') watch.restart();
        else if (one.type === 'confirmations') watch.confirmations = one.count;
        else {
          const { height } = await chain.head();
          const depth = Math.min(one.depth, height);
          if (depth === 0) continue;
          chain.unwind(depth, new Set(one.loses ? sent.slice(-1).map(({ txid }) => txid) : []));
          // Nodes change to another branch once it is longer.
          for (let i = 0; i <= depth; i++) chain.mine();
        }
      }
      await watch.catchUp();
      const { height: head } = await chain.head();
      const inChain = [...chain.transfers()].filter(
        ({ transfer: { to, units } }) => to === OURS && units > 0n,
      );
      const due = inChain.filter(({ transfer, height }) => head - height + 1 >= watch.neededBy(transfer));
      const confirmed = watch.keysOf('confirmed');
      assert.equal(new Set(confirmed).size, confirmed.length, 'confirmed once');
      for (const { transfer } of due) assert.ok(confirmed.includes(transferKey(transfer)));
      // What is confirmed and not in the chain now was reversed once more than it returned.
      const inDoubt = (key: string): number =>
        watch.keysOf('reversed').filter((one) => one === key).length -
        watch.keysOf('returned').filter((one) => one === key).length;
      const present = new Set(inChain.map(({ transfer }) => transferKey(transfer)));
      for (const key of confirmed) assert.equal(inDoubt(key), present.has(key) ? 0 : 1, key);
      // What is in the chain and not confirmed was seen more often than it went.
      for (const { transfer } of inChain) {
        const key = transferKey(transfer);
        if (confirmed.includes(key)) continue;
        const seen = watch.keysOf('seen').filter((one) => one === key).length;
        assert.equal(seen - watch.keysOf('gone').filter((one) => one === key).length, 1);
      }
    }),
    { numRuns: 300 },
  );
});

test('R15.1 a reorganisation beyond the remembered blocks is an error, not a guess', async () => {
  const chain = new SimulatedChain('deep');
  for (let i = 0; i < 30; i++) chain.mine();
  const watch = new Watch(chain, (await chain.headerAt(28))!);
  await watch.catchUp();
  chain.unwind(5);
  for (let i = 0; i < 6; i++) chain.mine();
  await assert.rejects(watch.catchUp(), DeepReorganisation);
});

test('R15.1 a chain that keeps its newest blocks alone continues with them', async () => {
  const kept = 30;
  const chain = new SimulatedChain('pruned', { kept });
  for (let i = 0; i < 100; i++) chain.mine();
  const { height } = await chain.head();
  assert.equal(height, 100);
  assert.equal(await chain.headerAt(height - kept), null);
  const blocks = await Promise.all(
    Array.from({ length: kept }, async (_, i) => {
      const header = (await chain.headerAt(height - kept + 1 + i))!;
      return { header, transfers: (await chain.transfersOf(header))! };
    }),
  );
  const waiting = [{ txid: 'a'.repeat(64), output: 0, to: OURS, coin: 'USDT', units: 3n }];
  const next = new SimulatedChain('pruned', { kept, blocks, waiting });
  const watch = new Watch(next, blocks.at(-1)!.header);
  for (let i = 0; i < CONFIRMATIONS; i++) next.mine();
  await watch.catchUp();
  assert.deepEqual([watch.follower.tip.height, watch.keysOf('confirmed').length], [112, 1]);
  assert.equal(await next.finalHeight(), 92);
});

test('R15.2 a node that is behind removes nothing, and confirms nothing', async () => {
  const chain = new SimulatedChain('behind');
  const watch = new Watch(chain, await chain.head());
  chain.send({ to: OURS, coin: 'BTC', units: 1n });
  for (let i = 0; i < 5; i++) chain.mine();
  await watch.catchUp();
  chain.unwind(3);
  await watch.catchUp();
  assert.deepEqual(
    watch.changes.map(({ type }) => type),
    ['seen'],
  );
});

/** A node whose answers a test changes. */
class Door implements BlockSource {
  readonly #source: BlockSource;
  answer: 'well' | 'late' | 'not' | 'more' = 'well';
  behind = 0;

  constructor(source: BlockSource) {
    this.#source = source;
  }

  async head(): Promise<BlockHeader> {
    await this.#pass();
    const { height } = await this.#source.head();
    return (await this.#source.headerAt(Math.max(0, height - this.behind)))!;
  }

  async headerAt(height: number): Promise<BlockHeader | null> {
    await this.#pass();
    const head = await this.#source.head();
    return height > head.height - this.behind ? null : this.#source.headerAt(height);
  }

  async transfersOf(header: BlockHeader): Promise<readonly ChainTransfer[] | null> {
    await this.#pass();
    const transfers = await this.#source.transfersOf(header);
    const more = { txid: 'lie', output: 0, to: OURS, coin: 'USDT', units: 10n ** 12n };
    return this.answer === 'more' ? [...(transfers ?? []), more] : transfers;
  }

  async finalHeight(): Promise<number> {
    await this.#pass();
    return (await this.#source.finalHeight()) - this.behind;
  }

  async #pass(): Promise<void> {
    if (this.answer === 'not') throw new Error('connection refused');
    if (this.answer === 'late') await new Promise(() => {});
  }
}

async function twoDoors() {
  const chain = new SimulatedChain('two');
  const first = await chain.head();
  const doors = [new Door(chain), new Door(chain)] as const;
  const agreed = new AgreedSource(doors, { needed: 2, timeoutMs: 20 });
  chain.send({ to: OURS, coin: 'USDT', units: 7n });
  for (let i = 0; i < CONFIRMATIONS; i++) chain.mine();
  return { chain, doors, agreed, watch: new Watch(agreed, first) };
}

test('R15.2 two nodes must agree: one that lies stops the chain, and credits nothing', async () => {
  const { doors, watch } = await twoDoors();
  doors[1].answer = 'more';
  await assert.rejects(watch.catchUp(), NodesDisagree);
  assert.deepEqual(watch.changes, []);
  doors[1].answer = 'well';
  await watch.catchUp();
  assert.equal(watch.keysOf('confirmed').length, 1);
});

test('R15.2 only a majority of the nodes can agree', () => {
  const chain = new SimulatedChain('votes');
  const agreed = (needed: number, count: number) =>
    new AgreedSource(
      Array.from({ length: count }, () => chain),
      { needed, timeoutMs: 1 },
    );
  for (const [needed, count] of [
    [0, 1],
    [1, 2],
    [2, 4],
    [3, 2],
  ] as const)
    assert.throws(() => agreed(needed, count), /majority/);
  for (const [needed, count] of [
    [1, 1],
    [2, 3],
    [3, 4],
  ] as const)
    assert.doesNotThrow(() => agreed(needed, count));
});

test('R15.2 a node that lags makes the chain wait, one that is silent or late stops it', async () => {
  const { doors, watch, agreed } = await twoDoors();
  doors[0].behind = 1;
  await watch.catchUp();
  assert.deepEqual(
    [watch.follower.tip.height, (await agreed.head()).height],
    [CONFIRMATIONS - 1, CONFIRMATIONS - 1],
  );
  assert.deepEqual(watch.keysOf('confirmed'), []);
  for (const answer of ['not', 'late'] as const) {
    doors[0].answer = answer;
    await assert.rejects(watch.catchUp(), NodesSilent);
  }
  Object.assign(doors[0], { answer: 'well', behind: 0 });
  await watch.catchUp();
  assert.equal(watch.keysOf('confirmed').length, 1);
});
