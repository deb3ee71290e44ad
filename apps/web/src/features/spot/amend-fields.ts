/** Which terms of an open order can be amended, and where its row shows their fields. Pure. */
import type { CallInput } from '#data/api.ts';
import type { OrderRow } from './calls.ts';
import { NO_FURTHER } from './further-terms.ts';
import { NO_PRICES, ORDER_TYPES, type OrderDraft, type OrderType, type PriceField } from './order-types.ts';

type AmendInput = CallInput<'spot/amend-order'>;
export type AmendName = Exclude<keyof AmendInput, 'id' | 'clientOrderId'>;
/** The typed texts, by field. */
export type AmendTexts = Readonly<Partial<Record<AmendName, string>>>;

export interface AmendFields {
  readonly price?: AmendName;
  readonly size?: 'amount' | 'quoteAmount';
  /** The fields of the order's trigger conditions. */
  readonly condition: readonly AmendName[];
}

const CONDITIONS = [
  'triggerPrice',
  'trailPercent',
  'trailAmount',
  'activationPrice',
  'takeProfitPrice',
  'stopLossPrice',
] as const satisfies readonly (AmendName & keyof OrderRow)[];
/** Whether the order is a trailing stop, whose trigger follows from its distance. */
const isOfTrail = (order: OrderRow): boolean => order.trailPercent !== null || order.trailAmount !== null;

/**
 * A resting order has a price and an amount, which is the total including what is filled. A waiting
 * order also has its triggers and distances. Each leg of an OCO shows its own.
 */
export function amendFields(order: OrderRow): AmendFields {
  const { price, limitOffset, amount, quoteAmount, ocoId, waiting } = order;
  const isStopLeg = ocoId !== null && waiting;
  const condition = CONDITIONS.filter(
    (name) =>
      waiting &&
      order[name] !== null &&
      !(name === 'triggerPrice' && (isOfTrail(order) || order.type === 'tp-sl')),
  );
  return {
    ...(limitOffset !== null && waiting
      ? { price: 'limitOffset' }
      : price === null
        ? {}
        : { price: isStopLeg ? 'stopPrice' : 'price' }),
    ...(amount !== null ? { size: 'amount' } : quoteAmount === null ? {} : { size: 'quoteAmount' }),
    condition,
  };
}

export const isAmendable = (order: OrderRow): boolean =>
  order.status === 0 && (order.waiting || (order.price !== null && order.amount !== null));

export const namesOf = ({ price, size, condition }: AmendFields): readonly AmendName[] =>
  [price, size, ...condition].filter((name) => name !== undefined);

/** The price that a drag on the chart changes: that of the order's line there. */
export function movedName(order: OrderRow): 'price' | 'triggerPrice' | undefined {
  const name = order.waiting ? 'triggerPrice' : 'price';
  return isAmendable(order) && namesOf(amendFields(order)).includes(name) ? name : undefined;
}

/** The order's own texts. */
export function amendTexts(order: OrderRow): AmendTexts {
  const own = { ...order, stopPrice: order.price };
  return Object.fromEntries(namesOf(amendFields(order)).map((name) => [name, own[name] ?? '']));
}

/** Distances that the order may do without. */
const OPTIONAL: ReadonlySet<AmendName> = new Set(['activationPrice', 'limitOffset']);

/** The call's input for what has changed; null if nothing has. */
export function amendInput(order: OrderRow, texts: AmendTexts): AmendInput | null {
  const before = amendTexts(order);
  const changed = namesOf(amendFields(order)).filter((name) => texts[name] !== before[name]);
  if (changed.length === 0) return null;
  const textOf = (name: AmendName) => (OPTIONAL.has(name) && texts[name] === '' ? '0' : texts[name]);
  return { id: order.id, ...Object.fromEntries(changed.map((name) => [name, textOf(name)])) };
}

/**
 * The amended order as a draft of the form, which is checked against the market as a new one; only
 * the server knows what it already holds. A leg of an OCO is checked as a separate order.
 */
export function amendDraft(order: OrderRow, texts: AmendTexts): OrderDraft {
  const { stopPrice, amount = '', quoteAmount = '', ...prices } = texts;
  return {
    side: order.direction,
    type: typeOf(order),
    prices: { ...NO_PRICES, ...prices, ...(stopPrice !== undefined && { price: stopPrice }) },
    amount,
    quoteAmount,
    timeInForce: 'GTC',
    available: undefined,
    further: { ...NO_FURTHER, triggerBy: order.triggerBy ?? 'index' },
  };
}

function typeOf({ type, stopKind, waiting }: OrderRow): OrderType {
  const name = waiting ? type : 'limit';
  const kind = stopKind ?? 'stop-loss';
  const found = ORDER_TYPES.find(({ name: own, sends }) =>
    sends === undefined ? own === name : sends.type === name && sends.stopKind === kind,
  );
  return found ?? ORDER_TYPES[0];
}

/** The field of an error in a draft. */
export function amendNameOf(order: OrderRow, field: PriceField | 'amount'): AmendName {
  const { price, size } = amendFields(order);
  if (field === 'amount') return size ?? 'amount';
  return field === 'price' ? (price ?? 'price') : field;
}
