/** The endpoints that place, test, cancel and reduce orders. */
import { ORDER_STATUS, type Command } from '@glasshouse/core';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { AmendedOrder, CancelledOrder, ProgramNewOrder } from '@glasshouse/protocol/spot/endpoints';
import type { Catalogue, NamedMarket } from '../../../contract/catalogue.ts';
import { submitWithReply } from '../../../contract/sequencer.ts';
import { ReplyText } from '../../../http/handler.ts';
import type { ReplyOf } from '../../../pipeline/batch.ts';
import type { EndpointHandler } from '../../../http/endpoint-handler.ts';
import { readLots, shortest } from '../order-input.ts';
import type { OwnerNumbers } from '../order-numbers.ts';
import type { OrderFields } from '../rows.ts';
import { cancelledIn, newOrderIn } from './order-events.ts';
import { inTheirNames, programOrderCommand } from './order-input.ts';
import { cancelledListOf } from './order-list-shapes.ts';
import {
  findOpen,
  UNKNOWN_SYMBOL,
  type FoundOrder,
  type OrderName,
  type ProgramParts,
} from './order-name.ts';
import {
  cancelledOrderOf,
  numbered,
  numberInName,
  placedOrderOf,
  termsOf,
  type NumberedOrder,
} from './order-shapes.ts';

export type ResponseType = 'ACK' | 'RESULT' | 'FULL';

/** Binance's defaults: FULL for orders that trade at once, ACK for those that wait. */
export function responseTypeOf({ type, newOrderRespType }: ProgramNewOrder): ResponseType {
  return newOrderRespType ?? (type === 'MARKET' || type === 'LIMIT' ? 'FULL' : 'ACK');
}

/** The refusal of an order, with the parameter that the core found wrong. */
export function ofOrder(refusal: Refusal, input: Pick<ProgramNewOrder, 'newClientOrderId'>): Refusal {
  if (refusal.error === 'spot/client-order-id-taken')
    return {
      ...refusal,
      field: 'newClientOrderId',
      params: { clientOrderId: input.newClientOrderId ?? '' },
    };
  return refusal.error === 'spot/visible-out-of-range'
    ? { ...refusal, field: 'icebergQty' }
    : inTheirNames(refusal);
}

export function placeOrder(parts: ProgramParts): EndpointHandler<'spot/new-order'> {
  const { catalogue, sequencer, numbers } = parts;
  return async (input, caller) => {
    const named = catalogue.marketOfSymbol(input.symbol);
    if (named === undefined) return UNKNOWN_SYMBOL;
    const ordered = programOrderCommand(caller.userId, input, named);
    if (isRefusal(ordered)) return ordered;
    // So that an order can be named by its number as soon as that is known.
    const known = numbers.of(caller.userId);
    if (known instanceof Promise) await known;
    const responseType = responseTypeOf(input);
    const replyOf: ReplyOf = (outcome, events) => {
      const made = newOrderIn(events, outcome.id);
      if (made === null) return null;
      return JSON.stringify(placedOrderOf(named, made.placed, { responseType, fills: made.fills }));
    };
    const answer = await submitWithReply(sequencer, caller, { command: shortest(ordered), replyOf });
    if (isRefusal(answer)) return ofOrder(answer, input);
    if (answer.reply === null) throw new Error(`order ${answer.id} was accepted without an event`);
    return new ReplyText(answer.reply);
  };
}

export function testOrder(parts: ProgramParts): EndpointHandler<'spot/test-order'> {
  const { catalogue, sequencer } = parts;
  return async ({ computeCommissionRates, ...input }, caller) => {
    const named = catalogue.marketOfSymbol(input.symbol);
    if (named === undefined) return UNKNOWN_SYMBOL;
    const command = programOrderCommand(caller.userId, input, named);
    if (isRefusal(command)) return command;
    if (command.type !== 'place-extended' && command.type !== 'place-conditional')
      throw new Error(`an order is not placed by ${command.type}`);
    const { previews, fees } = catalogue.exchange.features.spot;
    const found = await sequencer.read(() => ({
      preview: previews.of(command, sequencer.nowMs()),
      rates: named.market.feesOf(fees.feeStateOf(caller.userId).tier),
    }));
    if (typeof found.preview === 'string') return ofOrder({ error: found.preview }, input);
    return computeCommissionRates ? commissionsOf(found.rates) : {};
  };
}

