/**
 * Turns random steps into commands. A command depends on the open orders and the last tick of the
 * run.
 */
import { SELF_TRADE, type Command, type Exchange, type OrderChanged } from '../src/index.ts';
import { coarse, COARSE_MARKET } from './coarse-steps.ts';
import type { ReplacementStep } from './extended-steps.ts';
import type { NamedSteps } from './feature.ts';
import * as features from './features.ts';
import { isFundingStep, namedFunding } from './funding-steps.ts';
import { commandAtLimit } from './limit-commands.ts';
import type { RandomStep } from './random-step.ts';

/** By step type: how the feature that owns the step turns it into a command. */
const COMPLETE: Readonly<Record<string, (step: never, exchange: Exchange, timeMs: number) => Command>> =
  Object.assign(
    {},
    ...Object.values(features).map((feature): NamedSteps => ('named' in feature ? feature.named : {})),
  );

export const START_MS = 1_700_000_000_000;
/** The first index price of each market of the set-up, at its index decimals. */
const FIRST_PRICES = [9_000_000, 125_000];

export class Player {
  readonly #prices = [...FIRST_PRICES];
  #tick = 0;
  #tickMs = START_MS;

  /**
   * The time of the next command: 0, 500 or 1000 ms after the last tick, in turn. At 1000 ms it may
   * coincide with the next tick.
   */
  get timeMs(): number {
    return this.#tickMs + 500 * (this.#tick % 3);
  }

  /** Times in a step are relative to `timeMs`, the approximate time of the command. */
  commandOf(step: RandomStep, exchange: Exchange, timeMs = this.timeMs): Command {
    if (step.type === 'exchange-coins' || step.type === 'exchange-dust')
      return { ...step, validUntilMs: timeMs + step.validUntilMs };
    if (step.type === 'delist-market')
      return { ...step, closesMs: step.closesMs === 0 ? 0 : timeMs + step.closesMs };
    if (step.type === 'cancel-after')
      return { ...step, atMs: step.atMs === 0 ? 0 : expiryOf(step.atMs, timeMs) };
    if (step.type === 'open-market') return { ...step, opensMs: expiryOf(step.opensMs, timeMs) };
    if (step.type === 'place-hold') return { ...step, untilMs: timeMs + step.untilMs };
    const named = COMPLETE[step.type];
    if (named !== undefined) return named(step as never, exchange, timeMs);
    if (isFundingStep(step)) return namedFunding(step, exchange);
    return this.#tradingStep(step, exchange, timeMs);
  }

  #tradingStep(step: RandomStep, exchange: Exchange, timeMs: number): Command {
    if (step.type === 'next-tick') return this.#nextTick(step);
    if (step.type === 'place-extended' || step.type === 'place-conditional')
      return { ...step, expiresMs: step.expiresMs === 0 ? 0 : expiryOf(step.expiresMs, timeMs) };
    if (step.type === 'amend-stop-some') return stopAmendment(step, exchange);
    if (step.type === 'replace-some') return replacement(step, exchange, timeMs);
    if (step.type === 'meet-some') return ownMeeting(step, exchange);
    if (step.type === 'at-limit') return commandAtLimit(step, exchange, this.#prices[0]!);
    if (step.type !== 'cancel-some' && step.type !== 'amend-some') return step as Command;
    return ofPicked(step, exchange);
  }

  /** A move that is NaN is a missing price in this tick. */
  #nextTick(step: Extract<RandomStep, { type: 'next-tick' }>): Command {
    this.#tickMs += step.gap * 1000;
    const prices = this.#prices.map((price, i) => {
      const move = step.moves[i] ?? 0;
      if (Number.isNaN(move)) return 0;
      this.#prices[i] = price + move;
      return price + move;
    });
    const tick = { tick: ++this.#tick, tickMs: this.#tickMs, prices };
    if (tick.tick % 3 !== 0) return { type: 'tick', ...tick };
    return { type: 'quoted-tick', ...tick, rules: 1, quotesHash: 'a1'.repeat(32) };
  }
}

/**
 * Cancels or amends one of the owner's open orders. If there is none, it names an order that does
 * not exist.
 */
function ofPicked(
  step: Extract<RandomStep, { type: 'cancel-some' | 'amend-some' }>,
  exchange: Exchange,
): Command {
  const { owner, pick } = step;
  const orders = exchange.features.spot.openOrders(owner);
  const picked = orders[pick % Math.max(1, orders.length)];
  const order = picked?.order ?? pick;
  if (step.type === 'cancel-some') return { type: 'cancel-order', owner, order };
  // Half of the amendments only shrink the order.
  const { price, lots } = picked?.market === COARSE_MARKET ? coarse(step) : step;
  if (picked === undefined || pick % 2 === 1) return { type: 'amend-order', owner, order, price, lots };
  const fewer = Math.max(picked.filledLots + 1, picked.lots - 100);
  return { type: 'amend-order', owner, order, price: picked.price, lots: fewer };
}

