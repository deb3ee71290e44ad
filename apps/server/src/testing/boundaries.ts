/**
 * The last orders that the filters of a pair allow, each with the first one beyond, computed from
 * the filters alone, as a program does.
 */
import type { SymbolFilter } from '@glasshouse/protocol/programs';

interface Order {
  readonly price: string;
  readonly quantity: string;
  /** Of an iceberg. */
  readonly icebergQty?: string;
}

export interface Boundary {
  readonly filter: SymbolFilter['filterType'];
  readonly accepted: Order;
  readonly refused: Order;
}

/** Decimals of the numbers here; prices and quantities have fewer. */
const DECIMALS = 18;
const ONE = 10n ** BigInt(DECIMALS);

function numberOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'));
}

function textOf(number: bigint): string {
  const digits = String(number).padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`.replace(/\.?0+$/, '');
}

const floorTo = (number: bigint, step: bigint): bigint => number - (number % step);
const ceilTo = (number: bigint, step: bigint): bigint => floorTo(number + step - 1n, step);

function found<T extends SymbolFilter['filterType']>(filters: readonly SymbolFilter[], type: T) {
  const one = filters.find((filter) => filter.filterType === type);
  if (one === undefined) throw new Error(`no filter ${type}`);
  return one as Extract<SymbolFilter, { filterType: T }>;
}

/** `reference`: the price around which PERCENT_PRICE lies. */
export function boundaries(filters: readonly SymbolFilter[], reference: string): Boundary[] {
  const tick = numberOf(found(filters, 'PRICE_FILTER').tickSize);
  const step = numberOf(found(filters, 'LOT_SIZE').stepSize);
  const notional = found(filters, 'NOTIONAL');
  const [min, max] = [numberOf(notional.minNotional), numberOf(notional.maxNotional)];
  const percent = found(filters, 'PERCENT_PRICE');
  const around = numberOf(reference);
  const price = floorTo(around, tick);
  const highest = floorTo((around * numberOf(percent.multiplierUp)) / ONE, tick);
  const lowest = ceilTo((around * numberOf(percent.multiplierDown)) / ONE, tick);
  /** The least quantity of a value, and the largest. */
  const least = (value: bigint, at = price) => ceilTo((value * ONE + at - 1n) / at, step);
  const most = (value: bigint) => floorTo((value * ONE) / price, step);
  const parts = BigInt(found(filters, 'ICEBERG_PARTS').limit);
  const visible = least(min);
  const order = (at: bigint, quantity: bigint, icebergQty?: bigint): Order => ({
    price: textOf(at),
    quantity: textOf(quantity),
    ...(icebergQty === undefined ? {} : { icebergQty: textOf(icebergQty) }),
  });
  const usual = least(2n * min);
  return [
    { filter: 'PRICE_FILTER', accepted: order(price, usual), refused: order(price + tick / 10n, usual) },
    { filter: 'LOT_SIZE', accepted: order(price, usual), refused: order(price, usual + step / 10n) },
    { filter: 'NOTIONAL', accepted: order(price, least(min)), refused: order(price, least(min) - step) },
    { filter: 'NOTIONAL', accepted: order(price, most(max)), refused: order(price, most(max) + step) },
    {
      filter: 'PERCENT_PRICE',
      accepted: order(highest, usual),
      refused: order(highest + tick, usual),
    },
    {
      filter: 'PERCENT_PRICE',
      accepted: order(lowest, least(2n * min, lowest)),
      refused: order(lowest - tick, least(2n * min, lowest - tick)),
    },
    {
      filter: 'ICEBERG_PARTS',
      accepted: order(price, visible * parts, visible),
      refused: order(price, visible * parts + step, visible),
    },
  ];
}
