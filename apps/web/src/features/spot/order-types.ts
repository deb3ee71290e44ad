/**
 * The order types, one entry each, used by the form, its arithmetic, the confirmation and the call.
 */
import type { OptionalField, OrderRow, SelfTradeMode, TimeInForce } from '@glasshouse/protocol/spot';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import type { CallInput } from '#data/api.ts';
import type { TextKey } from '#shared/i18n.ts';
import type { FurtherTerms } from './further-terms.ts';

export type Side = 'buy' | 'sell';

/** The prices typed above an order's amount. */
export interface OrderPrices {
  readonly price: string;
  /** The index price that places a waiting order. */
  readonly triggerPrice: string;
  /** The limit price of the stop leg of an OCO. */
  readonly stopPrice: string;
  /** The distance at which a trailing stop follows the price, in percent or in the quote coin. */
  readonly trailPercent: string;
  readonly trailAmount: string;
  /** The price from which a trailing stop follows. */
  readonly activationPrice: string;
  /** How far below its trigger a trailing sale may sell. */
  readonly limitOffset: string;
  /** The stop-loss price of a tp-sl order, or of another order's exit. */
  readonly stopLossPrice: string;
  readonly takeProfitPrice: string;
}
export type PriceField = keyof OrderPrices;
export const NO_PRICES: OrderPrices = {
  price: '',
  triggerPrice: '',
  stopPrice: '',
  trailPercent: '',
  trailAmount: '',
  activationPrice: '',
  limitOffset: '',
  stopLossPrice: '',
  takeProfitPrice: '',
};
type PlaceOrderInput = CallInput<'spot/place-order'>;
type PlaceOcoInput = CallInput<'spot/place-oco'>;

export interface OrderType {
  readonly name: PlaceOrderInput['type'] | 'take-profit-limit' | 'take-profit-market' | 'oco';
  /** The call's names for it, if they differ. */
  readonly sends?: Pick<PlaceOrderInput, 'type' | 'stopKind'>;
  readonly label: TextKey;
  /** Its description in the menu. */
  readonly text?: TextKey;
  /** The fields above the amount, from top to bottom. */
  readonly fields: readonly PriceField[];
  /** Fields that may be empty: the order then trades at the market's price. */
  readonly optional: (side: Side) => readonly PriceField[];
  /** False if it trades at the market's price. */
  readonly isLimit: boolean;
  /** The typed prices that it may trade at; none if only the market knows. */
  readonly reckonsWith: readonly PriceField[];
  /** True if it waits for the index price. */
  readonly waits: boolean;
  /** The available times in force, the default first; empty if there is no choice. */
  readonly timesInForce: readonly TimeInForce[];
  /** The further terms that it can have (`further-terms.ts`). */
  readonly further: readonly OptionalField[];
}

export interface OrderDraft {
  readonly side: Side;
  readonly type: OrderType;
  readonly prices: OrderPrices;
  readonly amount: string;
  /** The total of a market buy. */
  readonly quoteAmount: string;
  readonly timeInForce: TimeInForce;
  /**
   * The available balance of the coin that pays: the quote coin when buying, the base coin when
   * selling.
   */
  readonly available: string | undefined;
  readonly further: FurtherTerms;
}

const NONE = (): readonly PriceField[] => [];
const WAITING = ['triggerBy', 'expireTime'] as const;
const EXITS = ['takeProfitPrice', 'stopLossPrice'] as const;
const MARKET = { optional: NONE, isLimit: false, timesInForce: [], further: WAITING } as const;

