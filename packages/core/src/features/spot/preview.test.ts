/** A preview is what the order then does, to the unit, and changes nothing. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { ANN, BOB, BTC, EVE, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import { BUY, SELL, SELF_TRADE, TIME_IN_FORCE as TIF, type Side } from '../../index.ts';
import type { PlaceConditional, PlaceExtended } from './commands.ts';

/** Units of a lot. */
const LOT = 1_000_000;

test('R11.4 a preview of an order that waits says what it would freeze', () => {
  const world = new World();
  const { previews } = world.exchange.features.spot;
  const stop = (lots: number) => world.stop(ANN, SELL, 90, { lots }) as PlaceConditional;
  assert.equal(previews.of(stop(10_001), world.tickMs + 500), 'wallet/insufficient-balance');
  const preview = previews.of(stop(100), world.tickMs + 500);
  assert.ok(typeof preview !== 'string');
  assert.deepEqual([preview.restingLots, preview.frozen, preview.filledLots], [100, 100 * LOT, 0]);
});

const resting = fc.record({
  owner: fc.constantFrom(ANN, BOB, EVE),
  side: fc.constantFrom<Side>(BUY, SELL),
  away: fc.integer({ min: -1, max: 4 }),
  lots: fc.integer({ min: 1, max: 300 }),
});
const tried = fc.record({
  owner: fc.constantFrom(ANN, BOB),
  side: fc.constantFrom<Side>(BUY, SELL),
  price: fc.oneof(fc.constant(0), fc.integer({ min: 96, max: 104 })),
  lots: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900 })),
  quoteAmount: fc.integer({ min: UNIT, max: 700 * UNIT }),
  timeInForce: fc.constantFrom(...Object.values(TIF)),
  selfTrade: fc.constantFrom(...Object.values(SELF_TRADE)),
  slippagePpm: fc.constantFrom(0, 0, 10_000, 30_000),
});

test('R11.4 a preview is what the order then does, to the unit, and changes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(resting, { minLength: 8, maxLength: 25 }),
      tried,
      (orders, { owner, side, price, lots, ...terms }) => {
        const world = new World();
        // Fewer than match limits allow, so that previews end at the limit too.
        world.exchange.features.spot.pool.fillsMax = orders.length % 3 === 0 ? 2 : 500;
        world.do({ type: 'set-referrer', owner: ANN, referrer: EVE, sharePpm: 100_000 });
        for (const { owner: of, side: way, away, lots: size } of orders)
          world.try(
            world.order(of, way, way === BUY ? 100 - away : 100 + away, size, {
              selfTrade: SELF_TRADE.allow,
            }),
          );
        const command = { ...world.extended(owner, side, price, lots), ...terms } as PlaceExtended;
        const { spot } = world.exchange.features;
        const before = world.exchange.hash();
        const preview = spot.previews.of(command, world.tickMs + 500);
        assert.equal(world.exchange.hash(), before);
        const frozenBefore = world.frozen(owner);
        const { error, id } = world.try(command);
        if (typeof preview === 'string') return assert.equal(error, preview);
        assert.equal(error, null);
        const order = world.last(id);
        const done = [order.filledLots, order.filledQuote, order.fee];
        // The total of an order by total says nothing of its lots; its trades do.
        const fills = world.events.filter((event) => event.type === 'traded' && event.takerOrder === id);
        const traded = fills.reduce((sum, fill) => sum + (fill.type === 'traded' ? fill.lots : 0), 0);
        assert.deepEqual([preview.filledLots, preview.filledQuote, preview.fee], [traded, ...done.slice(1)]);
        const prices = fills.map((fill) => (fill.type === 'traded' ? fill.price : 0));
        assert.deepEqual([preview.bestPrice, preview.worstPrice], [prices[0] ?? 0, prices.at(-1) ?? 0]);
        assert.equal(preview.restingLots, order.status === 0 ? order.lots - traded : 0);
        assert.equal(preview.isComplete, order.status !== 2);
        const own = world.events.some(
          (event) => event.type === 'order-changed' && (event.end === 3 || event.prevented > 0),
        );
        // An order that ends at an own order keeps its quantity.
        if (order.end !== 3) assert.equal(preview.preventedLots, order.prevented);
        const asset = side === BUY ? USDT : BTC;
        // Own orders that it met release theirs too.
        const isAlone = !own && fills.every((fill) => fill.type === 'traded' && fill.maker !== owner);
        if (isAlone) assert.equal(world.frozen(owner)[asset]! - frozenBefore[asset]!, preview.frozen);
      },
    ),
    { numRuns: 400 },
  );
});
