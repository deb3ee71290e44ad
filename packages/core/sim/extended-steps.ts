/** Random orders with further terms, and values that random orders share. */
import fc from 'fast-check';
import type { Command, Side } from '../src/index.ts';
import { owner, wild } from './values.ts';

/**
 * An amendment of a waiting order or an OCO. It has the terms of every kind; only those of the
 * picked order apply.
 */
export interface StopAmendmentStep {
  readonly type: 'amend-stop-some';
  readonly owner: number;
  readonly pick: number;
  readonly terms: {
    readonly price: number;
    readonly lots: number;
    readonly quoteAmount: number;
    readonly trigger: number;
    readonly stopPrice: number;
    readonly trailPpm: number;
    readonly trail: number;
    readonly activation: number;
    readonly offset: number;
  };
}

/** A replacement of one of the owner's open orders by another one. */
export interface ReplacementStep extends Omit<Extract<Command, { type: 'replace-order' }>, 'type' | 'order'> {
  readonly type: 'replace-some';
  readonly pick: number;
}

export const side = fc.constantFrom<Side>(0, 1);
// Few, so that they are sometimes taken. Some begin like others, or contain them.
const CLIENT_ORDER_IDS = ['a', 'ab', 'abc', 'b', 'ba', 'c', 'd', 'e'];
export const clientOrderId = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constantFrom(...CLIENT_ORDER_IDS) },
);
// Often one of a few values, so that orders meet at one price and end together.
export const btcPrice = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 8_999_990, max: 9_000_010 }) },
  { weight: 4, arbitrary: fc.constantFrom(8_999_999, 9_000_000, 9_000_001) },
  { weight: 1, arbitrary: wild },
);
export const btcLots = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 500 }) },
  { weight: 4, arbitrary: fc.constantFrom(20, 40, 40) },
  { weight: 1, arbitrary: wild },
);
export const source = fc.constantFrom(0, 0, 1);
/** The expiry, in milliseconds after the command; 0 means never. */
export const expiresMs = fc
  .constantFrom(0, 0, 0, 0, 1, 500, 1_000, 1_500, 2_000, 7_000, -1)
  .chain((ms) => fc.constantFrom(ms, ms, ms, ms, ms, 366 * 86_400_000, 366 * 86_400_000 + 1));
const exit = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: 8_999_990, max: 9_000_010 }) },
  { weight: 1, arbitrary: wild },
);

