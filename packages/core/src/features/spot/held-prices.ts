/**
 * Bounds the prices of orders whose owner's money is held from withdrawal. Otherwise a trade with
 * an accomplice, far from the market, would move the money around the hold. Such orders need a
 * current index price and trade at most 2% worse than it. Each such trade then moves only a small
 * part of its value, costs its fees, and fills every better offer first.
 */
import * as MONEY from '@glasshouse/money';
import type { HeldMoney } from '../../ledger/held-money.ts';
import type { Side } from '../../matching/side.ts';
import type { Market } from '../../registry.ts';
import type { PlaceOrder } from './commands.ts';
import * as SIDE from '../../matching/side.ts';

const { mulDivFloor, PPM } = MONEY;
const { BUY } = SIDE;

const HELD_BAND_PPM = 20_000;
const INDEX_AGE_MS_MAX = 5_000;

export class HeldPrices {
  declare private readonly money: HeldMoney;

  constructor(money: HeldMoney) {
    this.money = money;
  }

  /** Whether the owner of a ledger block has held money. */
  binds(block: number): boolean {
    return this.money.isKept(block);
  }

  /**
   * Whether such an owner's order is refused: its limit price is worse than the bound, or the index
   * price is too old. A market order (price 0) is refused only for an old index price, because
   * `narrow` bounds its fills.
   */
  refuses(market: Market, { side, price }: Pick<PlaceOrder, 'side' | 'price'>, timeMs: number): boolean {
    if (isOld(market, timeMs)) return true;
    return price > 0 && this.narrow(market, side, price) !== price;
  }

  /** Whether such an owner's order that waits is refused: the index price is too old. */
  isStale(block: number, market: Market, timeMs: number): boolean {
    return this.binds(block) && isOld(market, timeMs);
  }

  /** Whether an OCO is refused. Neither of its legs trades at once. */
  refusesOco(
    block: number,
    market: Market,
    { timeMs, ...pair }: Pick<PlaceOrder, 'side' | 'price'> & { readonly timeMs: number },
  ): boolean {
    return this.binds(block) && this.refuses(market, pair, timeMs);
  }

  /** The stricter of a limit price and the bound. */
  narrow(market: Market, side: Side, limit: number): number {
    const worst = this.#worst(market, side);
    return side === BUY ? Math.min(limit, worst) : Math.max(limit, worst);
  }

  #worst(market: Market, side: Side): number {
    const reference = market.referencePrice();
    const distance = mulDivFloor(reference, HELD_BAND_PPM, PPM);
    return side === BUY ? reference + distance : reference - distance;
  }
}

function isOld({ indexPrice, indexMs }: Market, timeMs: number): boolean {
  return indexPrice === 0 || timeMs - indexMs > INDEX_AGE_MS_MAX;
}
