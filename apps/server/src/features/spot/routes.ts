/** The calls of spot trading. Checks of form are here, those of the market in the core. */
import { BUY, SELL, TIME_IN_FORCE, type PlaceOrder } from '@glasshouse/core';
import { parseDecimal } from '@glasshouse/money';
import { isRefusal, type ParsedInputOf, type Refusal } from '@glasshouse/protocol';
import type { placeOrder } from '@glasshouse/protocol/spot';
import { readAmount } from '../../amounts.ts';
import type { Catalogue, NamedMarket } from '../../catalogue.ts';
import type { Database } from '../../db/database.ts';
import type { FeatureHandlers, Handler } from '../../http/handler.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { submitFor, type Sequencer } from '../../sequencer.ts';
import { readFills, readOrder, readOrders } from './queries.ts';
import type { RecentOrders } from './recent-orders.ts';
import { orderRowOf } from './rows.ts';

export interface SpotOptions {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly sequencer: Sequencer;
  readonly recentOrders: RecentOrders;
  /** Whether the user may trade (SPEC §6: identity verification is required before other operations). */
  readonly isVerified: (userId: number) => boolean;
}

type PlaceOrderInput = ParsedInputOf<typeof placeOrder>;

const UNKNOWN_ORDER: Refusal = { error: 'spot/unknown-order', field: 'id' };

export function spotHandlers(options: SpotOptions): FeatureHandlers<'spot'> {
  return {
    'spot/place-order': place(options),
    'spot/cancel-order': cancel(options),
    'spot/cancel-all': cancelAll(options),
    'spot/get-orders': (input, { userId }) => readOrders(options, { owner: userId, ...input }),
    'spot/get-fills': (input, { userId }) => readFills(options, { owner: userId, ...input }),
  };
}

function place(options: SpotOptions): Handler<'spot/place-order'> {
  const { catalogue, sequencer, recentOrders, database } = options;
  return async (input, caller) => {
    if (!options.isVerified(caller.userId)) return { error: 'kyc/required' };
    const named = catalogue.market(input.baseCoin, input.quoteCoin);
    if (named === undefined) return { error: 'market/unknown-pair', field: 'baseCoin' };
    const terms = readTerms(input, named);
    if (isRefusal(terms)) return terms;
    const command: PlaceOrder = {
      type: 'place-order',
      owner: caller.userId,
      market: named.market.definition.market,
      side: input.side === 'buy' ? BUY : SELL,
      ...terms,
      timeInForce: TIME_IN_FORCE[input.timeInForce],
      clientOrderId: input.clientOrderId ?? null,
    };
    const outcome = await submitFor(sequencer, caller, command);
    if (isRefusal(outcome)) return outcome;
    const order = recentOrders.find(outcome.id) ?? (await readOrder(database, outcome.id));
    if (order === null) throw new Error(`order ${outcome.id} is not in the database`);
    const { id, status, filledAmount, averagePrice } = orderRowOf(catalogue, order);
    return { id, status, filledAmount, averagePrice };
  };
}

interface Terms {
  readonly price: number;
  readonly lots: number;
  readonly quoteAmount: number;
}

/** A limit order has price and amount; a market sell an amount; a market buy an amount or what to spend. */
function readTerms(input: PlaceOrderInput, { market, quote }: NamedMarket): Terms | Refusal {
  const { priceDecimals, lotDecimals } = market.definition;
  const price = input.type === 'market' ? 0 : readPrice(input.price, priceDecimals);
  if (typeof price !== 'number') return price;
  if (input.type === 'market' && input.side === 'buy' && input.amount === undefined) {
    const quoteAmount = readAmount(input.quoteAmount, {
      field: 'quoteAmount',
      decimals: quote.decimals,
      missing: 'spot/amount-missing',
      tooPrecise: 'spot/amount-off-lot',
      tooLarge: 'spot/above-maximum',
    });
    return typeof quoteAmount === 'number' ? { price, lots: 0, quoteAmount } : quoteAmount;
  }
  const lots = readAmount(input.amount, {
    field: 'amount',
    decimals: lotDecimals,
    missing: 'spot/amount-missing',
    tooPrecise: 'spot/amount-off-lot',
    tooLarge: 'spot/above-maximum',
  });
  return typeof lots === 'number' ? { price, lots, quoteAmount: 0 } : lots;
}

/** Prices may lie below 0.00001 (SHIB has 7 decimals): only zero counts as missing. */
function readPrice(text: string | undefined, decimals: number): number | Refusal {
  const field = 'price';
  if (text === undefined || /^[0.]*$/.test(text)) return { error: 'spot/price-missing', field };
  const ticks = parseDecimal(text, decimals);
  if (typeof ticks === 'number') return ticks;
  return { error: ticks === 'too-large' ? 'spot/price-out-of-range' : 'spot/price-off-tick', field };
}

function cancel({ sequencer }: SpotOptions): Handler<'spot/cancel-order'> {
  return async ({ id }, caller) => {
    const order = Number(id);
    if (!Number.isSafeInteger(order)) return UNKNOWN_ORDER;
    const outcome = await submitFor(sequencer, caller, { type: 'cancel-order', owner: caller.userId, order });
    return isRefusal(outcome) ? outcome : undefined;
  };
}

const EVERY_MARKET = -1;

function cancelAll({ sequencer, catalogue }: SpotOptions): Handler<'spot/cancel-all'> {
  return async ({ baseCoin, quoteCoin }, caller) => {
    let market = EVERY_MARKET;
    if (baseCoin !== undefined || quoteCoin !== undefined) {
      if (baseCoin === undefined) return invalidField('baseCoin', 'is required');
      if (quoteCoin === undefined) return invalidField('quoteCoin', 'is required');
      const named = catalogue.market(baseCoin, quoteCoin);
      if (named === undefined) return { error: 'market/unknown-pair', field: 'baseCoin' };
      market = named.market.definition.market;
    }
    const outcome = await submitFor(sequencer, caller, { type: 'cancel-all', owner: caller.userId, market });
    return isRefusal(outcome) ? outcome : { cancelled: outcome.count };
  };
}
