/**
 * The value of an owner's coins day by day, and what of its change is result: deposits, withdrawals
 * and gifts are none. Pure; amounts are exact decimals, in USDT by the daily closing prices.
 */
import { Big } from 'big.js';
import type { HistoryCoin } from '@glasshouse/protocol/wallet';

export const DAY_MS = 86_400_000;

export interface History {
  /** When the first day began. */
  readonly startTime: number;
  readonly list: readonly HistoryCoin[];
}
/** Closing prices in USDT, by the beginning of their day. */
export type Closes = ReadonlyMap<number, number>;

export interface ValueInput {
  readonly history: History;
  readonly closesOf: (coin: string) => Closes;
  /** The current price; undefined if there is none. */
  readonly priceOf: (coin: string) => number | undefined;
  readonly nowMs: number;
}

export interface ValuePoint {
  /** The end of a day, and now. */
  readonly timeMs: number;
  /** In USDT. */
  readonly value: string;
}
export interface ValueLine {
  /** The values from the beginning of the first day on. */
  readonly points: readonly ValuePoint[];
  /** The result of all days, that of each day (UTC), oldest first, and that of today. */
  readonly result: Result;
  readonly days: readonly DayResult[];
  readonly today: Result;
}
export interface DayResult extends Result {
  /** When the day began. */
  readonly timeMs: number;
  /** In USDT: the value at its end, and what came in or left besides, by the price then. */
  readonly value: string;
  readonly flow: string;
}
export interface Result {
  readonly amount: string;
  /** The result as a ratio of the initial value and what came in; undefined if that is zero. */
  readonly ratio: number | undefined;
}

export function valueLineOf(input: ValueInput): ValueLine {
  const { history, nowMs } = input;
  const days = Math.floor((nowMs - history.startTime) / DAY_MS) + 1;
  const coins = history.list.map((coin) => trackOf(coin, input, days));
  const sumAt = (index: number, of: (track: Track) => readonly Big[]): Big =>
    coins.reduce((sum, track) => sum.plus(of(track)[index] ?? 0), new Big(0));
  const values = Array.from({ length: days + 1 }, (_, index) => sumAt(index, ({ value }) => value));
  const flows = Array.from({ length: days }, (_, index) => sumAt(index, ({ flow }) => flow));
  const inflows = Array.from({ length: days }, (_, index) => sumAt(index, ({ inflow }) => inflow));
  /** From the beginning of the first of these days to the end of the last. */
  const resultOf = (first: number, last: number): Result => {
    const start = values[first]!;
    const between = (parts: readonly Big[]) =>
      parts.slice(first, last + 1).reduce((sum, part) => sum.plus(part), new Big(0));
    const amount = values[last + 1]!.minus(start).minus(between(flows));
    const base = start.plus(between(inflows));
    return { amount: amount.toFixed(), ratio: base.lte(0) ? undefined : amount.div(base).toNumber() };
  };
  return {
    points: values.map((value, index) => ({
      timeMs: Math.min(history.startTime + index * DAY_MS, nowMs),
      value: value.toFixed(),
    })),
    result: resultOf(0, days - 1),
    days: flows.map((flow, index) => ({
      timeMs: history.startTime + index * DAY_MS,
      value: values[index + 1]!.toFixed(),
      flow: flow.toFixed(),
      ...resultOf(index, index),
    })),
    today: resultOf(days - 1, days - 1),
  };
}

/**
 * The track of one coin: its values at the start and at the end of each day, and the flows of each
 * day.
 */
interface Track {
  readonly value: readonly Big[];
  readonly flow: readonly Big[];
  readonly inflow: readonly Big[];
}

function trackOf({ currency, opening, days: changed }: HistoryCoin, input: ValueInput, days: number): Track {
  const { history, priceOf } = input;
  const prices = pricesOf(input, currency, days);
  const byDay = new Map(changed.map((day) => [day.time, day]));
  let held = new Big(opening);
  const value = [held.times(prices[0]!)];
  const [flow, inflow]: [Big[], Big[]] = [[], []];
  for (let index = 0; index < days; index++) {
    const day = byDay.get(history.startTime + index * DAY_MS);
    held = held.plus(day?.change ?? 0);
    const price = index === days - 1 ? (priceOf(currency) ?? prices[days]!) : prices[index + 1]!;
    const moved = new Big(day?.flow ?? 0).times(price);
    value.push(held.times(price));
    flow.push(moved);
    inflow.push(moved.gt(0) ? moved : new Big(0));
  }
  return { value, flow, inflow };
}

/**
 * The price at the start of the first day, and at the end of each. Where a day has none, the one
 * before holds; before the first known price, that one.
 */
function pricesOf({ history, closesOf, priceOf }: ValueInput, coin: string, days: number): readonly number[] {
  const closes = closesOf(coin);
  const known = Array.from({ length: days + 1 }, (_, index) =>
    closes.get(history.startTime + (index - 1) * DAY_MS),
  );
  let last = known.find((price) => price !== undefined) ?? priceOf(coin) ?? 0;
  return known.map((price) => (last = price ?? last));
}