export const ORDER_TYPES: readonly [OrderType, ...OrderType[]] = [
  {
    name: 'limit',
    label: 'spot.limit',
    fields: ['price'],
    optional: NONE,
    isLimit: true,
    reckonsWith: ['price'],
    waits: false,
    timesInForce: ['GTC', 'POST_ONLY', 'IOC', 'FOK'],
    further: [...EXITS, 'expireTime', 'visibleAmount'],
  },
  {
    name: 'market',
    label: 'spot.market',
    fields: [],
    reckonsWith: [],
    waits: false,
    ...MARKET,
    further: [...EXITS, 'slippagePercent'],
  },
  {
    name: 'stop-limit',
    sends: { type: 'stop-limit', stopKind: 'stop-loss' },
    label: 'spot.stop-limit',
    text: 'spot.typeTexts.stop-limit',
    fields: ['triggerPrice', 'price'],
    optional: NONE,
    isLimit: true,
    reckonsWith: ['price'],
    waits: true,
    timesInForce: ['GTC', 'IOC'],
    further: WAITING,
  },
  {
    name: 'stop-market',
    sends: { type: 'stop-market', stopKind: 'stop-loss' },
    label: 'spot.stop-market',
    text: 'spot.typeTexts.stop-market',
    fields: ['triggerPrice'],
    reckonsWith: ['triggerPrice'],
    waits: true,
    ...MARKET,
  },
  {
    name: 'take-profit-limit',
    sends: { type: 'stop-limit', stopKind: 'take-profit' },
    label: 'spot.take-profit-limit',
    text: 'spot.typeTexts.take-profit-limit',
    fields: ['triggerPrice', 'price'],
    optional: NONE,
    isLimit: true,
    reckonsWith: ['price'],
    waits: true,
    timesInForce: ['GTC', 'IOC'],
    further: WAITING,
  },
  {
    name: 'take-profit-market',
    sends: { type: 'stop-market', stopKind: 'take-profit' },
    label: 'spot.take-profit-market',
    text: 'spot.typeTexts.take-profit-market',
    fields: ['triggerPrice'],
    reckonsWith: ['triggerPrice'],
    waits: true,
    ...MARKET,
  },
  {
    name: 'trailing-stop',
    label: 'spot.trailing-stop',
    text: 'spot.typeTexts.trailing-stop',
    fields: ['trailPercent', 'trailAmount', 'activationPrice', 'limitOffset'],
    reckonsWith: [],
    waits: true,
    ...MARKET,
    optional: () => ['activationPrice', 'limitOffset'],
  },
  {
    name: 'tp-sl',
    label: 'spot.tp-sl',
    text: 'spot.typeTexts.tp-sl',
    fields: ['takeProfitPrice', 'stopLossPrice'],
    reckonsWith: ['stopLossPrice'],
    waits: true,
    ...MARKET,
  },
  {
    name: 'oco',
    label: 'spot.oco',
    text: 'spot.typeTexts.oco',
    fields: ['price', 'triggerPrice', 'stopPrice'],
    optional: (side) => (side === 'sell' ? ['stopPrice'] : []),
    isLimit: true,
    reckonsWith: ['price', 'stopPrice'],
    waits: true,
    timesInForce: [],
    further: [],
  },
];

/** The name of an order in the tables and in the chart. */
export function orderLabel({ type, stopKind }: Pick<OrderRow, 'type' | 'stopKind'>): TextKey {
  if (stopKind !== 'take-profit') return `spot.${type}`;
  return type === 'stop-limit' ? 'spot.take-profit-limit' : 'spot.take-profit-market';
}

/** The label of a field. OCO's legs are its take profit and its stop. */
export function fieldLabel(type: OrderType, field: PriceField): TextKey {
  if (type.name === 'oco' && field === 'price') return 'spot.takeProfit';
  if (type.name === 'oco' && field === 'triggerPrice') return 'spot.stop';
  return FIELD_LABELS[field];
}
const FIELD_LABELS: Readonly<Record<PriceField, TextKey>> = {
  price: 'market.price',
  triggerPrice: 'spot.trigger',
  stopPrice: 'spot.stopLimitPrice',
  trailPercent: 'spot.trail',
  trailAmount: 'spot.trail',
  activationPrice: 'spot.activation',
  limitOffset: 'spot.limitOffset',
  stopLossPrice: 'spot.stopLoss',
  takeProfitPrice: 'spot.takeProfit',
};

/** True if a buy is given only by its total, because its price is known only when it fires. */
export const isByTotalOnly = (type: OrderType, side: Side): boolean =>
  side === 'buy' && type.waits && !type.isLimit;

export type OrderCall =
  | { readonly name: 'spot/place-order'; readonly input: PlaceOrderInput }
  | { readonly name: 'spot/place-oco'; readonly input: PlaceOcoInput };
