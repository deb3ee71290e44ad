/**
 * Goal: due items keep their order and their number through halts, snapshots and the end of a
 * portion (D0013). Method: two pairs whose stops and contracts are reached by the same tick.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, EVE, UNIT, USDT, World } from '../../sim/spot-world.ts';
import { HOUSE, WALLET } from '../index.ts';
import { BUY, MARKET_STATUS, SELL, type Command } from '../index.ts';
import { Exchange } from '../index.ts';

/** Two equal pairs, each with a seconds contract. */
class Pairs extends World {
  constructor() {
    super();
    const { definition } = this.exchange.markets[0]!;
    this.do({ ...definition, type: 'define-market', market: 1, maxOpenOrders: 5_000 });
    const duration = { profitRatePpm: 800_000, minStake: UNIT, maxStake: 100 * UNIT };
    const durations = [1, 3].map((seconds) => ({ seconds, ...duration }));
    const terms = { feeRatePpm: 0, maxPositions: 9, maxUserStake: 0, maxOpenStake: 0, durations };
    for (const market of [0, 1]) this.do({ type: 'define-seconds-contract', market, ...terms });
    for (const [owner, wallet] of [
      [HOUSE.secondsContractReserve, WALLET.house],
      [ANN, WALLET.contract],
    ] as const)
      this.do({ type: 'issue', owner, wallet, asset: USDT, amount: 500 * UNIT, reason: 'play-money' });
    this.prices([1000, 1000]);
  }

  prices(prices: readonly number[], gapMs = 1000): void {
    this.tickMs += gapMs;
    this.do({ type: 'tick', tick: this.exchange.lastTick.tick + 1, tickMs: this.tickMs, prices });
  }

  stopOn(market: number, more: object = {}): number {
    return this.do({ ...this.stop(ANN, SELL, 95, more), market } as Command);
  }

  open(market: number, seconds = 1): number {
    const terms = { owner: ANN, direction: 1, stake: UNIT } as const;
    return this.do({ type: 'open-position', market, seconds, ...terms });
  }

  halt(market: number, isHalted: boolean): void {
    const status = isHalted ? MARKET_STATUS.halted : MARKET_STATUS.trading;
    this.do({ type: 'set-market-status', market, status, cancels: 1 });
  }

  /** Processes the due items one by one; returns each. */
  turns(): string[] {
    const turns: string[] = [];
    while (this.exchange.dueCount > 0) {
      const from = this.events.length;
      assert.equal(this.process(1), 1);
      for (const event of this.events.slice(from)) {
        if (event.type === 'position-changed') turns.push(`contract ${event.position}`);
        if (event.type === 'order-changed' && event.status !== 0) turns.push(`stop ${event.order}`);
      }
    }
    return turns;
  }
}

test('R11.7 seconds-contract I7 spot I10 after a halt contracts still come before stops of their tick, and both by market', () => {
  for (const halted of [[0], [1], [1, 0], [0, 1]]) {
    const world = new Pairs();
    const stops = [1, 0, 0].map((market) => world.stopOn(market));
    const contracts = [1, 0, 1].map((market) => world.open(market));
    for (const market of halted) world.halt(market, true);
    world.prices([950, 950]);
    const restored = Exchange.restore(world.exchange.snapshot());
    assert.equal(restored.hash(), world.exchange.hash());
    assert.equal(Exchange.restore(restored.snapshot()).hash(), restored.hash());
    for (const market of halted) world.halt(market, false);
    assert.deepEqual(world.turns(), [
      ...[contracts[1], contracts[0], contracts[2]].map((position) => `contract ${position}`),
      ...[stops[1], stops[2], stops[0]].map((order) => `stop ${order}`),
    ]);
  }
});

test('R11.7 seconds-contract I7 contracts that one tick ends go in the order of acceptance, whichever was due first', () => {
  const world = new Pairs();
  const contracts = [3, 1, 3, 1].map((seconds) => world.open(0, seconds));
  world.prices([1000, 1000]);
  world.process();
  world.prices([1001, 1001], 4000);
  assert.deepEqual(
    world.turns(),
    contracts.map((position) => `contract ${position}`),
  );
});

