/** Whether others make the market of a pair, by what they show around the price. */
import { BUY, SELL, type Command, type Side } from '@glasshouse/core';
import type { NamedMarket } from '../../contract/catalogue.ts';

/** Prices of a side that are looked at, best first. */
const PRICES_MAX = 100;

type Quotes = Extract<Command, { readonly type: 'replace-quotes' }>;

interface Around {
  /** In ticks of the pair, as is `halfSpread`. */
  readonly price: number;
  readonly halfSpread: number;
  /** The least value on each side, in units of the quote coin. */
  readonly aside: number;
}

/**
 * Whether on each side orders that are not `own` show a value of at least `aside`, no farther from
 * the price than `halfSpread`.
 */
export function othersQuote(pair: NamedMarket, { price, halfSpread, aside }: Around, own?: Quotes): boolean {
  const { book, definition } = pair.market;
  const units = 10 ** (pair.quote.decimals - definition.priceDecimals - definition.lotDecimals);
  const shown = (side: Side): number => {
    const ownLots = lotsByPrice(side === BUY ? own?.bids : own?.asks);
    return book
      .depth(side, PRICES_MAX)
      .filter(([at]) => (side === BUY ? at >= price - halfSpread : at <= price + halfSpread))
      .reduce((sum, [at, lots]) => sum + Math.max(0, lots - (ownLots.get(at) ?? 0)) * at * units, 0);
  };
  return shown(BUY) >= aside && shown(SELL) >= aside;
}

/** Of [price, lots, price, lots, …]. */
function lotsByPrice(levels: readonly number[] = []): ReadonlyMap<number, number> {
  const lots = new Map<number, number>();
  for (let i = 0; i < levels.length; i += 2) lots.set(levels[i]!, levels[i + 1]!);
  return lots;
}
