/**
 * The command for a list of two orders of the trading API. Which parameters an order of a type has
 * is Binance's rule; refusals name the parameter, whichever of the two ways the list came.
 */
import { TRIGGER_SOURCE, type PlaceOrderList } from '@glasshouse/core';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { SELF_TRADE_PREVENTION } from '@glasshouse/protocol/programs';
import type { ProgramNewList, ProgramNewPair } from '@glasshouse/protocol/spot/order-list-endpoints';
import type { NamedMarket } from '../../../contract/catalogue.ts';
import { invalidField } from '../../../http/invalid-input.ts';
import { NOT_TAKEN } from '../../../http/program-refusals.ts';
import { ocoCommand } from '../order-input.ts';

/** The parameters of one order of the list. */
interface Leg {
  readonly price: string | undefined;
  readonly stopPrice: string | undefined;
  readonly timeInForce: string | undefined;
  readonly clientOrderId: string | undefined;
}

/** What a list is made of, and what its parameters are called. */
export interface ListTerms {
  readonly limit: Leg;
  readonly stop: Leg;
  /** Whether the stop is placed as a limit order. */
  readonly isStopLimit: boolean;
  readonly names: Readonly<Record<'limit' | 'stop', Readonly<Record<keyof Leg, string>>>>;
}

type Common = Pick<
  ProgramNewList,
  'symbol' | 'side' | 'quantity' | 'listClientOrderId' | 'selfTradePreventionMode'
>;

const namesOf = (way: 'above' | 'below'): Readonly<Record<keyof Leg, string>> => ({
  price: `${way}Price`,
  stopPrice: `${way}StopPrice`,
  timeInForce: `${way}TimeInForce`,
  clientOrderId: `${way}ClientOrderId`,
});

/** A sale has its limit above the price, a purchase below it. */
export function termsOfList(input: ProgramNewList): ListTerms | Refusal {
  const above: Leg = {
    price: input.abovePrice,
    stopPrice: input.aboveStopPrice,
    timeInForce: input.aboveTimeInForce,
    clientOrderId: input.aboveClientOrderId,
  };
  const below: Leg = {
    price: input.belowPrice,
    stopPrice: input.belowStopPrice,
    timeInForce: input.belowTimeInForce,
    clientOrderId: input.belowClientOrderId,
  };
  const { side, aboveType, belowType } = input;
  const isSale = side === 'SELL';
  const [limitType, stopType] = isSale ? [aboveType, belowType] : [belowType, aboveType];
  if (limitType !== 'LIMIT_MAKER')
    return invalidField(isSale ? 'aboveType' : 'belowType', `not together with side ${side}: LIMIT_MAKER`);
  if (stopType === 'LIMIT_MAKER')
    return invalidField(isSale ? 'belowType' : 'aboveType', `not together with side ${side}: a stop`);
  return {
    limit: isSale ? above : below,
    stop: isSale ? below : above,
    isStopLimit: stopType === 'STOP_LOSS_LIMIT',
    names: { limit: namesOf(isSale ? 'above' : 'below'), stop: namesOf(isSale ? 'below' : 'above') },
  };
}

const PAIR_NAMES = {
  limit: {
    price: 'price',
    stopPrice: 'stopPrice',
    timeInForce: 'timeInForce',
    clientOrderId: 'limitClientOrderId',
  },
  stop: {
    price: 'stopLimitPrice',
    stopPrice: 'stopPrice',
    timeInForce: 'stopLimitTimeInForce',
    clientOrderId: 'stopClientOrderId',
  },
} as const;

export function termsOfPair(input: ProgramNewPair): ListTerms {
  const limit = { price: input.price, stopPrice: undefined, timeInForce: undefined };
  return {
    limit: { ...limit, clientOrderId: input.limitClientOrderId },
    stop: {
      price: input.stopLimitPrice,
      stopPrice: input.stopPrice,
      timeInForce: input.stopLimitTimeInForce,
      clientOrderId: input.stopClientOrderId,
    },
    isStopLimit: input.stopLimitPrice !== undefined,
    names: PAIR_NAMES,
  };
}

export function listCommand(
  owner: number,
  { common, terms }: { readonly common: Common; readonly terms: ListTerms },
  named: NamedMarket,
): PlaceOrderList | Refusal {
  const fault = formFault(common, terms);
  if (fault !== null) return fault;
  const { limit, stop, isStopLimit } = terms;
  const { side, quantity, selfTradePreventionMode = 'EXPIRE_TAKER', listClientOrderId } = common;
  const pair = ocoCommand(
    owner,
    {
      baseCoin: named.base.code,
      quoteCoin: named.quote.code,
      side: side === 'BUY' ? 'buy' : 'sell',
      price: limit.price,
      amount: quantity,
      triggerPrice: stop.stopPrice,
      stopPrice: isStopLimit ? stop.price : undefined,
      selfTrade: SELF_TRADE_PREVENTION[selfTradePreventionMode],
      clientOrderId: limit.clientOrderId,
    },
    named,
  );
  if (isRefusal(pair)) return inNamesOf(terms, pair);
  return {
    ...pair,
    type: 'place-order-list',
    source: TRIGGER_SOURCE.last,
    listClientOrderId: listClientOrderId ?? null,
    stopClientOrderId: stop.clientOrderId ?? null,
  };
}

/** The parameter that is missing, that its order would ignore, or that cannot be kept. */
function formFault({ quantity }: Common, { limit, stop, isStopLimit, names }: ListTerms): Refusal | null {
  if (quantity === undefined) return invalidField('quantity', 'is required');
  const limitFault = legFault(limit, { names: names.limit, needs: ['price'] });
  if (limitFault !== null) return limitFault;
  const needs = isStopLimit ? (['price', 'stopPrice', 'timeInForce'] as const) : (['stopPrice'] as const);
  const stopFault = legFault(stop, { names: names.stop, needs });
  if (stopFault !== null) return stopFault;
  if (isStopLimit && stop.timeInForce !== 'GTC')
    return invalidField(names.stop.timeInForce, 'GTC for an order of a list');
  const { clientOrderId } = stop;
  return clientOrderId !== undefined && clientOrderId === limit.clientOrderId
    ? invalidField(names.stop.clientOrderId, `not together with the same ${names.limit.clientOrderId}`)
    : null;
}

function legFault(
  leg: Leg,
  { names, needs }: { readonly names: ListTerms['names']['limit']; readonly needs: readonly (keyof Leg)[] },
): Refusal | null {
  for (const field of ['price', 'stopPrice', 'timeInForce'] as const) {
    const isNeeded = needs.includes(field);
    if ((leg[field] !== undefined) !== isNeeded)
      return invalidField(names[field], isNeeded ? 'is required' : NOT_TAKEN);
  }
  return null;
}

/** The refusal with the parameter that our field came from. */
function inNamesOf({ names: { limit, stop } }: ListTerms, refusal: Refusal): Refusal {
  const theirs: Readonly<Record<string, string>> = {
    amount: 'quantity',
    price: limit.price,
    triggerPrice: stop.stopPrice,
    stopPrice: stop.price,
  };
  const { field } = refusal;
  return field === undefined ? refusal : { ...refusal, field: theirs[field] ?? field };
}
