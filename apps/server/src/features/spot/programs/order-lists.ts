/** The endpoints that place and cancel lists of two orders. */
import type { OrderChanged } from '@glasshouse/core';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { ProgramNewList, ProgramNewPair } from '@glasshouse/protocol/spot/order-list-endpoints';
import type { NamedMarket } from '../../../contract/catalogue.ts';
import { submitWithReply } from '../../../contract/sequencer.ts';
import type { EndpointHandler, ProgramCaller } from '../../../http/endpoint-handler.ts';
import { ReplyText } from '../../../http/handler.ts';
import { invalidField } from '../../../http/invalid-input.ts';
import type { PlacedEvent, ReplyOf } from '../../../pipeline/batch.ts';
import type { OwnerNumbers } from '../order-numbers.ts';
import { newOrderIn } from './order-events.ts';
import { listCommand, termsOfList, termsOfPair, type ListTerms } from './order-list-input.ts';
import { cancelledListOf, programListOf } from './order-list-shapes.ts';
import { UNKNOWN_SYMBOL, type ProgramParts } from './order-name.ts';
import { numbered, numberInName, placedOrderOf, type NumberedOrder } from './order-shapes.ts';
import { cancelsOf, cancelsReply, type ResponseType } from './orders.ts';

export function placeOcoList(parts: ProgramParts): EndpointHandler<'spot/new-oco-list'> {
  return (input, caller) => placeList(parts, { input, terms: termsOfList(input), caller });
}

/** By the limit order and the stop, as older clients do. */
export function placeOco(parts: ProgramParts): EndpointHandler<'spot/new-oco'> {
  return (input, caller) => placeList(parts, { input, terms: termsOfPair(input), caller });
}

interface NewList {
  readonly input: ProgramNewList | ProgramNewPair;
  readonly terms: ListTerms | Refusal;
  readonly caller: ProgramCaller;
}

async function placeList(
  parts: ProgramParts,
  { input, terms, caller }: NewList,
): Promise<ReplyText | Refusal> {
  const { catalogue, sequencer, numbers } = parts;
  const named = catalogue.marketOfSymbol(input.symbol);
  if (named === undefined) return UNKNOWN_SYMBOL;
  if (isRefusal(terms)) return terms;
  const command = listCommand(caller.userId, { common: input, terms }, named);
  if (isRefusal(command)) return command;
  // So that its orders can be named by their numbers as soon as these are known.
  const known = numbers.of(caller.userId);
  if (known instanceof Promise) await known;
  const replyOf = placedReply(parts, named, input.newOrderRespType ?? 'FULL');
  const answer = await submitWithReply(sequencer, caller, { command, replyOf });
  if (isRefusal(answer)) return ofList(parts, answer, { input, terms, caller });
  if (answer.reply === null) throw new Error(`list ${answer.id} was accepted without an event`);
  return new ReplyText(answer.reply);
}

function placedReply(parts: ProgramParts, named: NamedMarket, responseType: ResponseType): ReplyOf {
  return (outcome, events) => {
    const legs = placedIn(events, outcome.id);
    const [first, last] = legs;
    if (first?.list == null || last === undefined) return null;
    const { market, listClientOrderId, changedMs } = last.order;
    const list = programListOf(parts.catalogue, {
      market,
      list: first.list,
      listClientOrderId,
      legs: legs.map(({ order, number }) => ({ number, clientOrderId: order.clientOrderId })),
      isOpen: true,
      timeMs: changedMs,
    });
    const orderReports = legs.map((leg) => placedOrderOf(named, leg, { responseType, fills: [] }));
    return JSON.stringify({ ...list, orderReports });
  };
}

/** Both orders of a new list, by their numbers. */
function placedIn(events: readonly PlacedEvent[], limit: number): NumberedOrder[] {
  const leg = newOrderIn(events, limit)?.placed;
  const other = leg === undefined ? undefined : newOrderIn(events, leg.order.partner)?.placed;
  return [leg, other].filter((one) => one !== undefined).sort((a, b) => a.number - b.number);
}

/** The refusal of a list: of a name that is taken, which. */
function ofList(parts: ProgramParts, refusal: Refusal, { input, terms, caller }: NewList): Refusal {
  if (refusal.error !== 'spot/client-order-id-taken' || isRefusal(terms)) return refusal;
  const { spot } = parts.catalogue.exchange.features;
  for (const leg of ['limit', 'stop'] as const) {
    const { clientOrderId } = terms[leg];
    if (clientOrderId !== undefined && spot.openOrderOfClient(caller.userId, clientOrderId) !== null)
      return { ...refusal, field: terms.names[leg].clientOrderId, params: { clientOrderId } };
  }
  return {
    ...refusal,
    field: 'listClientOrderId',
    params: { clientOrderId: input.listClientOrderId ?? '' },
  };
}

interface ListName {
  readonly orderListId: number | undefined;
  readonly listClientOrderId: string | undefined;
}

export function cancelList(parts: ProgramParts): EndpointHandler<'spot/delete-order-list'> {
  const { catalogue, sequencer, numbers } = parts;
  return async ({ symbol, newClientOrderId, orderListId, listClientOrderId }, caller) => {
    const named = catalogue.marketOfSymbol(symbol);
    if (named === undefined) return UNKNOWN_SYMBOL;
    if (orderListId === undefined && listClientOrderId === undefined)
      return invalidField('orderListId', 'is required');
    const unknown: Refusal = {
      error: 'spot/unknown-list',
      field: orderListId === undefined ? 'listClientOrderId' : 'orderListId',
    };
    const { userId: owner } = caller;
    const known = await numbers.of(owner);
    const { market } = named.market.definition;
    const find = (): OrderChanged | undefined =>
      catalogue.exchange.features.spot
        .openOrders(owner)
        .find(
          (order) => order.market === market && isOfList(known, order, { orderListId, listClientOrderId }),
        );
    const found = find() ?? (await sequencer.read(find));
    if (found === undefined) return unknown;
    const command = { type: 'cancel-order', owner, order: found.order } as const;
    const answer = await submitWithReply(sequencer, caller, { command, replyOf: cancelsReply(owner) });
    if (isRefusal(answer)) return answer.error === 'spot/unknown-order' ? unknown : answer;
    const cancelled = cancelsOf(answer.reply).map((order) => numbered(known, order));
    return cancelledListOf(catalogue, known, { cancelled, newName: newClientOrderId });
  };
}

function isOfList(known: OwnerNumbers, order: OrderChanged, name: ListName): boolean {
  const list = known.find(order.order)?.list ?? null;
  if (list === null) return false;
  const { orderListId = list, listClientOrderId } = name;
  const isNamed =
    listClientOrderId === undefined ||
    listClientOrderId === order.listClientOrderId ||
    (order.listClientOrderId === null && numberInName(listClientOrderId) === list);
  return orderListId === list && isNamed;
}