function replacement(step: ReplacementStep, exchange: Exchange, timeMs: number): Command {
  const { pick, ...terms } = step;
  const orders = exchange.features.spot.openOrders(step.owner);
  // Never a quote's: their ids are not published.
  const order = orders[pick % Math.max(1, orders.length)]?.order ?? 0;
  const expiresMs = step.expiresMs === 0 ? 0 : expiryOf(step.expiresMs, timeMs);
  return { ...terms, type: 'replace-order', order, expiresMs };
}

/**
 * The absolute time of a step's relative expiry. Short times of whole seconds end on a whole
 * second, so that they can coincide with a tick.
 */
function expiryOf(afterMs: number, timeMs: number): number {
  const isWithTick = afterMs > 0 && afterMs < 10_000 && afterMs % 1000 === 0;
  return isWithTick ? Math.ceil((timeMs + afterMs) / 1000) * 1000 : timeMs + afterMs;
}

/**
 * An order that meets a resting order of the same owner with `decrement`; half of the time that
 * order is a leg of an OCO. It has fewer lots than are open, as many, or more.
 */
function ownMeeting({ owner, pick }: { owner: number; pick: number }, exchange: Exchange): Command {
  const resting = exchange.features.spot
    .openOrders(owner)
    .filter(({ trigger, firedTick }) => trigger === 0 || firedTick > 0);
  const legs = resting.filter(({ partner }) => partner !== 0);
  const from = pick % 2 === 0 && legs.length > 0 ? legs : resting;
  const met = from[pick % Math.max(1, from.length)];
  const open = (met?.lots ?? 2) - (met?.filledLots ?? 0);
  return {
    type: 'place-order',
    owner,
    market: met?.market ?? 0,
    side: met?.side === 0 ? 1 : 0,
    price: met?.price ?? 1,
    lots: [Math.ceil(open / 2), open - 1, open, open + 20][pick % 4]!,
    quoteAmount: 0,
    timeInForce: 0,
    selfTrade: SELF_TRADE.decrement,
    clientOrderId: null,
  };
}

type StopAmendment = Extract<RandomStep, { type: 'amend-stop-some' }>;

/**
 * The order to amend: mostly a waiting one, often the stop leg of an OCO, sometimes an order of
 * another kind.
 */
function amended({ owner, pick }: StopAmendment, exchange: Exchange): OrderChanged | undefined {
  const orders = exchange.features.spot.openOrders(owner);
  const waiting = orders.filter((one) => one.trigger > 0 && one.firedTick === 0);
  const stops = waiting.filter(({ partner }) => partner !== 0);
  const preferred = pick % 3 === 1 && stops.length > 0 ? stops : waiting;
  const from = pick % 5 === 0 || waiting.length === 0 ? orders : preferred;
  return from[pick % Math.max(1, from.length)];
}

/** Half of the amendments of an OCO keep its prices, which are still around the index. */
function ocoAmendment(
  { owner, pick, terms: { lots, price, trigger, stopPrice } }: StopAmendment,
  exchange: Exchange,
  picked: OrderChanged,
): Command {
  const leg = exchange.features.spot.openOrder(owner, picked.partner);
  const keeps = pick % 2 === 1 && leg !== null && picked.trigger > 0;
  const prices = keeps ? { price: leg.price, trigger: picked.trigger } : { price, trigger };
  return { type: 'amend-oco', owner, order: picked.order, lots, stopPrice, ...prices };
}

/**
 * Amends a waiting order or an OCO of the owner, or tries the same with an order of another kind.
 */
function stopAmendment(step: StopAmendment, exchange: Exchange): Command {
  const { owner, pick } = step;
  const picked = amended(step, exchange);
  const terms = picked?.market === COARSE_MARKET ? coarse(step.terms) : step.terms;
  const { lots, price, trigger } = terms;
  if (picked !== undefined && picked.partner !== 0) return ocoAmendment({ ...step, terms }, exchange, picked);
  const order = picked?.order ?? pick;
  const { trailPpm, trail, activation, offset, quoteAmount, stopPrice } = terms;
  const isTrailing = picked !== undefined && (picked.trailPpm > 0 || picked.trail > 0);
  const target = picked !== undefined && picked.kind === 3 ? price : 0;
  return isTrailing
    ? {
        type: 'amend-conditional',
        owner,
        order,
        trigger: 0,
        price: 0,
        lots: picked.side === 0 ? 0 : lots,
        quoteAmount,
        target: 0,
        trailPpm,
        trail: trailPpm > 0 ? 0 : trail,
        activation,
        offset,
      }
    : {
        type: 'amend-conditional',
        owner,
        order,
        trigger,
        price: target > 0 ? 0 : stopPrice,
        lots,
        quoteAmount,
        target,
        trailPpm: 0,
        trail: 0,
        activation: 0,
        offset: 0,
      };
}