test('R11.7 spot I10 what two halted pairs hold is kept in one order, whichever was reached first', () => {
  const world = new Pairs();
  const stops = [0, 1].map((market) => world.stopOn(market));
  for (const market of [0, 1]) world.halt(market, true);
  world.prices([1000, 950]);
  world.prices([950, 950]);
  let { exchange } = world;
  for (let i = 0; i < 3; i++) {
    const again = Exchange.restore(exchange.snapshot());
    assert.equal(again.hash(), exchange.hash());
    exchange = again;
  }
  for (const market of [0, 1]) world.halt(market, false);
  assert.deepEqual(
    world.turns(),
    stops.toReversed().map((order) => `stop ${order}`),
  );
});

test('R11.3 spot I10 what is held and was cancelled leaves nothing behind that a snapshot would not keep', () => {
  const world = new Pairs();
  const [first] = [0, 1, 0].map((market, i) => world.stopOn(market, { trigger: 95 - i }));
  for (const market of [0, 1]) world.halt(market, true);
  world.prices([950, 1000]);
  world.do({ type: 'cancel-order', owner: ANN, order: first! });
  world.prices([1000, 940]);
  const restored = Exchange.restore(world.exchange.snapshot());
  world.prices([930, 1000]);
  const { lastTick, seq, timeMs } = world.exchange;
  restored.apply(seq, timeMs, { type: 'tick', ...lastTick, prices: [930, 1000] });
  assert.equal(restored.hash(), world.exchange.hash());
});

test('R11.7 spot I10 a moved trigger is to be told once, however many ticks come before its turn, and not of an order that has gone', () => {
  const world = new Pairs();
  const stop = world.stopOn(0, { trigger: 0, trailPpm: 50_000, kind: 0 });
  const gone = world.stopOn(1, { trigger: 0, trailPpm: 50_000, kind: 0 });
  for (let round = 1; round <= 2; round++) {
    do world.prices([1000 + 100 * round, 1000 + 100 * round]);
    while (world.exchange.lastTick.tick % 10 !== 0);
    assert.equal(world.exchange.dueCount, 2);
  }
  world.do({ type: 'cancel-order', owner: ANN, order: gone });
  assert.equal(world.exchange.dueCount, 1);
  assert.equal(world.process(), 1);
  assert.equal(world.exchange.dueCount, 0);
  assert.equal(world.last(stop).trigger, 114);
});

test('R11.7 a portion ends with the item that brings its events to 5,000, counted as the most they can be', () => {
  // A trade counts as twelve events, the rest of a firing stop as 28 / 6.
  for (const [fills, most, done] of [
    [[...Array.from({ length: 11 }, () => 34), 38], 5_000, 12],
    [[...Array.from({ length: 16 }, () => 24), 26], 4_999, 18],
  ] as const) {
    const events = fills.reduce((sum, count) => sum + 12 * count, 0) + (28 * fills.length) / 6;
    assert.equal(Math.floor(events), most);
    const world = new Pairs();
    const quick = (command: Command) =>
      assert.equal(world.exchange.apply(world.exchange.seq + 1, world.tickMs + 500, command).error, null);
    for (const count of [...fills, 2, 2])
      quick({ ...world.stop(ANN, SELL, 95, { lots: 2 * count }), market: 1 } as Command);
    const bids = fills.reduce((sum, count) => sum + count, 4);
    for (let i = 0; i < bids; i++)
      quick({ ...world.order(i % 2 === 0 ? BOB : EVE, BUY, 95, 2), market: 1 } as Command);
    world.exchange.log.clear();
    world.prices([1000, 950]);
    assert.equal(world.process(), done);
    assert.equal(world.exchange.dueCount, fills.length + 2 - done);
  }
});