export interface OrderContext {
  readonly baseCoin: string;
  readonly quoteCoin: string;
  readonly selfTrade: SelfTradeMode;
  /** The decimals of a lot. */
  readonly amountDecimals: number;
  /** The time of the server. */
  readonly nowMs: number;
}
/** The request of a draft. Fields of other types that were filled in before are left out. */
export function orderCall(
  draft: OrderDraft,
  { baseCoin, quoteCoin, selfTrade, amountDecimals, nowMs }: OrderContext,
): OrderCall {
  const { side, type, quoteAmount, timeInForce } = draft;
  const prices = Object.fromEntries(typeFields(draft).map((field) => [field, draft.prices[field]]));
  const common = { baseCoin, quoteCoin, side, selfTrade, ...prices };
  if (type.name === 'oco') return { name: 'spot/place-oco', input: { ...common, amount: draft.amount } };
  const input: PlaceOrderInput = {
    ...common,
    ...(type.sends ?? { type: type.name as PlaceOrderInput['type'] }),
    ...(quoteAmount === '' ? { amount: draft.amount } : { quoteAmount }),
    ...(type.timesInForce.length === 0 ? {} : { timeInForce: allowedTime(type, timeInForce) }),
    ...furtherInput(draft, nowMs),
    ...visibleInput(draft, amountDecimals),
  };
  return { name: 'spot/place-order', input };
}

/** The time in force chosen for another type, if this one has it too. */
export function allowedTime({ timesInForce }: OrderType, chosen: TimeInForce): TimeInForce {
  return timesInForce.includes(chosen) ? chosen : (timesInForce[0] ?? 'GTC');
}

/** Whether orders of a type can have a term. */
export const canHave = ({ further }: OrderType, term: OptionalField): boolean => further.includes(term);

type ExitField = (typeof EXITS)[number];
export const isExitField = (field: PriceField): field is ExitField =>
  field === 'takeProfitPrice' || field === 'stopLossPrice';

const hasExits = ({ type, further }: Pick<OrderDraft, 'type' | 'further'>): boolean =>
  further.exits && canHave(type, 'takeProfitPrice');

/** The fields of a type on a side. Only sales have a limit below their trigger. */
export const typeFields = ({ type, side }: Pick<OrderDraft, 'type' | 'side'>): readonly PriceField[] =>
  type.fields.filter((field) => side === 'sell' || field !== 'limitOffset');

/** The fields of a draft's prices, from top to bottom. */
export function priceFields(draft: Pick<OrderDraft, 'type' | 'side' | 'further'>): readonly PriceField[] {
  return hasExits(draft) ? [...typeFields(draft), ...EXITS] : typeFields(draft);
}

/**
 * The amount that an iceberg shows at once, rounded up to a lot, so that it has no more parts than
 * were chosen.
 */
export function visibleInput(
  { type, further, timeInForce, amount }: OrderDraft,
  amountDecimals: number,
): { visibleAmount?: string } {
  const rests = timeInForce === 'GTC' || timeInForce === 'POST_ONLY';
  if (further.parts === 1 || !rests || !canHave(type, 'visibleAmount')) return {};
  const lots = parseDecimal(amount, amountDecimals);
  if (typeof lots !== 'number') return {};
  return { visibleAmount: formatDecimal(Math.ceil(lots / further.parts), amountDecimals) };
}

/** The fields of the call for the further terms. Exits that are empty are left out. */
export function furtherInput({ type, further, prices, timeInForce }: OrderDraft, nowMs: number) {
  const { lastsMs, slippagePercent, triggerBy } = further;
  const rests = timeInForce === 'GTC' || timeInForce === 'POST_ONLY';
  const exits = hasExits({ type, further }) ? EXITS : [];
  return {
    ...Object.fromEntries(
      exits.filter((field) => prices[field] !== '').map((field) => [field, prices[field]]),
    ),
    ...(lastsMs > 0 && rests && canHave(type, 'expireTime') ? { expireTime: nowMs + lastsMs } : {}),
    ...(slippagePercent !== '' && canHave(type, 'slippagePercent') ? { slippagePercent } : {}),
    ...(triggerBy !== 'index' && canHave(type, 'triggerBy') ? { triggerBy } : {}),
  };
}
