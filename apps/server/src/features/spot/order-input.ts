/**
 * Converts the numbers of an order from the API into ticks, lots and units. Checks their form; each
 * refusal names its field.
 */
import {
  BUY,
  SELF_TRADE,
  SELL,
  STOP_KIND,
  TIME_IN_FORCE,
  TRAIL_PPM_MAX,
  TRAIL_PPM_MIN,
  TRIGGER_SOURCE,
  type Command,
  type PlaceOco,
  type Side,
} from '@glasshouse/core';
import { parseDecimal } from '@glasshouse/money';
import { isRefusal, type ParsedInputOf, type Refusal } from '@glasshouse/protocol';
import {
  FORM_FIELDS,
  formFields,
  ORDER_FORMS,
  type OrderType,
  type placeOco,
  type placeOrder,
  type SelfTradeMode,
  type StopKind,
  type TriggerSource,
} from '@glasshouse/protocol/spot';
import { readAmount } from '../../values/amounts.ts';
import type { NamedMarket } from '../../contract/catalogue.ts';
import { invalidField } from '../../http/invalid-input.ts';

type PlaceOrderInput = ParsedInputOf<typeof placeOrder>;
type PlaceOcoInput = ParsedInputOf<typeof placeOco>;

const SELF_TRADE_MODES: Readonly<Record<SelfTradeMode, number>> = {
  'cancel-newest': SELF_TRADE.cancelNewest,
  'cancel-oldest': SELF_TRADE.cancelOldest,
  'cancel-both': SELF_TRADE.cancelBoth,
  decrement: SELF_TRADE.decrement,
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
    expiresMs: input.expireTime ?? 0,
  };
  if (input.type === 'limit' || input.type === 'market') {
    const further = readFurther(input, named);
    return isRefusal(further) ? further : { type: 'place-extended', ...common, ...further };
  }
  const wait = readWait(input, named);
  if (isRefusal(wait)) return wait;
  const source = TRIGGER_SOURCES[input.triggerBy ?? 'index'];
  const kind = WAIT_KINDS[input.type] ?? STOP_KINDS[input.stopKind ?? 'stop-loss'];
  return { type: 'place-conditional', ...common, kind, source, ...wait };
}

/** The plain command, which most orders need and the journal stores in few bytes. */
export function shortest(command: Command): Command {
  if (command.type !== 'place-extended') return command;
  const { slippagePpm, expiresMs, stopLoss, takeProfit, visibleLots } = command;
  const hasExit = stopLoss !== 0 || takeProfit !== 0;
  if (hasExit || slippagePpm !== 0 || expiresMs !== 0 || visibleLots !== 0) return command;
  const { owner, market, side, price, lots, quoteAmount, timeInForce, selfTrade, clientOrderId } = command;
  const common = { owner, market, side, price, lots, quoteAmount, timeInForce, selfTrade, clientOrderId };
  return { type: 'place-order', ...common };
}

const STOP_KINDS: Readonly<Record<StopKind, number>> = {
  'stop-loss': STOP_KIND.stopLoss,
  'take-profit': STOP_KIND.takeProfit,
};

/** The kinds of waiting orders whose type names them. */
const WAIT_KINDS: Readonly<Partial<Record<OrderType, number>>> = {
  'trailing-stop': STOP_KIND.none,
  'tp-sl': STOP_KIND.bracket,
};

const TRIGGER_SOURCES: Readonly<Record<TriggerSource, number>> = TRIGGER_SOURCE;

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
  if (input.trailPercent !== undefined && input.trailAmount !== undefined)
    return invalidField('trailAmount', 'not together with trailPercent');
  const isTaker = type === 'limit' && (timeInForce === 'IOC' || timeInForce === 'FOK');
  for (const field of ['expireTime', 'visibleAmount'] as const)
    if (input[field] !== undefined && isTaker) return invalidField(field, 'only with GTC or POST_ONLY');
  if (!timesInForce.includes(timeInForce))
    return invalidField('timeInForce', `one of ${timesInForce.join(', ')}`);
  return stopKind === undefined || stopKinds.includes(stopKind)
    ? null
    : invalidField('stopKind', `one of ${stopKinds.join(', ')}`);
}

export function ocoCommand(owner: number, input: PlaceOcoInput, named: NamedMarket): PlaceOco | Refusal {
  const { priceDecimals } = named.market.definition;
  const price = readPrice(input.price, { field: 'price', decimals: priceDecimals });
  if (typeof price !== 'number') return price;
  const lots = readLots(input.amount, named);
  if (typeof lots !== 'number') return lots;
  const trigger = readTrigger(input, named, 'triggerPrice');
  if (typeof trigger !== 'number') return trigger;
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
    trigger,
    stopPrice,
    selfTrade: SELF_TRADE_MODES[input.selfTrade],
    clientOrderId: input.clientOrderId ?? null,
  };
}

const sideOf = (side: 'buy' | 'sell'): Side => (side === 'buy' ? BUY : SELL);

type PriceField =
  | 'triggerPrice'
  | 'stopLossPrice'
  | 'takeProfitPrice'
  | 'trailAmount'
  | 'activationPrice'
  | 'limitOffset'
  | 'stopPrice';

