/** Purchases, sales and exits, and the preview of a purchase. */
import { HOLDING_STATUS, type Command, type DefineFundOffer } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { SeenTerms } from '@glasshouse/protocol/fund';
import {
  ANY_NAV,
  boundOf,
  interestOf,
  NAV_DECIMALS,
  purchaseOf,
  UNIT_DECIMALS,
} from '@glasshouse/protocol/fund/quote';
import { readAmount } from '../../values/amounts.ts';
import type { Handler } from '../../http/handler.ts';
import type { Ports } from '../../contract/ports.ts';
import { refuseLock } from '../../contract/locks.ts';
import { isRepeated, submitFor } from '../../contract/sequencer.ts';
import { navText, PPB_DECIMALS, PPM_DECIMALS } from './rows.ts';

const unitsOf = (quantity: string | undefined): number | Refusal =>
  readAmount(quantity, {
    field: 'quantity',
    decimals: UNIT_DECIMALS,
    missing: 'fund/amount-missing',
    tooPrecise: 'request/invalid',
    tooLarge: 'fund/above-maximum',
  });

/** A bound or a limit; more decimals than a NAV has are refused. */
function navOf(text: string, field: string): number | Refusal {
  const nav = parseDecimal(text, NAV_DECIMALS);
  if (typeof nav === 'number') return nav;
  if (nav === 'too-large') return ANY_NAV;
  return { error: 'request/invalid', field, params: { field, reason: `at most ${NAV_DECIMALS} decimals` } };
}

/** The refusals that a field of the order causes, with the field. */
const FIELDS: Readonly<Record<string, string>> = {
  'fund/unknown-fund': 'fund',
  'fund/leverage-not-offered': 'leverage',
  'fund/below-minimum': 'quantity',
  'fund/above-maximum': 'quantity',
  'fund/quota': 'quantity',
  'fund/owner-limit': 'quantity',
  'fund/not-holding': 'id',
  'fund/bound-too-high': 'maxPrice',
  'fund/price-missing': 'price',
  'fund/price-reached': 'price',
};

async function send(parts: Ports, caller: Parameters<Handler<'fund/buy'>>[1], command: Command) {
  const outcome = await submitFor(parts.sequencer, caller, command);
  return isRefusal(outcome) ? withField(outcome) : outcome;
}

function withField(refusal: Refusal): Refusal {
  const field = FIELDS[refusal.error];
  return field === undefined || refusal.field !== undefined ? refusal : { ...refusal, field };
}

export function preview({ catalogue, sequencer }: Ports): Handler<'fund/preview'> {
  return ({ fund: number, quantity, leverage }) =>
    sequencer.read(() => {
      const fund = catalogue.exchange.features.fund.offers.of(number);
      if (fund === undefined) return { error: 'fund/unknown-fund', field: 'fund' };
      const units = unitsOf(quantity);
      if (isRefusal(units)) return units;
      const { offer, nav } = fund;
      if (leverage > offer.maxLeverage) return { error: 'fund/leverage-not-offered', field: 'leverage' };
      if (units < offer.minUnits) return { error: 'fund/below-minimum', field: 'quantity' };
      if (nav === 0) return { error: 'market/no-price' };
      const { decimals } = catalogue.assetAt(offer.quote);
      const purchase = purchaseOf({ ...offer, quoteDecimals: decimals }, { units, leverage, nav });
      if (purchase === null) return { error: 'fund/above-maximum', field: 'quantity' };
      const amount = (value: number): string => formatDecimal(value, decimals);
      const { notional, margin, debt, fee, payment, maintenance, liquidationNav } = purchase;
      return {
        nav: navText(nav),
        notional: amount(notional),
        margin: amount(margin),
        loan: amount(debt),
        fee: amount(fee),
        payment: amount(payment),
        dailyInterest: amount(interestOf(debt, offer.lendingDailyPpb, 1)),
        maintenance: amount(maintenance),
        liquidationPrice: liquidationNav === 0 ? null : navText(liquidationNav),
      };
    });
}

