/** The exact numbers of a pair: prices in ticks, quantities in lots, amounts in units of a coin. */
import type { AnswerOf } from '@glasshouse/client';
import { formatFixed, lotsFor, pairScale, parseDecimal, quoteFloor } from '@glasshouse/money';

type SymbolInfo = AnswerOf<'market/get-exchange-info'>['symbols'][number];

/** A decimal in the smallest units that it may have. */
export function unitsOf(text: string, decimals: number): number {
  const units = parseDecimal(text, decimals);
  if (typeof units === 'string') throw new Error(`${text} is ${units}`);
  return units;
}

export class Pair {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly decimals: {
    readonly price: number;
    readonly lot: number;
    readonly base: number;
    readonly quote: number;
  };
  readonly #scale: ReturnType<typeof pairScale>;

  constructor({ symbol, filters, ...info }: SymbolInfo) {
    const decimalsOf = (step: string): number => (step.split('.')[1] ?? '').length;
    const tick = filters.find((one) => one.filterType === 'PRICE_FILTER')!.tickSize;
    const lot = filters.find((one) => one.filterType === 'LOT_SIZE')!.stepSize;
    this.symbol = symbol;
    this.base = info.baseAsset;
    this.quote = info.quoteAsset;
    this.decimals = {
      price: decimalsOf(tick),
      lot: decimalsOf(lot),
      base: info.baseAssetPrecision,
      quote: info.quoteAssetPrecision,
    };
    this.#scale = pairScale(this.decimals);
  }

  ticks(price: string): number {
    return unitsOf(price, this.decimals.price);
  }

  /** A price and the quantity that this much of the quote coin is worth there. */
  terms(ticks: number, value: string): { readonly price: string; readonly quantity: string } {
    const { multiplier, divisor } = this.#scale;
    const lots = lotsFor(unitsOf(value, this.decimals.quote), ticks, multiplier, divisor);
    return { price: formatFixed(ticks, this.decimals.price), quantity: formatFixed(lots, this.decimals.lot) };
  }

  /** What units of the base coin are worth, in whole lots, rounded towards zero. */
  worth(baseUnits: number, ticks: number): number {
    const { multiplier, divisor, unitsPerLot } = this.#scale;
    const lots = Math.floor(Math.abs(baseUnits) / unitsPerLot);
    return Math.sign(baseUnits) * quoteFloor(ticks, lots, multiplier, divisor);
  }
}
