/**
 * Goal: commands and ticks have one order, and time does not go back. Method: small tables of valid
 * and invalid successors.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, World } from '../sim/spot-world.ts';
import { BUY, type Command } from './index.ts';
import { Exchange } from './index.ts';

test('R11.3 R12.1 a gap in the sequence or a clock that goes back stops the core', () => {
  const exchange = new Exchange();
  exchange.apply(1, 10, { type: 'open-account', owner: 1000 });
  assert.throws(() => exchange.apply(3, 11, { type: 'open-account', owner: 1000 }), /gap/);
  assert.throws(() => exchange.apply(1, 11, { type: 'open-account', owner: 1000 }), /gap/);
  assert.throws(() => exchange.apply(2, 9, { type: 'open-account', owner: 1000 }), /older/);
  exchange.apply(2, 10, { type: 'open-account', owner: 1001 });
});

test('R10.1 D0004 a tick is the next in number and time, of a whole second, and its prices are whole', () => {
  const world = new World();
  const { tick, tickMs } = world.exchange.lastTick;
  const next = { type: 'tick', tick: tick + 1, tickMs: tickMs + 1000, prices: [1000] } as const;
  for (const wrong of [
    { tick },
    { tick: tick - 1 },
    { tick: tick + 1.5 },
    { tick: NaN },
    { tickMs },
    { tickMs: tickMs - 1000 },
    { tickMs: tickMs + 999 },
    { prices: [-1] },
    { prices: [1000, 0.5] },
    { prices: [NaN] },
  ])
    assert.equal(world.try({ ...next, ...wrong }).error, 'request/invalid', JSON.stringify(wrong));
  const quoted = { ...next, type: 'quoted-tick', rules: 1, quotesHash: '0f'.repeat(32) } as const;
  for (const wrong of [{ tick }, { rules: 0 }, { quotesHash: '0F'.repeat(32) }, { quotesHash: '0f' }])
    assert.equal(world.try({ ...quoted, ...wrong }).error, 'request/invalid', JSON.stringify(wrong));
  assert.deepEqual(world.exchange.lastTick, { tick, tickMs });
  // Numbers may be skipped, and pairs may lack a price.
  assert.equal(world.try({ ...next, tick: tick + 7, prices: [] }).error, null);
});

test('R11.7 a batch ends after the command that makes its events as many as it may have', () => {
  const world = new World();
  const commands = Array.from({ length: 9 }, (_, i): Command => world.order(ANN, BUY, 80 + i, 100));
  // Before decoding, two resting orders count as at most five events.
  for (const [eventsMax, count] of [
    [5, 2],
    [6, 3],
    [undefined, 9],
  ] as const) {
    const { exchange } = new World();
    exchange.drainEvents(() => {});
    const batch = { firstSeq: exchange.seq + 1, timeMs: exchange.timeMs, commands };
    const outcomes = exchange.applyAll({ ...batch, ...(eventsMax === undefined ? {} : { eventsMax }) });
    assert.equal(outcomes.length, count);
    assert.ok(outcomes.every(({ error }) => error === null));
  }
});

test('R11.7 at least as many events are announced as there are, down to ticks without prices', () => {
  const exchange = new Exchange();
  let count = 0;
  for (let tick = 1; tick <= 2; tick++) {
    exchange.apply(tick, 9_000, { type: 'tick', tick, tickMs: 1000 * tick, prices: [] });
    assert.ok(exchange.eventCount >= tick);
  }
  exchange.drainEvents(() => count++);
  assert.deepEqual([count, exchange.eventCount], [2, 0]);
});

test('D0021 of a pair that there is not, and of who has nothing open, nothing is told', () => {
  const { exchange } = new World();
  assert.deepEqual(exchange.depth(9, 5), { bids: [], asks: [], version: 0 });
  assert.deepEqual(
    [exchange.features.spot.openOrders(BOB), exchange.features['seconds-contract'].openPositions(BOB)],
    [[], []],
  );
});