/** A price or a distance between prices, in ticks. */
function readTrigger(
  input: Readonly<Partial<Record<PriceField, string | undefined>>>,
  named: NamedMarket,
  field: PriceField,
): number | Refusal {
  const { priceDecimals } = named.market.definition;
  return readPrice(input[field], { field, decimals: priceDecimals, missing: 'spot/trigger-missing' });
}

/** As `readTrigger`; 0 if the field is absent. */
function readOptional(
  input: Readonly<Partial<Record<PriceField, string | undefined>>>,
  named: NamedMarket,
  field: PriceField,
): number | Refusal {
  return input[field] === undefined ? 0 : readTrigger(input, named, field);
}

/** The conditions at which a waiting order fires. */
interface Wait {
  readonly trigger: number;
  readonly target: number;
  readonly trailPpm: number;
  readonly trail: number;
  readonly activation: number;
  readonly offset: number;
}

const NO_WAIT: Wait = { trigger: 0, target: 0, trailPpm: 0, trail: 0, activation: 0, offset: 0 };

function readWait(
  input: Readonly<Partial<Record<PriceField | 'trailPercent', string | undefined>>> & {
    readonly type: OrderType;
  },
  named: NamedMarket,
): Wait | Refusal {
  if (input.type === 'trailing-stop') return readTrail(input, named);
  const isBracket = input.type === 'tp-sl';
  const trigger = readTrigger(input, named, isBracket ? 'stopLossPrice' : 'triggerPrice');
  if (typeof trigger !== 'number') return trigger;
  const target = isBracket ? readTrigger(input, named, 'takeProfitPrice') : 0;
  return typeof target === 'number' ? { ...NO_WAIT, trigger, target } : target;
}

function readTrail(
  input: Readonly<Partial<Record<PriceField | 'trailPercent', string | undefined>>>,
  named: NamedMarket,
): Wait | Refusal {
  const trail = readOptional(input, named, 'trailAmount');
  if (typeof trail !== 'number') return trail;
  const { trailPercent } = input;
  if (trailPercent === undefined && trail === 0)
    return { error: 'spot/trigger-missing', field: 'trailPercent' };
  const trailPpm = trailPercent === undefined ? 0 : readTrailPercent(trailPercent);
  if (typeof trailPpm !== 'number') return trailPpm;
  const activation = readOptional(input, named, 'activationPrice');
  if (typeof activation !== 'number') return activation;
  const offset = readOptional(input, named, 'limitOffset');
  if (typeof offset !== 'number') return offset;
  return { ...NO_WAIT, trailPpm, trail, activation, offset };
}

/** Parts per million, within the bounds that the core takes. */
export function readTrailPercent(text: string): number | Refusal {
  const ppm = parseDecimal(text, PERCENT_DECIMALS);
  const isWithin = typeof ppm === 'number' && ppm >= TRAIL_PPM_MIN && ppm <= TRAIL_PPM_MAX;
  return isWithin ? ppm : { error: 'spot/trail-out-of-range', field: 'trailPercent' };
}

const SLIPPAGE_MAX_PPM = 1_000_000;

function readFurther(
  input: PlaceOrderInput,
  named: NamedMarket,
): { slippagePpm: number; stopLoss: number; takeProfit: number; visibleLots: number } | Refusal {
  const { slippagePercent } = input;
  const slippagePpm = slippagePercent === undefined ? 0 : parseDecimal(slippagePercent, PERCENT_DECIMALS);
  if (typeof slippagePpm !== 'number' || slippagePpm > SLIPPAGE_MAX_PPM)
    return invalidField('slippagePercent', 'up to 100, with at most 4 decimals');
  const stopLoss = readOptional(input, named, 'stopLossPrice');
  if (typeof stopLoss !== 'number') return stopLoss;
  const takeProfit = readOptional(input, named, 'takeProfitPrice');
  if (typeof takeProfit !== 'number') return takeProfit;
  const { visibleAmount } = input;
  const visibleLots = visibleAmount === undefined ? 0 : readLots(visibleAmount, named, 'visibleAmount');
  return typeof visibleLots === 'number' ? { slippagePpm, stopLoss, takeProfit, visibleLots } : visibleLots;
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
    const quoteAmount = readTotal(input.quoteAmount, named);
    return typeof quoteAmount === 'number' ? { price, lots: 0, quoteAmount } : quoteAmount;
  }
  const lots = readLots(input.amount, named);
  return typeof lots === 'number' ? { price, lots, quoteAmount: 0 } : lots;
}

export function readTotal(text: string | undefined, { quote }: NamedMarket): number | Refusal {
  return readAmount(text, {
    field: 'quoteAmount',
    decimals: quote.decimals,
    missing: 'spot/amount-missing',
    tooPrecise: 'spot/amount-off-lot',
    tooLarge: 'spot/above-maximum',
  });
}

export function readLots(
  text: string | undefined,
  { market }: NamedMarket,
  field = 'amount',
): number | Refusal {
  return readAmount(text, {
    field,
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
