/**
 * Which combinations of an order's fields exist: the only list. The server checks orders by it, the
 * core's tests compare the core with it, and docs/generated/order-types.md shows it.
 */

/**
 * Limit and market orders are placed at once; the others wait for the price at a public tick, tp-sl
 * for one of two prices.
 */
export const ORDER_TYPES = [
  'limit',
  'market',
  'stop-limit',
  'stop-market',
  'trailing-stop',
  'tp-sl',
] as const;
export type OrderType = (typeof ORDER_TYPES)[number];
/**
 * The direction in which a stop fires. A stop-loss sells when the price falls to its trigger and
 * buys when it rises to it; a take-profit does the reverse.
 */
export const STOP_KINDS = ['stop-loss', 'take-profit'] as const;
export type StopKind = (typeof STOP_KINDS)[number];
/** The price that a waiting order compares: the index price, or that of the last trade. */
export const TRIGGER_SOURCES = ['index', 'last'] as const;
export type TriggerSource = (typeof TRIGGER_SOURCES)[number];
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'POST_ONLY'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];
/** The fields that give an order its size. */
export type SizeField = 'amount' | 'quoteAmount';
/** The fields that say what an order waits for. */
export type WaitField = 'triggerPrice' | 'trailPercent' | 'trailAmount' | 'stopLossPrice' | 'takeProfitPrice';
/** Fields that an order can have or not. */
export type OptionalField =
  | 'stopLossPrice'
  | 'takeProfitPrice'
  | 'expireTime'
  | 'slippagePercent'
  | 'triggerBy'
  | 'activationPrice'
  | 'limitOffset'
  | 'visibleAmount';

export interface OrderForm {
  /** Whether it has a limit price of its own. */
  readonly hasPrice: boolean;
  /**
   * What it waits for; empty if it is placed at once. A trailing stop has one of its two fields,
   * tp-sl both.
   */
  readonly waitsBy: readonly WaitField[];
  /** Empty if it has no stopKind. The first is the default. */
  readonly stopKinds: readonly StopKind[];
  /** The first is the default. */
  readonly timesInForce: readonly TimeInForce[];
  readonly buySizes: readonly SizeField[];
  readonly sellSizes: readonly SizeField[];
  readonly optional: readonly OptionalField[];
}

const BY_AMOUNT = ['amount'] as const;
const BY_EITHER = ['amount', 'quoteAmount'] as const;
const EXITS = ['stopLossPrice', 'takeProfitPrice'] as const;
const AT_ONCE = { waitsBy: [], stopKinds: [] } as const;
const WAITING = { timesInForce: ['GTC', 'IOC'], optional: ['triggerBy', 'expireTime'] } as const;
const STOP = { ...WAITING, waitsBy: ['triggerPrice'], stopKinds: STOP_KINDS } as const;

export const ORDER_FORMS: Readonly<Record<OrderType, OrderForm>> = {
  limit: {
    ...AT_ONCE,
    hasPrice: true,
    timesInForce: TIMES_IN_FORCE,
    buySizes: BY_AMOUNT,
    sellSizes: BY_AMOUNT,
    optional: [...EXITS, 'expireTime', 'visibleAmount'],
  },
  market: {
    ...AT_ONCE,
    hasPrice: false,
    timesInForce: ['GTC', 'IOC', 'FOK'],
    buySizes: BY_EITHER,
    sellSizes: BY_AMOUNT,
    optional: [...EXITS, 'slippagePercent'],
  },
  'stop-limit': { ...STOP, hasPrice: true, buySizes: BY_AMOUNT, sellSizes: BY_AMOUNT },
  'stop-market': { ...STOP, hasPrice: false, buySizes: BY_EITHER, sellSizes: BY_AMOUNT },
  'trailing-stop': {
    ...WAITING,
    hasPrice: false,
    waitsBy: ['trailPercent', 'trailAmount'],
    stopKinds: ['stop-loss'],
    buySizes: ['quoteAmount'],
    sellSizes: BY_AMOUNT,
    optional: [...WAITING.optional, 'activationPrice', 'limitOffset'],
  },
  'tp-sl': {
    ...WAITING,
    hasPrice: false,
    waitsBy: EXITS,
    stopKinds: [],
    buySizes: BY_EITHER,
    sellSizes: BY_AMOUNT,
  },
};

/**
 * Fields of an order that only some types take, or only one side of them; a field that is not taken
 * is refused. At most one of the size fields.
 */
export const FORM_FIELDS = [
  'price',
  'triggerPrice',
  'trailPercent',
  'trailAmount',
  'activationPrice',
  'limitOffset',
  'stopKind',
  'triggerBy',
  'stopLossPrice',
  'takeProfitPrice',
  'slippagePercent',
  'expireTime',
  'visibleAmount',
  'amount',
  'quoteAmount',
] as const;
export type FormField = (typeof FORM_FIELDS)[number];

/** Which of them an order takes. */
export function formFields(type: OrderType, side: 'buy' | 'sell'): ReadonlySet<FormField> {
  return TAKEN_FIELDS[type][side];
}

function takenFields(type: OrderType, side: 'buy' | 'sell'): ReadonlySet<FormField> {
  const { hasPrice, waitsBy, stopKinds, buySizes, sellSizes, optional } = ORDER_FORMS[type];
  return new Set([
    ...(hasPrice ? (['price'] as const) : []),
    ...waitsBy,
    ...(stopKinds.length === 0 ? [] : (['stopKind'] as const)),
    ...(side === 'buy' ? buySizes : sellSizes),
    // A trailing purchase is given by its total, which its price must not exceed.
    ...optional.filter((field) => side === 'sell' || field !== 'limitOffset'),
  ]);
}

/** Made once, because each order is checked by them. */
const TAKEN_FIELDS = Object.fromEntries(
  ORDER_TYPES.map((type) => [type, { buy: takenFields(type, 'buy'), sell: takenFields(type, 'sell') }]),
) as Readonly<Record<OrderType, Readonly<Record<'buy' | 'sell', ReadonlySet<FormField>>>>>;
