/** The endpoint that replaces an order by another one, and the forms of its answer. */
import { ORDER_STATUS, type Command, type Outcome } from '@glasshouse/core';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { ErrorBody } from '@glasshouse/protocol/programs';
import { OF_CANCELS, REPLACEMENT_FAILURES, type PlacedOrder } from '@glasshouse/protocol/spot/endpoints';
import type { NamedMarket } from '../../../contract/catalogue.ts';
import { submitWithReply } from '../../../contract/sequencer.ts';
import { ProgramFailure, type EndpointHandler, type ProgramCaller } from '../../../http/endpoint-handler.ts';
import { invalidField } from '../../../http/invalid-input.ts';
import { programRefusal } from '../../../http/program-refusals.ts';
import type { ReplyOf } from '../../../pipeline/batch.ts';
import type { OrderFields } from '../rows.ts';
import { cancelledIn, newOrderIn, refusalIn } from './order-events.ts';
import { programOrderCommand } from './order-input.ts';
import { UNKNOWN_SYMBOL, type ProgramParts } from './order-name.ts';
import { cancelledOrderOf, numbered, placedOrderOf } from './order-shapes.ts';
import { cancelCommand, ofOrder, responseTypeOf, type CancelCommand, type ResponseType } from './orders.ts';

type Handler = EndpointHandler<'spot/cancel-replace'>;
type Input = Parameters<Handler>[0];
type NewOrder = Extract<Command, { readonly type: 'place-extended' }>;
type Replacement = Extract<Command, { readonly type: 'replace-order' }>;

/** What the command did, as its reply tells it. */
interface Replaced {
  readonly cancelled: readonly OrderFields[];
  readonly placed: PlacedOrder | null;
  readonly refusal: Refusal | null;
}

const UNKNOWN_ORDER: Refusal = { error: 'spot/unknown-order' };

export function cancelReplace(parts: ProgramParts): Handler {
  return async (input, caller) => {
    const named = parts.catalogue.marketOfSymbol(input.symbol);
    if (named === undefined) return UNKNOWN_SYMBOL;
    const placed = newOrderOf(input, caller.userId, named);
    if (isRefusal(placed)) return placed;
    const cancel = await cancelCommand(parts, caller.userId, {
      symbol: input.symbol,
      orderId: input.cancelOrderId,
      origClientOrderId: input.cancelOrigClientOrderId,
    });
    const mustCancel = input.cancelReplaceMode === 'STOP_ON_FAILURE';
    if (isRefusal(cancel) && mustCancel) return nothingReplaced({ cancel, place: null }, caller);
    const command = replacementOf(placed, { cancel: isRefusal(cancel) ? null : cancel, mustCancel });
    const replyOf = replacedReply(named, caller.userId, responseTypeOf(input));
    const answer = await submitWithReply(parts.sequencer, caller, { command, replyOf });
    const noCancel = isRefusal(cancel) ? cancel : UNKNOWN_ORDER;
    if (!isRefusal(answer))
      return replacedAnswer(parts, { input, command, noCancel, reply: answer.reply, caller });
    // The guard's, or of the request as such.
    if (!/^(spot|market|wallet)\//.test(answer.error)) return answer;
    return nothingReplaced({ cancel: noCancel, place: mustCancel ? null : ofOrder(answer, input) }, caller);
  };
}

function newOrderOf(input: Input, owner: number, named: NamedMarket): NewOrder | Refusal {
  if (input.cancelOrderId === undefined && input.cancelOrigClientOrderId === undefined)
    return invalidField('cancelOrderId', 'is required');
  const command = programOrderCommand(owner, input, named);
  if (isRefusal(command) || command.type === 'place-extended') return command;
  return invalidField('type', 'LIMIT, LIMIT_MAKER or MARKET');
}

function replacementOf(
  placed: NewOrder,
  { cancel, mustCancel }: { readonly cancel: CancelCommand | null; readonly mustCancel: boolean },
): Replacement {
  return {
    ...placed,
    type: 'replace-order',
    order: cancel?.type === 'cancel-order' ? cancel.order : 0,
    cancelled: cancel?.type === 'cancel-named' ? cancel.clientOrderId : null,
    mustCancel: mustCancel ? 1 : 0,
  };
}

function replacedReply(named: NamedMarket, owner: number, responseType: ResponseType): ReplyOf {
  return (outcome: Outcome, events) => {
    const made = outcome.id === 0 ? null : newOrderIn(events, outcome.id);
    const refused = refusalIn(events);
    const replaced: Replaced = {
      cancelled: outcome.count === 0 ? [] : cancelledIn(events, owner, ORDER_STATUS.cancelled),
      placed: made === null ? null : placedOrderOf(named, made.placed, { responseType, fills: made.fills }),
      refusal: refused === null ? null : { error: refused.refusal },
    };
    return JSON.stringify(replaced);
  };
}

interface Answered {
  readonly input: Input;
  readonly command: Replacement;
  /** Why nothing was cancelled, if that is so. */
  readonly noCancel: Refusal;
  readonly reply: string | null;
  readonly caller: ProgramCaller;
}

async function replacedAnswer(parts: ProgramParts, { input, command, noCancel, reply, caller }: Answered) {
  const { cancelled, placed, refusal } = JSON.parse(reply ?? 'null') as Replaced;
  const numbers = await parts.numbers.of(caller.userId);
  const { order: id, cancelled: name } = command;
  const old = cancelled.find(({ order, clientOrderId }) =>
    name === null ? order === id : clientOrderId === name,
  );
  const placedOrError = placed ?? (refusal === null ? null : errorBody(ofOrder(refusal, input), caller));
  const replaced = {
    cancelResult: old === undefined ? ('FAILURE' as const) : ('SUCCESS' as const),
    newOrderResult: placed === null ? ('FAILURE' as const) : ('SUCCESS' as const),
    cancelResponse:
      old === undefined
        ? errorBody(noCancel, caller)
        : cancelledOrderOf(parts.catalogue, numbered(numbers, old), input.cancelNewClientOrderId),
    newOrderResponse: placedOrError,
  };
  const isWhole = old !== undefined && placed !== null;
  return isWhole ? replaced : new ProgramFailure(REPLACEMENT_FAILURES.partly, replaced);
}

function errorBody(refusal: Refusal, { language }: ProgramCaller): ErrorBody {
  return programRefusal(refusal, language, { errors: OF_CANCELS }).body;
}

/** Nothing was done: without the cancel no new order is placed. */
function nothingReplaced(
  refused: { readonly cancel: Refusal; readonly place: Refusal | null },
  caller: ProgramCaller,
): ProgramFailure {
  const { cancel, place } = refused;
  return new ProgramFailure(REPLACEMENT_FAILURES.whole, {
    cancelResult: 'FAILURE',
    newOrderResult: place === null ? 'NOT_ATTEMPTED' : 'FAILURE',
    cancelResponse: errorBody(cancel, caller),
    newOrderResponse: place === null ? null : errorBody(place, caller),
  });
}
