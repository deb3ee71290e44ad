/**
 * One order book, built from a snapshot and its deltas, and its displayed part: levels, grouped and
 * summed, exact.
 */
import type { DepthDelta, DepthSnapshot, Level } from '@glasshouse/protocol/stream';
import { formatFixed, parseDecimal } from '@glasshouse/money';
import { groupPrice, type DepthStep } from '@glasshouse/protocol/market/depth-steps';

export interface DepthBook {
  readonly version: number;
  /** Price text to quantity text. */
  readonly bids: ReadonlyMap<string, string>;
  readonly asks: ReadonlyMap<string, string>;
}
export interface BookLevel {
  readonly price: string;
  readonly amount: string;
  /** Sum of the amounts from the best price to this level. */
  readonly total: string;
  /** `total` as a share of the largest displayed total, 0 to 1. */
  readonly share: number;
}
export interface BookView {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}
interface GroupOptions {
  readonly priceDecimals: number;
  /** The width of a group; 1 shows every price. */
  readonly groupTicks: DepthStep;
}
export interface ViewOptions extends GroupOptions {
  readonly amountDecimals: number;
  readonly levels: number;
}

export function bookFrom(frame: DepthSnapshot): DepthBook {
  return { version: frame.version, bids: new Map(frame.bids), asks: new Map(frame.asks) };
}

/** The book after a delta, or 'gap' if the delta does not follow the current version. */
export function applyDelta(book: DepthBook, delta: DepthDelta): DepthBook | 'gap' {
  if (delta.version <= book.version) return book;
  if (delta.from !== book.version) return 'gap';
  return {
    version: delta.version,
    bids: changed(book.bids, delta.bids),
    asks: changed(book.asks, delta.asks),
  };
}

export function viewOf(book: DepthBook, options: ViewOptions): BookView {
  const bids = sideOf(book.bids, 'bids', options);
  const asks = sideOf(book.asks, 'asks', options);
  const deepest = Math.max(bids.at(-1)?.total ?? 0, asks.at(-1)?.total ?? 0, 1);
  const shown = (levels: RawLevel[]): BookLevel[] =>
    levels.map((level) => ({
      price: formatFixed(level.price, options.priceDecimals),
      amount: formatFixed(level.amount, options.amountDecimals),
      total: formatFixed(level.total, options.amountDecimals),
      share: level.total / deepest,
    }));
  return { bids: shown(bids), asks: shown(asks) };
}

/** The best price of each side, without sorting the book. */
export function bestOf({ bids, asks }: DepthBook): { bid: string | undefined; ask: string | undefined } {
  return { bid: best(bids, (a, b) => a > b), ask: best(asks, (a, b) => a < b) };
}

/** The levels of a side as [price, amount], the best first. */
export function sortedSide(book: DepthBook, side: 'bids' | 'asks'): readonly (readonly [string, string])[] {
  const sign = side === 'bids' ? -1 : 1;
  return [...book[side]].sort(([a], [b]) => sign * (Number(a) - Number(b)));
}

function best(
  side: ReadonlyMap<string, string>,
  better: (a: number, b: number) => boolean,
): string | undefined {
  let found: string | undefined;
  for (const price of side.keys()) {
    if (found === undefined || better(Number(price), Number(found))) found = price;
  }
  return found;
}

interface RawLevel {
  readonly price: number;
  amount: number;
  total: number;
}

/** The price of an order's row, as `viewOf` formats it. */
export function rowPrice(side: 'bids' | 'asks', price: string, options: GroupOptions): string {
  return formatFixed(
    groupPrice(side, units(price, options.priceDecimals), options.groupTicks),
    options.priceDecimals,
  );
}

/** Groups again what the server has grouped, which changes nothing. */
function sideOf(side: ReadonlyMap<string, string>, name: 'bids' | 'asks', options: ViewOptions): RawLevel[] {
  const { levels } = options;
  const groups = new Map<number, number>();
  for (const [priceText, amountText] of side) {
    const price = units(priceText, options.priceDecimals);
    const group = groupPrice(name, price, options.groupTicks);
    groups.set(group, (groups.get(group) ?? 0) + units(amountText, options.amountDecimals));
  }
  const sorted = [...groups].sort((a, b) => (name === 'bids' ? b[0] - a[0] : a[0] - b[0])).slice(0, levels);
  let total = 0;
  return sorted.map(([price, amount]) => {
    total += amount;
    return { price, amount, total };
  });
}

function changed(side: ReadonlyMap<string, string>, levels: readonly Level[]): ReadonlyMap<string, string> {
  if (levels.length === 0) return side;
  const next = new Map(side);
  for (const [price, amount] of levels) {
    if (Number(amount) === 0) next.delete(price);
    else next.set(price, amount);
  }
  return next;
}

function units(text: string, decimals: number): number {
  const parsed = parseDecimal(text, decimals);
  return typeof parsed === 'number' ? parsed : 0;
}
