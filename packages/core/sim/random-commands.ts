/** Random but mostly sensible commands for simulations, on the exchange of `set-up.ts`. */
import fc from 'fast-check';
import {
  DIRECTION,
  FEATURE_NAMES,
  FIRST_USER,
  SELL,
  STOP_KIND,
  TIME_IN_FORCE,
  type Command,
  type PlaceConditional,
  type PlaceOco,
} from '../src/index.ts';
import { onCoarseMarket } from './coarse-steps.ts';
import type { WeightedStep } from './feature.ts';
import {
  btcLots,
  btcPrice,
  clientOrderId,
  expiresMs,
  extendedSteps,
  side,
  source,
} from './extended-steps.ts';
import * as features from './features.ts';
import { STEP_LIMITS, type RandomStep } from './random-step.ts';
import { scene } from './scenes.ts';
import { owner, wild } from './values.ts';

/**
 * The smallest and largest stake, and stakes whose sums are the limits of one user (120) and of all
 * (160).
 */
const STAKES = [999_999, 1_000_000, 40_000_000, 60_000_000, 60_000_001, 80_000_000, 80_000_001].concat([
  110_000_000, 110_000_001, 120_000_000, 120_000_001,
]);

const shibPrice = fc.integer({ min: 120, max: 130 });
const shibLots = fc.integer({ min: 80_000, max: 3_000_000 });
const quotes = (price: fc.Arbitrary<number>, lots: fc.Arbitrary<number>): fc.Arbitrary<number[]> =>
  fc.array(fc.tuple(price, lots), { maxLength: 4 }).map((levels) => levels.flat());

/** About where the index is. */
const NEAR = 9_000_000;

type Stop = Omit<PlaceConditional, 'type' | 'owner' | 'market'>;

/**
 * Fields with which most stops are accepted: the fields of the stop's kind, on the right side of
 * the index.
 */
function agreeing({ side, kind, trigger, target, price, lots, trail, offset, ...stop }: Stop): Partial<Stop> {
  const isSale = side === SELL;
  const timeInForce = stop.timeInForce === TIME_IN_FORCE.IOC ? TIME_IN_FORCE.IOC : TIME_IN_FORCE.GTC;
  const size = lots > 0 ? lots : 100;
  if (kind === STOP_KIND.none) {
    const trailPpm = trail > 0 ? 0 : Math.max(1_000, stop.trailPpm);
    const amount = isSale ? { lots: size, quoteAmount: 0 } : { lots: 0, quoteAmount: 50_000_000 };
    return { trailPpm, trigger: 0, target: 0, price: 0, ...amount, offset: isSale ? offset : 0, timeInForce };
  }
  const isBracket = kind === STOP_KIND.bracket;
  const distance = 1 + (Math.abs(Math.trunc(trigger - NEAR)) % 8 || 0);
  const way = isSale === (kind === STOP_KIND.takeProfit) ? 1 : -1;
  return {
    trailPpm: 0,
    trail: 0,
    activation: 0,
    offset: 0,
    trigger: NEAR + way * distance,
    target: isBracket ? NEAR - way * (10 + (target % 3)) : 0,
    price: isBracket ? 0 : price,
    lots: size,
    quoteAmount: 0,
    timeInForce,
    source: lots % 4 === 0 ? stop.source : 0,
  };
}

/** The pair with the price that its stop compares mostly between its two prices. */
function around<P extends Pick<PlaceOco, 'side' | 'price' | 'trigger'>>(pair: P): P {
  const [low, high] = [Math.min(pair.price, pair.trigger), Math.max(pair.price, pair.trigger)];
  if (Number.isNaN(low)) return pair;
  return pair.side === 0 ? { ...pair, price: low, trigger: high } : { ...pair, price: high, trigger: low };
}

/** Time that passes, with its prices, and what is due by then. */
const clock = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant('process-due' as const),
      limit: fc.constantFrom(1, 2, 5, 1000, 1000, 0, 1001),
    }),
  },
  {
    weight: 30,
    arbitrary: fc.record({
      type: fc.constant('next-tick' as const),
      gap: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 5, 7, 86_400),
      moves: fc.tuple(fc.constantFrom(-1, 0, 1, 2, 3, -2, NaN), fc.constantFrom(-1, 0, 1)),
    }),
  },
);