const PPM_DECIMALS = 6;
const rateText = (ppm: number): string => `0.${String(ppm).padStart(PPM_DECIMALS, '0')}00`;

function commissionsOf({ maker, taker }: { readonly maker: number; readonly taker: number }) {
  return {
    standardCommissionForOrder: { maker: rateText(maker), taker: rateText(taker) },
    taxCommissionForOrder: { maker: rateText(0), taker: rateText(0) },
    discount: {
      enabledForAccount: false,
      enabledForSymbol: false,
      discountAsset: '',
      discount: rateText(0),
    },
  };
}

/** The cancelled orders of a command, as text that a repeated request could get again. */
export const cancelsReply =
  (owner: number): ReplyOf =>
  (_outcome, events) =>
    JSON.stringify(cancelledIn(events, owner, ORDER_STATUS.cancelled));

export const cancelsOf = (reply: string | null): readonly OrderFields[] =>
  reply === null ? [] : (JSON.parse(reply) as OrderFields[]);

export function cancelOrder(parts: ProgramParts): EndpointHandler<'spot/delete-order'> {
  const { catalogue, sequencer } = parts;
  return async ({ newClientOrderId, ...name }, caller) => {
    const cancel = cancelCommand(parts, caller.userId, name);
    const command = cancel instanceof Promise ? await cancel : cancel;
    if (isRefusal(command)) return command;
    const replyOf = cancelsReply(caller.userId);
    const answer = await submitWithReply(sequencer, caller, { command, replyOf });
    if (isRefusal(answer)) return answer;
    const id = command.type === 'cancel-order' ? command.order : answer.id;
    const cancelled = cancelsOf(answer.reply).find((one) => one.order === id);
    if (cancelled === undefined) throw new Error(`order ${id} was cancelled without an event`);
    const numbers = await parts.numbers.of(caller.userId);
    return cancelledOrderOf(catalogue, numbered(numbers, cancelled), newClientOrderId);
  };
}

export type CancelCommand = Extract<Command, { readonly type: 'cancel-order' | 'cancel-named' }>;

/** By its client's name alone the core finds the order, also one that is on its way to it. */
export function cancelCommand(
  parts: ProgramParts,
  owner: number,
  name: OrderName,
): CancelCommand | Refusal | Promise<CancelCommand | Refusal> {
  const { symbol, orderId, origClientOrderId } = name;
  if (orderId === undefined && origClientOrderId !== undefined && numberInName(origClientOrderId) === null) {
    const named = parts.catalogue.marketOfSymbol(symbol);
    if (named === undefined) return UNKNOWN_SYMBOL;
    const { market } = named.market.definition;
    return { type: 'cancel-named', owner, market, clientOrderId: origClientOrderId };
  }
  const commandOf = (found: FoundOrder | Refusal): CancelCommand | Refusal =>
    isRefusal(found) ? found : { type: 'cancel-order', owner, order: found.order };
  const found = findOpen(parts, owner, name);
  return found instanceof Promise ? found.then(commandOf) : commandOf(found);
}

export function cancelOpenOrders(parts: ProgramParts): EndpointHandler<'spot/delete-open-orders'> {
  const { catalogue, sequencer, numbers } = parts;
  return async ({ symbol, origClientOrderIdPrefix: prefix }, caller) => {
    const named = catalogue.marketOfSymbol(symbol);
    if (named === undefined) return UNKNOWN_SYMBOL;
    if (!named.market.takesCancels) return { error: 'market/halted', field: 'symbol' };
    const { userId: owner } = caller;
    const known = await numbers.of(owner);
    const { market } = named.market.definition;
    const command: Command =
      prefix === undefined
        ? { type: 'cancel-all', owner, market }
        : { type: 'cancel-prefixed', owner, market, prefix };
    const answer = await submitWithReply(sequencer, caller, { command, replyOf: cancelsReply(owner) });
    if (isRefusal(answer)) return answer;
    // As Binance: an owner without open orders is told so.
    if (answer.count === 0)
      return {
        error: 'spot/unknown-order',
        field: prefix === undefined ? 'symbol' : 'origClientOrderIdPrefix',
      };
    return cancelledOf(
      catalogue,
      known,
      cancelsOf(answer.reply).map((order) => numbered(known, order)),
    );
  };
}

