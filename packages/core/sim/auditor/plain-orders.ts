/**
 * Without the model: a plain limit order that rests is accepted if and only if halt, band, value
 * and balance allow it.
 */
import type { Command, Outcome } from '../../src/index.ts';
import { FREE, type Verdict } from '../feature.ts';
import type { Books } from './books.ts';
import type { AuditedMarket } from './markets.ts';
import { UNITS_MAX } from './spot-terms.ts';

/** The exchange account. */
const EXCHANGE = 2;

interface Parts {
  readonly markets: ReadonlyMap<number, AuditedMarket>;
  readonly books: Books;
}

export function plainOrder(
  { markets, books }: Parts,
  command: Extract<Command, { type: 'place-order' }>,
  { error }: Outcome,
): Verdict {
  const market = markets.get(command.market);
  if (market === undefined) return 'market/unknown-pair';
  if (market.closed !== null) return market.closed;
  const { owner, side, price, lots } = command;
  if (price === 0 || error === 'spot/price-missing' || error === 'spot/amount-missing') return FREE;
  const { definition } = market;
  if (error === 'spot/above-maximum' && BigInt(Math.floor(lots)) * market.unitsPerLot > UNITS_MAX)
    return error;
  if (!market.isNear(price, definition.limitBandPpm)) return 'spot/price-out-of-range';
  const value = market.needed(0, price, lots);
  if (value > BigInt(definition.maxNotional)) return 'spot/above-maximum';
  if (value < BigInt(definition.minNotional)) return 'spot/below-minimum';
  if (error !== null && error !== 'wallet/insufficient-balance') return FREE;
  const asset = side === 0 ? definition.quote : definition.base;
  const isCovered = books.get(owner, EXCHANGE, asset).available >= market.needed(side, price, lots);
  return isCovered ? null : 'wallet/insufficient-balance';
}