/** Steps of what has no file of its own: orders, contracts, the platform. */
const CENTRAL: readonly WeightedStep<RandomStep>[] = [
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('place-order' as const),
      owner,
      market: fc.constant(0),
      side,
      price: fc.oneof({ weight: 4, arbitrary: btcPrice }, { weight: 1, arbitrary: fc.constant(0) }),
      lots: btcLots,
      quoteAmount: fc.constantFrom(0, 0, 50_000_000, 50_000_000, 1.5),
      timeInForce: fc.constantFrom(0, 0, 1, 2, 3),
      selfTrade: fc.constantFrom(0, 1, 2, 3, 4),
      clientOrderId,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('place-order' as const),
      owner,
      market: fc.constant(1),
      side,
      price: fc.oneof({ weight: 4, arbitrary: shibPrice }, { weight: 1, arbitrary: fc.constant(0) }),
      lots: fc.oneof({ weight: 5, arbitrary: shibLots }, { weight: 1, arbitrary: fc.constant(0) }),
      quoteAmount: fc.constantFrom(0, 7_777_777),
      timeInForce: fc.constantFrom(0, 0, 1, 2, 3),
      selfTrade: fc.constantFrom(0, 1, 2, 3, 4),
      clientOrderId: fc.constant(null),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('at-limit' as const),
      owner,
      side,
      limit: fc.constantFrom(...STEP_LIMITS),
      off: fc.constantFrom(-1, 0, 0, 1),
    }),
  },
  {
    // One owner, who thereby reaches the limit of open orders.
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('at-limit' as const),
      owner: fc.constant(FIRST_USER),
      side,
      limit: fc.constant('pair-room' as const),
      off: fc.constant(0),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('place-order' as const),
      owner,
      market: fc.constant(2),
      side,
      price: fc.constantFrom(1, 2, 3),
      lots: fc.integer({ min: 1_000, max: 500_000 }),
      quoteAmount: fc.constant(0),
      timeInForce: fc.constantFrom(0, 0, 1, 2, 3),
      selfTrade: fc.constantFrom(0, 1, 2, 3, 4),
      clientOrderId: fc.constant(null),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('cancel-some' as const), owner, pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('meet-some' as const), owner, pick: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('amend-some' as const),
      owner,
      pick: fc.nat(),
      price: btcPrice,
      lots: btcLots,
    }),
  },
  {
    weight: 5,
    arbitrary: fc
      .record({
        isSound: fc.constantFrom(...Array<boolean>(11).fill(true), false),
        type: fc.constant('place-conditional' as const),
        owner,
        market: fc.constant(0),
        side,
        kind: fc.constantFrom(0, 0, 1, 1, 2, 2, 2, 3),
        trigger: fc.oneof(
          { weight: 6, arbitrary: fc.integer({ min: 8_999_994, max: 9_000_006 }) },
          { weight: 2, arbitrary: fc.constant(0) },
          { weight: 1, arbitrary: wild },
        ),
        trailPpm: fc.constantFrom(0, 0, 0, 1_000, 7),
        price: fc.oneof(btcPrice, fc.constant(0)),
        lots: fc.oneof(btcLots, fc.constant(0)),
        quoteAmount: fc.constantFrom(0, 50_000_000),
        timeInForce: fc.constantFrom(0, 0, 1, 2, 3),
        selfTrade: fc.constantFrom(0, 1, 2, 3, 4),
        clientOrderId,
        source,
        target: fc.constantFrom(0, 0, 0, 0, 8_999_990, 9_000_010),
        trail: fc.constantFrom(0, 0, 0, 0, 2),
        activation: fc.constantFrom(0, 0, 0, 0, 9_000_000),
        offset: fc.constantFrom(0, 0, 0, 0, 5),
        expiresMs,
      })
      .map(({ isSound, ...stop }) => (isSound ? { ...stop, ...agreeing(stop) } : stop)),
  },
  ...extendedSteps,
  {
    weight: 8,
    arbitrary: fc
      .record({
        isAround: fc.constantFrom(true, true, false),
        type: fc.constant('place-oco' as const),
        owner,
        market: fc.constant(0),
        side,
        price: fc.oneof(
          { weight: 9, arbitrary: fc.integer({ min: 8_999_994, max: 9_000_006 }) },
          { weight: 1, arbitrary: wild },
        ),
        lots: btcLots,
        trigger: fc.integer({ min: 8_999_994, max: 9_000_006 }),
        stopPrice: fc.oneof(btcPrice, fc.constant(0)),
        selfTrade: fc.constantFrom(0, 1, 2, 3, 4),
        clientOrderId,
      })
      .map(({ isAround, ...pair }) => (isAround ? around(pair) : pair)),
  },
  {
    weight: 6,
    arbitrary: fc
      .record({
        isAround: fc.constantFrom(true, true, false),
        type: fc.constant('place-order-list' as const),
        owner,
        market: fc.constant(0),
        side,
        price: fc.integer({ min: 8_999_994, max: 9_000_006 }),
        lots: btcLots,
        trigger: fc.integer({ min: 8_999_994, max: 9_000_006 }),
        stopPrice: fc.oneof(btcPrice, fc.constant(0)),
        source,
        selfTrade: fc.constantFrom(0, 1, 2, 3, 4),
        listClientOrderId: clientOrderId,
        clientOrderId,
        stopClientOrderId: clientOrderId,
      })
      .map(({ isAround, ...pair }) => (isAround ? around(pair) : pair)),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('set-market-status' as const),
      market: fc.constantFrom(0, 0, 1, 7),
      status: fc.constantFrom(0, 0, 0, 1, 2),
      cancels: fc.constantFrom(0, 1, 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('change-market' as const),
      market: fc.constantFrom(0, 0, 1, 2, 7),
      makerFeePpm: fc.constantFrom(0, 0, 800, 5_000, 5_000, 100_000, 100_001),
      takerFeePpm: fc.constantFrom(0, 0, 1_000, 7_000, 7_000, 100_000, -1),
      minNotional: fc.constantFrom(...Array<number>(8).fill(1_000_000), 100, 0),
      maxNotional: fc.constantFrom(...Array<number>(8).fill(10 ** 12), 10 ** 9, 50),
      limitBandPpm: fc.constantFrom(...Array<number>(8).fill(500_000), 1_000, 1_000_001),
      marketBandPpm: fc.constantFrom(...Array<number>(5).fill(100_000), 1_000, 900_000, 1_000_000, 0),
      maxOpenOrders: fc.constantFrom(...Array<number>(8).fill(8), 3, 2 ** 21),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('delist-market' as const),
      market: fc.constantFrom(0, 1, 2, 3, 7),
      // From now on, as the player says; 0 takes the notice back.
      closesMs: fc.constantFrom(0, 0, 2_000, 60_000, 90_000_000, -1, 1.5, 366 * 86_400_000 + 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('open-market' as const),
      market: fc.constantFrom(0, 0, 1, 2, 3, 7),
      // From now on, as the player says.
      opensMs: fc.constantFrom(1_000, 2_000, 2_000, 60_000, 0, -1, 1.5, 366 * 86_400_000 + 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('set-rules' as const),
      feature: fc.constantFrom(...FEATURE_NAMES),
      // All must always be refused: golden journals contain them.
      version: fc.constantFrom(0, 1, 1_000_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('set-referrer' as const),
      owner,
      referrer: owner,
      sharePpm: fc.constantFrom(0, 100_000, 1_000_000, 2_000_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('cancel-all' as const),
      owner,
      market: fc.constantFrom(-1, 0, 1, 9),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('replace-quotes' as const),
      owner: fc.constantFrom(100, FIRST_USER),
      market: fc.constant(0),
      bids: quotes(btcPrice, btcLots),
      asks: quotes(btcPrice, btcLots),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('replace-quotes' as const),
      owner: fc.constant(100),
      market: fc.constant(1),
      bids: quotes(shibPrice, shibLots),
      asks: quotes(shibPrice, shibLots),
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({
      type: fc.constant('open-position' as const),
      owner,
      market: fc.constantFrom(0, 0, 0, 0, 1, 1, 2),
      direction: fc.constantFrom(DIRECTION.up, DIRECTION.down),
      stake: fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: 10 ** 6, max: 10 ** 8 }) },
        { weight: 3, arbitrary: fc.constantFrom(...STAKES) },
        { weight: 1, arbitrary: wild },
      ),
      seconds: fc.constantFrom(1, 3, 3, 7),
    }),
  },
];
const STEPS = Object.values(features).map(({ steps }) => steps as readonly WeightedStep<Command>[]);

