/**
 * Goal: every order type with every time in force and every form of size ends as predicted by a
 * model that is only a list of asks (docs/features/spot.md). Method: all combinations are generated
 * and played with orders smaller than, equal to and larger than the matchable quantity, and the
 * matchable number of orders.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ORDER_FORMS, ORDER_TYPES, type OrderType } from '@glasshouse/protocol/spot';
import { ANN, BOB, UNIT, World } from '../../../sim/spot-world.ts';
import { BUY, SELL, STOP_KIND, TIME_IN_FORCE as TIF } from '../../index.ts';
import { ORDER_END } from './events.ts';

const SIZES = ['lots', 'total'] as const;

/**
 * Resting orders, best first. The last lies beyond the band of market orders and beyond the tried
 * limits.
 */
const ASKS = [
  { price: 100, lots: 100 },
  { price: 101, lots: 100 },
  { price: 120, lots: 100 },
] as const;
const LIMIT = 101;
const WITHIN = ASKS.filter(({ price }) => price <= LIMIT);
const LOTS_WITHIN = 200;

/** Cost of lots to the unit: one lot at 100 is 1 USDT. */
const costOf = (lots: number): number => {
  let left = lots;
  let units = 0;
  for (const ask of ASKS) {
    const taken = Math.min(left, ask.lots);
    units += (taken * ask.price * UNIT) / 100;
    left -= taken;
  }
  return units;
};

interface Case {
  readonly type: OrderType;
  readonly timeInForce: keyof typeof TIF;
  readonly size: (typeof SIZES)[number];
  readonly lots: number;
}

/** A refusal, or [status/end, filled lots]. */
type Result = string | readonly [string, number];

function modelOf({ type, timeInForce, size, lots }: Case): Result {
  const form = ORDER_FORMS[type];
  const isLimit = form.hasPrice;
  const isPostOnlyAtMarket = timeInForce === 'POST_ONLY' && !isLimit;
  if (!form.timesInForce.includes(timeInForce) && !isPostOnlyAtMarket) return 'request/invalid';
  if (!form.buySizes.includes(size === 'lots' ? 'amount' : 'quoteAmount')) return 'spot/amount-missing';
  if (isPostOnlyAtMarket) return 'spot/price-missing';
  if (timeInForce === 'POST_ONLY') return 'spot/would-take';
  const filled = Math.min(lots, LOTS_WITHIN);
  if (timeInForce === 'FOK' && filled < lots) return 'spot/would-not-fill';
  if (filled === lots) return ['1/0', filled];
  return isLimit && timeInForce === 'GTC' ? ['0/0', filled] : [`2/${ORDER_END.unfilled}`, filled];
}

function play({ type, timeInForce, size, lots }: Case): Result {
  const world = new World();
  for (const { price, lots: offered } of ASKS) world.do(world.order(BOB, SELL, price, offered));
  const isLimit = type === 'limit' || type === 'stop-limit';
  const terms = {
    price: isLimit ? LIMIT : 0,
    lots: size === 'lots' ? lots : 0,
    quoteAmount: size === 'total' ? costOf(lots) : 0,
    timeInForce: TIF[timeInForce],
  };
  const isPlain = type === 'limit' || type === 'market';
  const trail = type === 'trailing-stop' ? { trailPpm: 1_000 } : {};
  const bracket = type === 'tp-sl' ? { kind: STOP_KIND.bracket, target: 1 } : {};
  const command = isPlain
    ? world.order(ANN, BUY, terms.price, terms.lots, terms)
    : world.stop(ANN, BUY, type === 'trailing-stop' ? 0 : 102, {
        ...terms,
        ...trail,
        ...bracket,
      });
  const { error, id } = world.try(command);
  if (error !== null) return error;
  if (!isPlain) {
    assert.deepEqual(world.state(id), ['0/0', 0]);
    world.tick(1020);
  }
  const [state, filled] = world.state(id);
  assert.equal(world.last(id).filledQuote, costOf(filled), 'what was spent');
  return [state, filled];
}

test('R11.4 spot I9 order type by time in force by form of size: each ends as a naive model says', () => {
  assert.equal(
    WITHIN.reduce((lots, ask) => lots + ask.lots, 0),
    LOTS_WITHIN,
  );
  let cases = 0;
  for (const type of ORDER_TYPES)
    for (const timeInForce of ['GTC', 'IOC', 'FOK', 'POST_ONLY'] as const)
      for (const size of SIZES)
        for (const lots of [99, 100, 101, LOTS_WITHIN - 1, LOTS_WITHIN, LOTS_WITHIN + 1]) {
          const one = { type, timeInForce, size, lots };
          assert.deepEqual(play(one), modelOf(one), JSON.stringify(one));
          cases++;
        }
  assert.equal(cases, ORDER_TYPES.length * 4 * SIZES.length * 6);
});
