/** The command that changes an open order: what the input omits keeps its value. */
import { BUY, type Command, type OrderChanged } from '@glasshouse/core';
import { isRefusal, type ParsedInputOf, type Refusal } from '@glasshouse/protocol';
import { formFields, type amendOrder, type OrderType } from '@glasshouse/protocol/spot';
import type { NamedMarket } from '../../contract/catalogue.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { readLots, readPrice, readTotal, readTrailPercent } from './order-input.ts';

type AmendInput = ParsedInputOf<typeof amendOrder>;
type Order = Omit<OrderChanged, 'type'>;
type Fields = Readonly<Record<string, number>>;

/**
 * The fields that can be amended, for an OCO order and for a resting order. For a waiting order
 * they are those of its type.
 */
const OCO_FIELDS = ['price', 'amount', 'triggerPrice', 'stopPrice'];
const RESTING_FIELDS = ['price', 'amount'];
const IDENTIFIERS = new Set(['id', 'clientOrderId']);

/** `partner` is the other leg if the order is part of an OCO; otherwise null. */
export function amendCommand(
  input: AmendInput,
  order: Order & { readonly type: OrderType },
  { named, partner }: { readonly named: NamedMarket; readonly partner: Order | null },
): Command | Refusal {
  const isWaiting = order.trigger > 0 && order.firedTick === 0;
  const ofForm = (): Iterable<string> => formFields(order.type, order.side === BUY ? 'buy' : 'sell');
  const ofResting = isWaiting ? ofForm() : RESTING_FIELDS;
  const allowed = new Set<string>(partner === null ? ofResting : OCO_FIELDS);
  const given = Object.entries(input).filter(
    ([name, value]) => value !== undefined && !IDENTIFIERS.has(name),
  );
  const unknown = given.find(([name]) => !allowed.has(name));
  if (unknown !== undefined) return invalidField(unknown[0], 'not a field of this order');
  const read = readFields(Object.fromEntries(given) as Readonly<Record<string, string>>, named);
  if (isRefusal(read)) return read;
  const { owner, order: id } = order;
  const { price = order.price, amount: lots = order.lots } = read;
  if (partner !== null) {
    const [stop, leg] = isWaiting ? [order, partner] : [partner, order];
    const { triggerPrice: trigger = stop.trigger, stopPrice = stop.price } = read;
    return { type: 'amend-oco', owner, order: id, price: read.price ?? leg.price, lots, trigger, stopPrice };
  }
  if (!isWaiting) return { type: 'amend-order', owner, order: id, price, lots };
  return {
    type: 'amend-conditional',
    owner,
    order: id,
    price,
    ...sizeOf(read, order),
    ...waitOf(read, order),
  };
}

/** An amount replaces a total, and the reverse. */
function sizeOf(
  { amount, quoteAmount }: Fields,
  order: Order,
): { readonly lots: number; readonly quoteAmount: number } {
  if (amount !== undefined) return { lots: amount, quoteAmount: 0 };
  return quoteAmount === undefined
    ? { lots: order.lots, quoteAmount: order.quoteAmount }
    : { lots: 0, quoteAmount };
}

/** A distance in percent replaces one in the quote coin, and the reverse. */
function waitOf(read: Fields, order: Order) {
  const isTrailing = order.trailPpm > 0 || order.trail > 0;
  const { trailPercent, trailAmount } = read;
  return {
    trigger: isTrailing ? 0 : (read['triggerPrice'] ?? read['stopLossPrice'] ?? order.trigger),
    target: read['takeProfitPrice'] ?? order.target,
    trailPpm: trailPercent ?? (trailAmount === undefined ? order.trailPpm : 0),
    trail: trailAmount ?? (trailPercent === undefined ? order.trail : 0),
    activation: read['activationPrice'] ?? order.activation,
    offset: read['limitOffset'] ?? order.offset,
  };
}

/** Optional fields of a trailing stop. 0 removes them. */
const MAY_BE_ZERO = new Set(['activationPrice', 'limitOffset']);

function readFields(given: Readonly<Record<string, string>>, named: NamedMarket): Fields | Refusal {
  if (given['amount'] !== undefined && given['quoteAmount'] !== undefined)
    return invalidField('quoteAmount', 'not together with amount');
  if (given['trailPercent'] !== undefined && given['trailAmount'] !== undefined)
    return invalidField('trailAmount', 'not together with trailPercent');
  const read: Record<string, number> = {};
  for (const [field, text] of Object.entries(given)) {
    const value = readField(field, text, named);
    if (typeof value !== 'number') return value;
    read[field] = value;
  }
  return read;
}

function readField(field: string, text: string, named: NamedMarket): number | Refusal {
  if (field === 'amount') return readLots(text, named);
  if (field === 'quoteAmount') return readTotal(text, named);
  if (field === 'trailPercent') return readTrailPercent(text);
  if (MAY_BE_ZERO.has(field) && /^[0.]+$/.test(text)) return 0;
  const missing = field === 'price' || field === 'stopPrice' ? 'spot/price-missing' : 'spot/trigger-missing';
  return readPrice(text, { field, decimals: named.market.definition.priceDecimals, missing });
}
