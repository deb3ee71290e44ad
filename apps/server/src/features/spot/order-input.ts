/**
 * Converts the numbers of an order from the API into ticks, lots and units. Checks their form; each
 * refusal names its field.
 */
import { BUY, SELF_TRADE, SELL, STOP_KIND, TIME_IN_FORCE, type Command, type Side } from '@glasshouse/core';
import { parseDecimal } from '@glasshouse/money';
import { isRefusal, type ParsedInputOf, type Refusal } from '@glasshouse/protocol';
import {
  FORM_FIELDS,
  formFields,
  ORDER_FORMS,
  type placeOco,
  type placeOrder,
  type SelfTradeMode,
  type StopKind,
} from '@glasshouse/protocol/spot';
import { readAmount } from '../../amounts.ts';
import type { NamedMarket } from '../../catalogue.ts';
import { invalidField } from '../../http/invalid-input.ts';

type PlaceOrderInput = ParsedInputOf<typeof placeOrder>;
type PlaceOcoInput = ParsedInputOf<typeof placeOco>;

const SELF_TRADE_MODES: Readonly<Record<SelfTradeMode, number>> = {
  'cancel-newest': SELF_TRADE.cancelNewest,
  'cancel-oldest': SELF_TRADE.cancelOldest,
  'cancel-both': SELF_TRADE.cancelBoth,
};

/** A trailing distance in percent has four decimals, so its unit is a part per million. */
export const PERCENT_DECIMALS = 4;

/** The command for an order of any type. */
export function orderCommand(owner: number, input: PlaceOrderInput, named: NamedMarket): Command | Refusal {
  const fault = formFault(input);
  if (fault !== null) return fault;
  const terms = readTerms(input, named);
  if (isRefusal(terms)) return terms;
  const common = {
    owner,
    market: named.market.definition.market,
    side: sideOf(input.side),
    ...terms,
    timeInForce: TIME_IN_FORCE[input.timeInForce],
    selfTrade: SELF_TRADE_MODES[input.selfTrade],
    clientOrderId: input.clientOrderId ?? null,
  };
  if (input.type === 'limit' || input.type === 'market') return { type: 'place-order', ...common };
  const isTrailing = input.type === 'trailing-stop';
  const wait = isTrailing ? readTrail(input.trailPercent) : readTrigger(input, named);
  if (isRefusal(wait)) return wait;
  const kind = isTrailing ? STOP_KIND.none : STOP_KINDS[input.stopKind ?? 'stop-loss'];
  return { type: 'place-conditional', ...common, kind, ...wait };
}

const STOP_KINDS: Readonly<Record<StopKind, number>> = {
  'stop-loss': STOP_KIND.stopLoss,
  'take-profit': STOP_KIND.takeProfit,
};

/**
 * The form of the order's type says which fields, times in force and kinds it may have. A field
 * that it would ignore is refused: whoever sends it expects something of it.
 */
function formFault(input: PlaceOrderInput): Refusal | null {
  const { type, side, timeInForce, stopKind } = input;
  const { timesInForce, stopKinds } = ORDER_FORMS[type];
  const taken = formFields(type, side);
  const ignored = FORM_FIELDS.find((field) => input[field] !== undefined && !taken.has(field));
  if (ignored !== undefined) return invalidField(ignored, `not taken by ${type} ${side} orders`);
  if (input.amount !== undefined && input.quoteAmount !== undefined)
    return invalidField('quoteAmount', 'not together with amount');
  if (!timesInForce.includes(timeInForce))
    return invalidField('timeInForce', `one of ${timesInForce.join(', ')}`);
  return stopKind === undefined || stopKinds.includes(stopKind)
    ? null
    : invalidField('stopKind', `one of ${stopKinds.join(', ')}`);
}

