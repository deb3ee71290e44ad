/**
 * The command for an order of the trading API. Which parameters an order of a type has is Binance's
 * rule; what its numbers may be is ours, and refusals name Binance's parameters.
 */
import type { Command } from '@glasshouse/core';
import { isRefusal, type ParsedInputOf, type Refusal } from '@glasshouse/protocol';
import { SELF_TRADE_PREVENTION, type ProgramOrderType } from '@glasshouse/protocol/programs';
import type { placeOrder } from '@glasshouse/protocol/spot';
import type { ProgramNewOrder } from '@glasshouse/protocol/spot/endpoints';
import type { NamedMarket } from '../../../contract/catalogue.ts';
import { invalidField } from '../../../http/invalid-input.ts';
import { NOT_TAKEN } from '../../../http/program-refusals.ts';
import { orderCommand } from '../order-input.ts';

type OrderInput = ParsedInputOf<typeof placeOrder>;
type Parameter =
  | 'timeInForce'
  | 'quantity'
  | 'quoteOrderQty'
  | 'price'
  | 'stopPrice'
  | 'trailingDelta'
  | 'icebergQty';

interface Form {
  readonly type: OrderInput['type'];
  readonly needs: readonly Parameter[];
  /** One of these is needed. */
  readonly needsOneOf: readonly Parameter[];
  readonly takes: readonly Parameter[];
  readonly stopKind?: 'stop-loss' | 'take-profit';
}

const AT_ONCE = { needsOneOf: [], takes: [] } as const;
const STOP = {
  type: 'stop-market',
  needs: [],
  needsOneOf: ['quantity', 'quoteOrderQty'],
  takes: ['stopPrice'],
} as const;
const STOP_LIMIT = {
  type: 'stop-limit',
  needs: ['timeInForce', 'quantity', 'price', 'stopPrice'],
  needsOneOf: [],
  takes: [],
} as const;

const FORMS: Readonly<Record<ProgramOrderType, Form>> = {
  LIMIT: { ...AT_ONCE, type: 'limit', needs: ['timeInForce', 'quantity', 'price'], takes: ['icebergQty'] },
  LIMIT_MAKER: { ...AT_ONCE, type: 'limit', needs: ['quantity', 'price'], takes: ['icebergQty'] },
  MARKET: { type: 'market', needs: [], needsOneOf: ['quantity', 'quoteOrderQty'], takes: [] },
  STOP_LOSS: { ...STOP, stopKind: 'stop-loss', takes: ['stopPrice', 'trailingDelta'] },
  TAKE_PROFIT: { ...STOP, stopKind: 'take-profit' },
  STOP_LOSS_LIMIT: { ...STOP_LIMIT, stopKind: 'stop-loss' },
  TAKE_PROFIT_LIMIT: { ...STOP_LIMIT, stopKind: 'take-profit' },
};

const PARAMETERS: readonly Parameter[] = [
  'timeInForce',
  'quantity',
  'quoteOrderQty',
  'price',
  'stopPrice',
  'trailingDelta',
  'icebergQty',
];

/** Basis points as percent with two decimals. */
const percentOf = (basisPoints: number): string =>
  `${Math.floor(basisPoints / 100)}.${String(basisPoints % 100).padStart(2, '0')}`;

export function programOrderCommand(
  owner: number,
  input: ProgramNewOrder,
  named: NamedMarket,
): Command | Refusal {
  const fault = formFault(input);
  if (fault !== null) return fault;
  const command = orderCommand(owner, ownInput(input, named), named);
  return isRefusal(command) ? inTheirNames(command) : command;
}

/** The parameter that is missing, or that the order would ignore. */
function formFault(input: ProgramNewOrder): Refusal | null {
  const { needs, needsOneOf, takes } = FORMS[input.type];
  const missing = needs.find((name) => input[name] === undefined);
  if (missing !== undefined) return invalidField(missing, 'is required');
  if (needsOneOf.length > 0 && needsOneOf.every((name) => input[name] === undefined))
    return invalidField(needsOneOf[0]!, 'is required');
  const taken = new Set<Parameter>([...needs, ...needsOneOf, ...takes]);
  const ignored = PARAMETERS.find((name) => input[name] !== undefined && !taken.has(name));
  if (ignored !== undefined) return invalidField(ignored, NOT_TAKEN);
  if (input.quantity !== undefined && input.quoteOrderQty !== undefined)
    return invalidField('quoteOrderQty', NOT_TAKEN);
  const isStop = FORMS[input.type].stopKind !== undefined;
  if (isStop && input.stopPrice === undefined && input.trailingDelta === undefined)
    return invalidField('stopPrice', 'is required');
  if (input.icebergQty !== undefined && input.timeInForce !== undefined && input.timeInForce !== 'GTC')
    return invalidField('timeInForce', 'GTC for an order with icebergQty');
  return null;
}

function ownInput(input: ProgramNewOrder, { base, quote }: NamedMarket): OrderInput {
  const { type, stopKind } = FORMS[input.type];
  const isTrailing = input.trailingDelta !== undefined;
  const trail = isTrailing
    ? { trailPercent: percentOf(input.trailingDelta!), activationPrice: input.stopPrice }
    : { triggerPrice: input.stopPrice };
  return {
    baseCoin: base.code,
    quoteCoin: quote.code,
    side: input.side === 'BUY' ? 'buy' : 'sell',
    type: isTrailing ? 'trailing-stop' : type,
    price: input.price,
    amount: input.quantity,
    quoteAmount: input.quoteOrderQty,
    ...trail,
    ...(stopKind === undefined ? {} : { stopKind, triggerBy: 'last' as const }),
    visibleAmount: input.icebergQty,
    selfTrade: SELF_TRADE_PREVENTION[input.selfTradePreventionMode ?? 'EXPIRE_TAKER'],
    timeInForce: input.type === 'LIMIT_MAKER' ? 'POST_ONLY' : (input.timeInForce ?? 'GTC'),
    clientOrderId: input.newClientOrderId,
  } as OrderInput;
}

/** Their names of our fields. */
const THEIR_NAMES: Readonly<Record<string, string>> = {
  amount: 'quantity',
  quoteAmount: 'quoteOrderQty',
  triggerPrice: 'stopPrice',
  activationPrice: 'stopPrice',
  trailPercent: 'trailingDelta',
  visibleAmount: 'icebergQty',
  clientOrderId: 'newClientOrderId',
  baseCoin: 'symbol',
};

export function inTheirNames(refusal: Refusal): Refusal {
  const theirs = THEIR_NAMES[refusal.field ?? ''];
  if (theirs === undefined) return refusal;
  if (refusal.error === 'request/invalid') return invalidField(theirs, String(refusal.params?.['reason']));
  return { ...refusal, field: theirs, params: { ...refusal.params, field: theirs } };
}