type Cancelled = CancelledOrder | ReturnType<typeof cancelledListOf>;

/** Orders, and those of a list as a list, as Binance answers them. */
function cancelledOf(
  catalogue: Catalogue,
  known: OwnerNumbers,
  orders: readonly NumberedOrder[],
): Cancelled[] {
  const told = new Set<number>();
  return orders.flatMap((order): Cancelled[] => {
    const { list } = order;
    if (list === null) return [cancelledOrderOf(catalogue, order, undefined)];
    if (told.has(list)) return [];
    told.add(list);
    const cancelled = orders.filter((one) => one.list === list);
    return [cancelledListOf(catalogue, known, { cancelled, newName: undefined })];
  });
}

export function amendOrder(parts: ProgramParts): EndpointHandler<'spot/amend-keep-priority'> {
  const { catalogue, sequencer } = parts;
  return async ({ newQty, ...name }, caller) => {
    // What it may be reduced to depends on what the requests before it in its batch have done.
    await caller.earlier?.();
    const looked = findOpen(parts, caller.userId, name);
    const found = looked instanceof Promise ? await looked : looked;
    if (isRefusal(found)) return found;
    const { userId: owner } = caller;
    const { order, named, numbers } = found;
    const open = await sequencer.read(() => catalogue.exchange.features.spot.openOrder(owner, order));
    if (open === null) return { error: 'spot/unknown-order', field: 'orderId' };
    const lots = readLots(newQty, named, 'newQty');
    if (isRefusal(lots)) return lots;
    const isLess = lots < open.lots && lots > open.filledLots;
    const rests = open.price > 0 && (open.trigger === 0 || open.firedTick > 0) && open.partner === 0;
    if (!isLess || !rests) return { error: 'spot/cannot-amend', field: 'newQty' };
    const command: Command = { type: 'amend-order', owner, order, price: open.price, lots };
    const replyOf: ReplyOf = (_outcome, events) => {
      const last = events.findLast(({ event }) => event.type === 'order-changed' && event.order === order);
      return last === undefined
        ? null
        : JSON.stringify({ ...last.event, changedMs: last.timeMs, seq: last.seq });
    };
    const answer = await submitWithReply(sequencer, caller, { command, replyOf });
    if (isRefusal(answer)) return answer;
    // Another request has reduced it to the same quantity since it was looked at.
    if (answer.reply === null) return { error: 'spot/cannot-amend', field: 'newQty' };
    const amended = JSON.parse(answer.reply) as OrderFields & { readonly seq: number };
    return amendedOf(named, numbered(numbers, amended), amended.seq);
  };
}

function amendedOf(
  named: NamedMarket,
  numberedOrder: NumberedOrder,
  executionId: number,
): { transactTime: number; executionId: number; amendedOrder: AmendedOrder } {
  const { order } = numberedOrder;
  const { origQty, origQuoteOrderQty, cummulativeQuoteQty, ...terms } = termsOf(named, order);
  const answer = { responseType: 'ACK', fills: [] } as const;
  const { orderId, orderListId, clientOrderId } = placedOrderOf(named, numberedOrder, answer);
  return {
    transactTime: order.changedMs,
    executionId,
    amendedOrder: {
      ...terms,
      orderId,
      orderListId,
      origClientOrderId: clientOrderId,
      clientOrderId,
      qty: origQty,
      quoteOrderQty: origQuoteOrderQty,
      cumulativeQuoteQty: cummulativeQuoteQty,
      workingTime: order.placedMs,
    },
  };
}