export function ocoCommand(owner: number, input: PlaceOcoInput, named: NamedMarket): Command | Refusal {
  const { priceDecimals } = named.market.definition;
  const price = readPrice(input.price, { field: 'price', decimals: priceDecimals });
  if (typeof price !== 'number') return price;
  const lots = readLots(input.amount, named);
  if (typeof lots !== 'number') return lots;
  const wait = readTrigger(input, named);
  if (isRefusal(wait)) return wait;
  const stopPrice =
    input.stopPrice === undefined
      ? 0
      : readPrice(input.stopPrice, { field: 'stopPrice', decimals: priceDecimals });
  if (typeof stopPrice !== 'number') return stopPrice;
  return {
    type: 'place-oco',
    owner,
    market: named.market.definition.market,
    side: sideOf(input.side),
    price,
    lots,
    trigger: wait.trigger,
    stopPrice,
    selfTrade: SELF_TRADE_MODES[input.selfTrade],
    clientOrderId: input.clientOrderId ?? null,
  };
}

const sideOf = (side: 'buy' | 'sell'): Side => (side === 'buy' ? BUY : SELL);

function readTrigger(
  input: { triggerPrice?: string | undefined },
  named: NamedMarket,
): { trigger: number; trailPpm: number } | Refusal {
  const { priceDecimals } = named.market.definition;
  const options = {
    field: 'triggerPrice',
    decimals: priceDecimals,
    missing: 'spot/trigger-missing',
  } as const;
  const trigger = readPrice(input.triggerPrice, options);
  return typeof trigger === 'number' ? { trigger, trailPpm: 0 } : trigger;
}

function readTrail(text: string | undefined): { trigger: number; trailPpm: number } | Refusal {
  const trailPpm = text === undefined ? 0 : parseDecimal(text, PERCENT_DECIMALS);
  return typeof trailPpm === 'number' && trailPpm > 0
    ? { trigger: 0, trailPpm }
    : { error: 'spot/trigger-missing', field: 'trailPercent' };
}

interface Terms {
  readonly price: number;
  readonly lots: number;
  readonly quoteAmount: number;
}

/** The price and the size that an order of its type has. */
function readTerms(input: PlaceOrderInput, named: NamedMarket): Terms | Refusal {
  const { priceDecimals } = named.market.definition;
  const { hasPrice, buySizes, sellSizes } = ORDER_FORMS[input.type];
  const price = hasPrice ? readPrice(input.price, { field: 'price', decimals: priceDecimals }) : 0;
  if (typeof price !== 'number') return price;
  const sizes = input.side === 'buy' ? buySizes : sellSizes;
  const isByAmount = sizes.includes('amount') && input.amount !== undefined;
  if (!isByAmount && sizes.includes('quoteAmount')) {
    const quoteAmount = readAmount(input.quoteAmount, {
      field: 'quoteAmount',
      decimals: named.quote.decimals,
      missing: 'spot/amount-missing',
      tooPrecise: 'spot/amount-off-lot',
      tooLarge: 'spot/above-maximum',
    });
    return typeof quoteAmount === 'number' ? { price, lots: 0, quoteAmount } : quoteAmount;
  }
  const lots = readLots(input.amount, named);
  return typeof lots === 'number' ? { price, lots, quoteAmount: 0 } : lots;
}

export function readLots(text: string | undefined, { market }: NamedMarket): number | Refusal {
  return readAmount(text, {
    field: 'amount',
    decimals: market.definition.lotDecimals,
    missing: 'spot/amount-missing',
    tooPrecise: 'spot/amount-off-lot',
    tooLarge: 'spot/above-maximum',
  });
}

/** Prices may be below 0.00001 (SHIB has 7 decimals), so only zero counts as missing. */
export function readPrice(
  text: string | undefined,
  options: { field: string; decimals: number; missing?: Refusal['error'] },
): number | Refusal {
  const { field, decimals, missing = 'spot/price-missing' } = options;
  if (text === undefined || /^[0.]*$/.test(text)) return { error: missing, field };
  const ticks = parseDecimal(text, decimals);
  if (typeof ticks === 'number') return ticks;
  return { error: ticks === 'too-large' ? 'spot/price-out-of-range' : 'spot/price-off-tick', field };
}