export function buy(parts: Ports): Handler<'fund/buy'> {
  return async ({ fund, quantity, leverage, maxPrice, fundPassword, ...seen }, caller) => {
    const units = unitsOf(quantity);
    if (isRefusal(units)) return units;
    const offered = await parts.sequencer.read(() => parts.catalogue.exchange.features.fund.offers.of(fund));
    const changed = offered === undefined ? null : changedTerm(offered.offer, seen);
    // The answer to a request that was sent before is the one of then.
    if (changed !== null && !(await isRepeated(parts.sequencer, caller))) return changed;
    const maxNav = maxPrice === undefined ? knownBound(offered?.nav ?? 0) : navOf(maxPrice, 'maxPrice');
    if (isRefusal(maxNav)) return maxNav;
    const owner = caller.userId;
    const command = { type: 'buy-fund', owner, fund, units, leverage, maxNav } as const;
    if (leverage > 1) {
      const { sequencer, catalogue } = parts;
      const refused = await refuseLock(parts, caller, {
        refusal: () => catalogue.exchange.features.fund.refusalOf(command, sequencer.nowMs()),
        fundPassword,
      });
      if (refused !== null) return withField(refused);
    }
    const outcome = await send(parts, caller, command);
    if (isRefusal(outcome)) return outcome;
    return { id: String(outcome.id), status: HOLDING_STATUS.waiting, maxPrice: navText(maxNav) };
  };
}

/** The bound of a purchase that names none; above every NAV where there is none to count from. */
const knownBound = (nav: number): number => (nav === 0 ? ANY_NAV : boundOf(nav));

/** The refusal of a purchase whose buyer has seen another fee or rate. */
function changedTerm(offer: Omit<DefineFundOffer, 'type'>, seen: SeenTerms): Refusal | null {
  const terms: readonly (readonly [keyof SeenTerms, units: number, decimals: number])[] = [
    ['buyFee', offer.buyFeePpm, PPM_DECIMALS],
    ['sellFee', offer.sellFeePpm, PPM_DECIMALS],
    ['exitFee', offer.exitFeePpm, PPM_DECIMALS],
    ['lendingDaily', offer.lendingDailyPpb, PPB_DECIMALS],
    ['maintenance', offer.maintenancePpm, PPM_DECIMALS],
  ];
  const changed = terms.find(([name, units, decimals]) => {
    const text = seen[name];
    return text !== undefined && parseDecimal(text, decimals) !== units;
  });
  return changed === undefined ? null : { error: 'fund/terms-changed', field: changed[0] };
}

export function sell(parts: Ports): Handler<'fund/sell'> {
  return async ({ id, type, price }, caller) => {
    if (type === undefined) return { error: 'fund/type-missing', field: 'type' };
    if (type === 'limit' && price === undefined) return { error: 'fund/price-missing', field: 'price' };
    const nav = price === undefined ? 0 : navOf(price, 'price');
    if (isRefusal(nav)) return nav;
    const named = { owner: caller.userId, holding: Number(id) };
    const outcome = await send(
      parts,
      caller,
      type === 'limit'
        ? { type: 'set-fund-limit', ...named, limitNav: nav }
        : { type: 'sell-fund', ...named, minNav: nav },
    );
    return isRefusal(outcome) ? outcome : { id };
  };
}

export function cancelSell(parts: Ports): Handler<'fund/cancel-sell'> {
  return async ({ id }, caller) => {
    const named = { owner: caller.userId, holding: Number(id) };
    const outcome = await send(parts, caller, { type: 'cancel-fund-limit', ...named });
    return isRefusal(outcome) ? outcome : { id };
  };
}

export function exit(parts: Ports): Handler<'fund/exit'> {
  return async ({ id, price }, caller) => {
    const minNav = price === undefined ? 0 : navOf(price, 'price');
    if (isRefusal(minNav)) return minNav;
    const named = { owner: caller.userId, holding: Number(id) };
    const outcome = await send(parts, caller, { type: 'exit-fund', ...named, minNav });
    return isRefusal(outcome) ? outcome : { id };
  };
}