export const extendedSteps = [
  {
    // A trailing stop.
    weight: 4,
    arbitrary: fc
      .record({ owner, side, source, expiresMs, isShare: fc.boolean(), pick: fc.nat() })
      .chain(({ isShare, ...of }) =>
        fc.record({
          type: fc.constant('place-conditional' as const),
          owner: fc.constant(of.owner),
          market: fc.constant(0),
          side: fc.constant(of.side),
          kind: fc.constant(0),
          trigger: fc.constant(0),
          trailPpm: isShare ? fc.constantFrom(1_000, 999, 500_000) : fc.constant(0),
          trail: isShare ? fc.constant(0) : fc.constantFrom(1, 2, 3, 4_500_000, 4_500_001),
          price: fc.constant(0),
          lots: of.side === 0 ? fc.constant(0) : btcLots,
          quoteAmount: fc.constantFrom(50_000_000, 999_999),
          timeInForce: fc.constantFrom(0, 1),
          selfTrade: fc.constantFrom(0, 1, 2, 3, 4),
          clientOrderId,
          source: fc.constant(of.source),
          target: fc.constant(0),
          activation: fc.oneof(fc.constant(0), fc.integer({ min: 8_999_994, max: 9_000_006 })),
          offset: fc.constantFrom(0, 0, 2, 9_500_000),
          expiresMs: fc.constant(of.expiresMs),
        }),
      ),
  },
  {
    // A bracket.
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('place-conditional' as const),
      owner,
      market: fc.constant(0),
      side,
      kind: fc.constant(3),
      trigger: fc.integer({ min: 8_999_994, max: 9_000_006 }),
      target: fc.integer({ min: 8_999_994, max: 9_000_006 }),
      trailPpm: fc.constant(0),
      trail: fc.constant(0),
      activation: fc.constant(0),
      offset: fc.constant(0),
      price: fc.constantFrom(0, 0, 0, 9_000_000),
      lots: btcLots,
      quoteAmount: fc.constant(0),
      timeInForce: fc.constant(0),
      selfTrade: fc.constantFrom(0, 1, 2, 3, 4),
      clientOrderId,
      source,
      expiresMs,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('place-extended' as const),
      owner,
      market: fc.constant(0),
      side,
      price: fc.oneof({ weight: 3, arbitrary: btcPrice }, { weight: 1, arbitrary: fc.constant(0) }),
      lots: btcLots,
      quoteAmount: fc.constantFrom(0, 50_000_000),
      timeInForce: fc.constantFrom(0, 0, 0, 0, 1, 2, 3),
      selfTrade: fc.constantFrom(0, 1, 2, 3, 4),
      clientOrderId,
      slippagePpm: fc.constantFrom(0, 0, 0, 1, 1_000_000, 1_000_001, -1),
      expiresMs,
      stopLoss: exit,
      takeProfit: exit,
      visibleLots: fc.constantFrom(0, 0, 0, 20, 20, 1),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('cancel-named' as const),
      owner,
      market: fc.constantFrom(0, 0, 0, 1),
      clientOrderId: fc.constantFrom(...CLIENT_ORDER_IDS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('cancel-prefixed' as const),
      owner,
      market: fc.constantFrom(0, 0, 0, -1, 1),
      prefix: fc.constantFrom('a', 'a', 'b', 'ab', ''),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('cancel-after' as const),
      owner,
      market: fc.constantFrom(0, 0, 0, -1, 1, 9, -2),
      // From now on, as the player says; 0 takes it back.
      atMs: fc
        .constantFrom(0, 1, 500, 1_000, 1_000, 2_000, 2_000, 7_000, -1_500, -(2 ** 50))
        .chain((ms) => fc.constantFrom(ms, ms, ms, ms, 86_400_000, 86_400_001)),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('replace-some' as const),
      owner,
      pick: fc.nat(),
      cancelled: fc.oneof(
        { weight: 2, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom('a', 'b', 'c') },
      ),
      mustCancel: fc.constantFrom(1, 1, 0),
      market: fc.constantFrom(0, 0, 0, 1),
      side,
      price: fc.oneof({ weight: 6, arbitrary: btcPrice }, { weight: 1, arbitrary: fc.constant(0) }),
      lots: btcLots,
      quoteAmount: fc.constant(0),
      timeInForce: fc.constantFrom(0, 0, 0, 1, 2, 3),
      selfTrade: fc.constantFrom(0, 1, 2, 3, 4),
      clientOrderId,
      slippagePpm: fc.constant(0),
      expiresMs,
      stopLoss: fc.constant(0),
      takeProfit: fc.constant(0),
      visibleLots: fc.constant(0),
    }),
  },
  {
    // A share of the price of the second market is a few ticks.
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('place-extended' as const),
      owner,
      market: fc.constant(1),
      side,
      price: fc.constant(0),
      lots: fc.integer({ min: 80_000, max: 3_000_000 }),
      quoteAmount: fc.constant(0),
      timeInForce: fc.constantFrom(0, 1, 2),
      selfTrade: fc.constantFrom(0, 1, 2, 3, 4),
      clientOrderId: fc.constant(null),
      slippagePpm: fc.constantFrom(1, 8_000, 16_000),
      expiresMs: fc.constant(0),
      stopLoss: fc.constant(0),
      takeProfit: fc.constant(0),
      visibleLots: fc.constant(0),
    }),
  },
  {
    // A sale or a purchase with an exit on each side.
    weight: 6,
    arbitrary: fc
      .record({ owner, side, lots: btcLots, away: fc.nat({ max: 4 }), at: btcPrice })
      .map(({ owner: of, side: way, lots, away, at }) => ({
        type: 'place-extended' as const,
        owner: of,
        market: 0,
        side: way,
        price: at,
        lots,
        quoteAmount: 0,
        timeInForce: 0,
        selfTrade: 1,
        clientOrderId: null,
        slippagePpm: 0,
        expiresMs: 0,
        stopLoss: at + (way === 0 ? -away : away),
        takeProfit: at + (way === 0 ? away : -away),
        visibleLots: 0,
      })),
  },
  {
    // Icebergs whose parts meet each other at few prices.
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('place-extended' as const),
      owner,
      market: fc.constant(0),
      side,
      price: fc.constantFrom(8_999_999, 9_000_000, 9_000_001),
      lots: fc.oneof(fc.integer({ min: 12, max: 300 }), fc.constantFrom(40, 60, 1_200, 1_201)),
      quoteAmount: fc.constant(0),
      timeInForce: fc.constantFrom(0, 0, 0, 3),
      selfTrade: fc.constantFrom(0, 1, 2, 3, 4, 4),
      clientOrderId,
      slippagePpm: fc.constant(0),
      expiresMs,
      stopLoss: fc.constant(0),
      takeProfit: fc.constant(0),
      visibleLots: fc.oneof(fc.constantFrom(2, 3, 12, 12, 20), wild),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('amend-stop-some' as const),
      owner,
      pick: fc.nat(),
      terms: fc.record({
        price: fc.integer({ min: 8_999_994, max: 9_000_006 }),
        lots: btcLots,
        quoteAmount: fc.constantFrom(50_000_000, 0),
        trigger: fc.integer({ min: 8_999_994, max: 9_000_006 }),
        stopPrice: fc.oneof(btcPrice, fc.constant(0)),
        trailPpm: fc.constantFrom(0, 1_000),
        trail: fc.constantFrom(1, 3),
        activation: fc.constantFrom(0, 9_000_000),
        offset: fc.constantFrom(0, 0, 2),
      }),
    }),
  },
] as const;
