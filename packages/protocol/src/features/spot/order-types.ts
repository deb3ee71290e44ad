/**
 * Which combinations of an order's fields exist: the only list. The server checks orders by it, the
 * core's tests compare the core with it, and docs/generated/order-types.md shows it.
 */

/**
 * Limit and market orders are placed at once; the others wait for the index price of a public tick.
 */
export const ORDER_TYPES = ['limit', 'market', 'stop-limit', 'stop-market', 'trailing-stop'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];
/**
 * The direction in which a stop fires. A stop-loss sells when the index falls to its trigger and
 * buys when it rises to it; a take-profit does the reverse.
 */
export const STOP_KINDS = ['stop-loss', 'take-profit'] as const;
export type StopKind = (typeof STOP_KINDS)[number];
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'POST_ONLY'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];
/** The fields that give an order its size. */
export type SizeField = 'amount' | 'quoteAmount';

export interface OrderForm {
  /** Whether it has a limit price of its own. */
  readonly hasPrice: boolean;
  /** The field that says what it waits for; null if it is placed at once. */
  readonly waitsBy: 'triggerPrice' | 'trailPercent' | null;
  /** Empty if it has no stopKind. The first is the default. */
  readonly stopKinds: readonly StopKind[];
  /** The first is the default. */
  readonly timesInForce: readonly TimeInForce[];
  readonly buySizes: readonly SizeField[];
  readonly sellSizes: readonly SizeField[];
}

const BY_AMOUNT = ['amount'] as const;
const BY_EITHER = ['amount', 'quoteAmount'] as const;
const AT_ONCE = { waitsBy: null, stopKinds: [] } as const;
const STOP = { waitsBy: 'triggerPrice', stopKinds: STOP_KINDS, timesInForce: ['GTC', 'IOC'] } as const;

export const ORDER_FORMS: Readonly<Record<OrderType, OrderForm>> = {
  limit: {
    ...AT_ONCE,
    hasPrice: true,
    timesInForce: TIMES_IN_FORCE,
    buySizes: BY_AMOUNT,
    sellSizes: BY_AMOUNT,
  },
  market: {
    ...AT_ONCE,
    hasPrice: false,
    timesInForce: ['GTC', 'IOC', 'FOK'],
    buySizes: BY_EITHER,
    sellSizes: BY_AMOUNT,
  },
  'stop-limit': { ...STOP, hasPrice: true, buySizes: BY_AMOUNT, sellSizes: BY_AMOUNT },
  'stop-market': { ...STOP, hasPrice: false, buySizes: BY_EITHER, sellSizes: BY_AMOUNT },
  'trailing-stop': {
    hasPrice: false,
    waitsBy: 'trailPercent',
    stopKinds: ['stop-loss'],
    timesInForce: ['GTC', 'IOC'],
    buySizes: ['quoteAmount'],
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
  'stopKind',
  'amount',
  'quoteAmount',
] as const;
export type FormField = (typeof FORM_FIELDS)[number];

/** Which of them an order takes. */
export function formFields(type: OrderType, side: 'buy' | 'sell'): ReadonlySet<FormField> {
  const { hasPrice, waitsBy, stopKinds, buySizes, sellSizes } = ORDER_FORMS[type];
  return new Set([
    ...(hasPrice ? (['price'] as const) : []),
    ...(waitsBy === null ? [] : [waitsBy]),
    ...(stopKinds.length === 0 ? [] : (['stopKind'] as const)),
    ...(side === 'buy' ? buySizes : sellSizes),
  ]);
}
