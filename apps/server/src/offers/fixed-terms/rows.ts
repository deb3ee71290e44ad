/** Fixed terms as the API shows them, from memory, from the core's events or from the tables. */
import { formatDecimal, fullDays, simpleInterest } from '@glasshouse/money';
import type { FixedTermOfferRow, FixedTermReserveRow } from '@glasshouse/protocol/fixed-term-shapes';
import { WALLET, type FixedTermOrder } from '@glasshouse/core';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Ports } from '../../contract/ports.ts';
import type { FixedTermSource } from './source.ts';
import type { FixedTermOrdersTable } from './tables.ts';

/** Rates are in parts per 10^9, which are nine decimals. */
export const RATE_DECIMALS = 9;

export type FixedTermFields = Omit<FixedTermOrder, 'type'>;
export type FixedTermRow = ReturnType<typeof orderRowOf>;
/** An order in the account channel. */
export type RowOf<Row> = (catalogue: Catalogue, order: FixedTermFields, nowMs: number) => Row;

export function orderRowOf(
  catalogue: Catalogue,
  order: FixedTermFields,
  { nowMs, states }: { readonly nowMs: number } & Pick<FixedTermSource, 'states'>,
) {
  const { code, decimals } = catalogue.assetAt(order.asset);
  const { amount, dailyRatePpb, days, boughtMs, dueMs, endedMs, interest, offer, place, status } = order;
  const full = fullDays({ fromMs: boughtMs, days }, nowMs);
  const earned = {
    'so-far': simpleInterest(amount, dailyRatePpb, full),
    all: interest,
    nothing: 0,
  }[states[status]?.earns ?? 'so-far'];
  return {
    id: String(order.order),
    offer,
    place,
    currency: code,
    amount: formatDecimal(amount, decimals),
    dailyRate: formatDecimal(dailyRatePpb, RATE_DECIMALS),
    days,
    remainingDays: endedMs === 0 ? days - full : 0,
    currentProfit: formatDecimal(earned, decimals),
    interest: formatDecimal(interest, decimals),
    time: boughtMs,
    dueTime: dueMs,
    endTime: endedMs === 0 ? null : endedMs,
    status,
  };
}

export function fieldsOf(row: FixedTermOrdersTable): FixedTermFields {
  return {
    order: row.order_id,
    owner: row.owner,
    offer: row.offer,
    place: row.place,
    asset: row.asset,
    amount: row.amount,
    dailyRatePpb: row.daily_rate_ppb,
    days: row.days,
    interest: row.interest,
    boughtMs: row.bought_ms,
    dueMs: row.due_ms,
    status: row.status,
    endedMs: row.ended_ms,
  };
}

/** Every offer by its number, and the reserve by coin. */
export function offersOf(
  { catalogue, offerTexts, sequencer }: Ports,
  source: FixedTermSource,
): { list: FixedTermOfferRow[]; reserves: FixedTermReserveRow[] } {
  const { feature } = source;
  const { terms } = catalogue.exchange.features[feature];
  const nowMs = sequencer.nowMs();
  const list = [...terms.offers.values()]
    .sort((a, b) => a.terms.offer - b.terms.offer)
    .map(({ terms: offer, reserved }): FixedTermOfferRow => {
      const { code, decimals } = catalogue.assetAt(offer.asset);
      const sold = terms.sold.totalOf(offer.offer);
      const units = (amount: number): string => formatDecimal(amount, decimals);
      const limit = (amount: number): string | null => (amount === 0 ? null : units(amount));
      return {
        offer: offer.offer,
        currency: code,
        dailyRate: formatDecimal(offer.dailyRatePpb, RATE_DECIMALS),
        days: offer.days,
        minAmount: units(offer.minAmount),
        maxPerOwner: limit(offer.maxPerOwner),
        quota: limit(offer.quota),
        left: offer.quota === 0 ? null : units(Math.max(0, offer.quota - sold)),
        sold: units(sold),
        opensTime: offer.opensMs === 0 ? null : offer.opensMs,
        closesTime: offer.closesMs === 0 ? null : offer.closesMs,
        isOnSale: terms.isOnSale(offer.offer, nowMs),
        reserved: units(reserved),
        texts: offerTexts.of(feature, offer.offer),
      };
    });
  return { list, reserves: reservesOf(catalogue, source) };
}

/** Of the coins that are offered: what all orders are owed, and what the reserve has. */
function reservesOf(catalogue: Catalogue, { feature, reserve }: FixedTermSource): FixedTermReserveRow[] {
  const { exchange } = catalogue;
  const { terms } = exchange.features[feature];
  const owed = new Map<number, number>();
  for (const {
    terms: { asset },
    reserved,
  } of terms.offers.values())
    owed.set(asset, (owed.get(asset) ?? 0) + reserved);
  return [...owed].map(([asset, units]) => {
    const { code, decimals } = catalogue.assetAt(asset);
    const { available, frozen } = exchange.balance(reserve, WALLET.house, asset);
    return {
      currency: code,
      owed: formatDecimal(units, decimals),
      setAside: formatDecimal(frozen, decimals),
      free: formatDecimal(available, decimals),
    };
  });
}
