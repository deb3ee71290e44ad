/**
 * Funds and holdings as the API shows them, from memory, from the core's events or from the table.
 */
import { HOLDING_STATUS, HOUSE, WALLET, type HoldingChanged } from '@glasshouse/core';
import { formatDecimal, formatFixed } from '@glasshouse/money';
import type { FundOffer, HoldingRow } from '@glasshouse/protocol/fund';
import {
  BASKET_UNITS,
  NAV_DECIMALS,
  settlementOf,
  UNIT_DECIMALS,
  type HoldingTerms,
} from '@glasshouse/protocol/fund/quote';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Ports } from '../../contract/ports.ts';
import { HOLDING_COLUMNS, HOLDING_FIELDS } from './projection.ts';
import type { FundHoldingsTable } from './tables.ts';

/** Rates are in parts per million; those of loans in parts per 10^9. */
export const PPM_DECIMALS = 6;
export const PPB_DECIMALS = 9;
/** The decimals of the amount of a coin in one unit of a fund. */
const PER_UNIT_DECIMALS = Math.log10(BASKET_UNITS);

export type HoldingFields = Omit<HoldingChanged, 'type'>;
type Parts = Pick<Ports, 'catalogue' | 'offerTexts'>;

export const ppmText = (ppm: number): string => formatDecimal(ppm, PPM_DECIMALS);
export const navText = (nav: number): string => formatFixed(nav, NAV_DECIMALS);
const unitsText = (units: number): string => formatDecimal(units, UNIT_DECIMALS);
const known = <T>(value: number, of: (value: number) => T): T | null => (value === 0 ? null : of(value));

export function offerRowOf(
  { catalogue, offerTexts }: Parts,
  number: number,
  nowMs: number,
): FundOffer | null {
  const { exchange } = catalogue;
  const { offers, holdings } = exchange.features.fund;
  const fund = offers.of(number);
  if (fund === undefined) return null;
  const { offer, nav, navMs } = fund;
  const quote = catalogue.assetAt(offer.quote);
  const out = holdings.sold.totalOf(number);
  return {
    fund: number,
    texts: offerTexts.of('fund', number),
    currency: quote.code,
    quoteDecimals: quote.decimals,
    basket: offer.basket.map(({ asset, market, quantity }) => {
      const { code, decimals } = catalogue.assetAt(asset);
      const pair = catalogue.marketAt(market);
      return {
        currency: code,
        symbol: pair.symbol,
        quantity,
        decimals,
        indexDecimals: pair.market.definition.indexDecimals,
        perUnit: formatDecimal(quantity, decimals + PER_UNIT_DECIMALS),
        held: formatDecimal(exchange.balance(HOUSE.fundVehicle, WALLET.house, asset).available, decimals),
      };
    }),
    nav: known(nav, navText),
    navTime: known(navMs, (ms) => ms),
    cover: ppmText(offer.coverPpm),
    buyFee: ppmText(offer.buyFeePpm),
    sellFee: ppmText(offer.sellFeePpm),
    exitFee: ppmText(offer.exitFeePpm),
    lendingDaily: formatDecimal(offer.lendingDailyPpb, PPB_DECIMALS),
    maintenance: ppmText(offer.maintenancePpm),
    maxLeverage: offer.maxLeverage,
    minUnits: unitsText(offer.minUnits),
    maxPerOwner: known(offer.maxPerOwner, unitsText),
    unitsOut: unitsText(out),
    quota: unitsText(offer.quota),
    endTime: known(offer.endsMs, (ms) => ms),
    isOpen: (offer.endsMs === 0 || nowMs < offer.endsMs) && out + offer.minUnits <= offer.quota,
  };
}

export function termsOf(catalogue: Catalogue, holding: HoldingFields): HoldingTerms {
  return { ...holding, quoteDecimals: catalogue.assetAt(holding.quote).decimals };
}

const REASONS = [null, 'nav-moved', 'no-nav', 'too-small'] as const;
const { waiting, holding: isHeld, notFilled } = HOLDING_STATUS;

/**
 * The profit of a holding; while it is open, at the last NAV and before the fee of a sale; null
 * without a NAV.
 */
function profitOf(catalogue: Catalogue, holding: HoldingFields, nav: number): number | null {
  const { status, payout, margin, buyFee, interest } = holding;
  if (status === waiting || status === notFilled) return null;
  if (status !== isHeld) return payout - margin - buyFee;
  if (nav === 0) return null;
  return settlementOf(termsOf(catalogue, holding), { nav, interest, feePpm: 0 }).profit - interest;
}

export function holdingRowOf(catalogue: Catalogue, holding: HoldingFields): HoldingRow {
  const { code, decimals } = catalogue.assetAt(holding.quote);
  const units = (amount: number): string => formatDecimal(amount, decimals);
  const isOpen = holding.status === isHeld || holding.status === waiting;
  const nav = isOpen ? catalogue.exchange.features.fund.offers.of(holding.fund)!.nav : holding.closeNav;
  const profit = profitOf(catalogue, holding, nav);
  const ended = <T>(value: T): T | null => (isOpen ? null : value);
  return {
    id: String(holding.holding),
    fund: holding.fund,
    currency: code,
    status: holding.status,
    reason: REASONS[holding.reason] ?? null,
    quantity: unitsText(holding.units),
    maxPrice: navText(holding.maxNav),
    buyPrice: known(holding.buyNav, navText),
    buyAmount: units(holding.notional),
    leverage: holding.leverage,
    margin: units(holding.margin),
    buyFee: units(holding.buyFee),
    payment: units(holding.margin + holding.buyFee),
    loan: units(holding.notional - holding.margin),
    lendingDaily: formatDecimal(holding.lendingDailyPpb, PPB_DECIMALS),
    days: holding.days,
    interest: units(holding.interest),
    maintenance: units(holding.maintenance),
    sellFee: ppmText(holding.sellFeePpm),
    exitFee: ppmText(holding.exitFeePpm),
    liquidationPrice: known(holding.liquidationNav, navText),
    limitPrice: known(holding.limitNav, navText),
    orderedEnd: known(holding.orderedEnd, (end) => (end === HOLDING_STATUS.sold ? 'sale' : 'exit')),
    minPrice: holding.orderedEnd === 0 ? null : navText(holding.minNav),
    currentPrice: known(nav, navText),
    profit: profit === null ? null : units(profit),
    orderTime: holding.acceptedMs,
    buyTime: known(holding.boughtMs, (ms) => ms),
    saleTime: ended(holding.closedMs),
    salePrice: ended(known(holding.closeNav, navText)),
    saleFee: ended(units(holding.closeFee)),
    payout: ended(units(holding.payout)),
    paidInCoins: ended(units(holding.paidInCoins)),
  };
}

export function holdingFieldsOf(row: FundHoldingsTable): HoldingFields {
  const fields = HOLDING_FIELDS.map((field) => [field, row[HOLDING_COLUMNS[field]]]);
  return Object.fromEntries(fields) as HoldingFields;
}