export const randomStep: fc.Arbitrary<RandomStep> = fc.oneof(
  ...CENTRAL,
  { weight: 40, arbitrary: clock },
  ...STEPS.flat(),
);

/** For each feature steps that are mostly its own, so that what needs several of them occurs. */
const FOCUSED = [CENTRAL, ...STEPS].map((steps: readonly WeightedStep<RandomStep>[]) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.oneof(...steps) },
    { weight: 2, arbitrary: clock },
    { weight: 1, arbitrary: randomStep },
  ),
);
/** Scenes, with steps of orders between them. */
const SCENES = fc.oneof(
  { weight: 1, arbitrary: scene },
  { weight: 4, arbitrary: fc.oneof(...CENTRAL, { weight: 40, arbitrary: clock }).map((step) => [step]) },
);
/** Orders on the market whose index is finer than its prices. */
const COARSE = fc.oneof(...CENTRAL, { weight: 40, arbitrary: clock }).map(onCoarseMarket);
const single = (step: fc.Arbitrary<RandomStep>) => step.map((one) => [one]);

/** Sequences of steps of all kinds, mostly of one feature or of one market, and of scenes. */
export const randomSteps = (lengths: { minLength: number; maxLength: number }): fc.Arbitrary<RandomStep[]> =>
  fc
    .constantFrom(
      ...Array.from({ length: 10 }, () => single(randomStep)),
      ...[...FOCUSED, ...FOCUSED].map(single),
      ...Array.from({ length: 4 }, () => SCENES),
      ...Array.from({ length: 4 }, () => single(COARSE)),
    )
    .chain((steps) => fc.array(steps, { ...lengths, size: 'max' }))
    .map((parts) => parts.flat().slice(0, lengths.maxLength));
