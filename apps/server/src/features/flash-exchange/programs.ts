/** What flash exchange gives programs, in the shapes of Binance's Convert. */
import type { Offer } from '@glasshouse/core';
import { formatDecimal, formatRatio, parseDecimal } from '@glasshouse/money';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { ExchangeRow } from '@glasshouse/protocol/flash-exchange';
import type { ConvertOrder } from '@glasshouse/protocol/flash-exchange/endpoints';
import type { Ports } from '../../contract/ports.ts';
import { readList } from '../../db/lists.ts';
import type { EndpointHandler, FeatureEndpoints } from '../../http/endpoint-handler.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { offersOf, quoteOf } from './quoting.ts';
import { exchangeList, takeQuote } from './routes.ts';

const RATIO_DECIMALS = 12;
const DAY_MS = 86_400_000;
/** The longest time of one request for exchanges, as Binance bounds it. */
const FLOW_DAYS_MAX = 30;

export function convertEndpoints(parts: Ports): FeatureEndpoints<'flash-exchange'> {
  const { catalogue, sequencer } = parts;
  return {
    'flash-exchange/query-exchange-info': (asked) =>
      sequencer.read(() => exchangeInfo(parts).filter(isAsked(asked))),
    'flash-exchange/query-asset-info': () =>
      sequencer.read(() =>
        offersOf(parts).map(({ currency: asset }) => ({ asset, fraction: catalogue.asset(asset)!.decimals })),
      ),
    'flash-exchange/send-quote-request': sendQuote(parts),
    'flash-exchange/accept-quote': acceptQuote(parts),
    'flash-exchange/query-order': async ({ orderId }, { userId }) => {
      const page = { id: orderId, pageNo: 1, pageSize: 1 };
      const { list } = await readList(parts.database, exchangeList(parts, userId, page));
      return list[0] === undefined
        ? { error: 'request/not-found', field: 'orderId' }
        : orderOf(parts, list[0]);
    },
    'flash-exchange/query-trade-flow': tradeFlow(parts),
  };
}

interface Pair {
  readonly fromAsset: string;
  readonly toAsset: string;
}

const isAsked =
  (asked: { readonly [N in keyof Pair]?: string | undefined }) =>
  ({ fromAsset, toAsset }: Pair): boolean =>
    (asked.fromAsset === undefined || asked.fromAsset === fromAsset) &&
    (asked.toAsset === undefined || asked.toAsset === toAsset);

/** Pairs of which both coins have a price now. To be called between two batches. */
function exchangeInfo({ catalogue, sequencer }: Ports) {
  const { offers } = catalogue.exchange.features['flash-exchange'];
  const nowMs = sequencer.nowMs();
  const priced = offers.all().filter((offer) => offers.priceRefusal(offer, nowMs) === null);
  const amountOf = ({ asset }: Offer, units: number | bigint): string =>
    formatDecimal(Number(units), catalogue.assetAt(asset).decimals);
  return priced.flatMap((paid) =>
    priced
      .filter((received) => offers.areExchanged(paid, received))
      .map((received) => {
        const bringing = (units: number): string =>
          amountOf(received, offers.receivedFor({ offer: paid, units }, received));
        return {
          fromAsset: catalogue.assetAt(paid.asset).code,
          toAsset: catalogue.assetAt(received.asset).code,
          fromAssetMinAmount: amountOf(paid, paid.minAmount),
          fromAssetMaxAmount: amountOf(paid, paid.maxAmount),
          toAssetMinAmount: bringing(paid.minAmount),
          toAssetMaxAmount: bringing(paid.maxAmount),
        };
      }),
  );
}

const FIELDS: Readonly<Record<string, string>> = {
  payCurrency: 'fromAsset',
  receiveCurrency: 'toAsset',
  payAmount: 'fromAmount',
  receiveAmount: 'toAmount',
  quote: 'quoteId',
};

/** A refusal of our own call with the names of Binance's parameters. */
function inTheirNames({ field, ...refusal }: Refusal): Refusal {
  if (field === undefined) return refusal;
  const named = FIELDS[field] ?? field;
  if (refusal.error !== 'request/invalid') return { ...refusal, field: named };
  const reason = String(refusal.params?.['reason']).replace('payAmount', 'fromAmount');
  return invalidField(named, reason);
}

function sendQuote(parts: Ports): EndpointHandler<'flash-exchange/send-quote-request'> {
  const { sequencer } = parts;
  return async ({ fromAsset, toAsset, fromAmount, toAmount }, { userId }) => {
    const input = { payCurrency: fromAsset, receiveCurrency: toAsset };
    const quote = await sequencer.read(() =>
      quoteOf(parts, userId, { ...input, payAmount: fromAmount, receiveAmount: toAmount }),
    );
    if (isRefusal(quote)) return inTheirNames(quote);
    return {
      quoteId: quote.quote,
      ...ratiosOf(parts, quote),
      validTimestamp: quote.validUntil,
      fromAmount: quote.payAmount,
      toAmount: quote.receiveAmount,
    };
  };
}

function acceptQuote(parts: Ports): EndpointHandler<'flash-exchange/accept-quote'> {
  return async ({ quoteId }, caller) => {
    const taken = await takeQuote(parts, quoteId, caller);
    if (isRefusal(taken)) return inTheirNames(taken);
    const orderId = String(taken.id);
    const page = { id: orderId, pageNo: 1, pageSize: 1 };
    const { list } = await readList(parts.database, exchangeList(parts, caller.userId, page));
    return { orderId, createTime: list[0]?.time ?? parts.sequencer.nowMs(), orderStatus: 'SUCCESS' };
  };
}

type Amounts = Pick<ExchangeRow, 'payCurrency' | 'payAmount' | 'receiveCurrency' | 'receiveAmount'>;

function ratiosOf({ catalogue }: Pick<Ports, 'catalogue'>, amounts: Amounts) {
  const units = (coin: string, text: string): bigint => {
    const found = parseDecimal(text, catalogue.asset(coin)?.decimals ?? 0);
    if (typeof found !== 'number') throw new Error(`${text} is no amount of ${coin}`);
    return BigInt(found);
  };
  const scaled = (coin: string, of: bigint): bigint =>
    of * 10n ** BigInt(catalogue.asset(coin)?.decimals ?? 0);
  const { payCurrency, receiveCurrency } = amounts;
  // Each side counts in the smallest unit of both coins together.
  const paid = scaled(receiveCurrency, units(payCurrency, amounts.payAmount));
  const received = scaled(payCurrency, units(receiveCurrency, amounts.receiveAmount));
  const text = (of: bigint, by: bigint): string => (by === 0n ? '0' : formatRatio(of, by, RATIO_DECIMALS));
  return { ratio: text(received, paid), inverseRatio: text(paid, received) };
}

function orderOf(parts: Pick<Ports, 'catalogue'>, row: ExchangeRow): ConvertOrder {
  return {
    orderId: row.id,
    orderStatus: 'SUCCESS',
    fromAsset: row.payCurrency,
    toAsset: row.receiveCurrency,
    fromAmount: row.payAmount,
    toAmount: row.receiveAmount,
    ...ratiosOf(parts, row),
    createTime: row.time,
  };
}

function tradeFlow(parts: Ports): EndpointHandler<'flash-exchange/query-trade-flow'> {
  return async (asked, { userId }) => {
    const { startTime, endTime, limit } = asked;
    if (startTime === undefined) return invalidField('startTime', 'is required');
    if (endTime === undefined) return invalidField('endTime', 'is required');
    if (endTime - startTime > FLOW_DAYS_MAX * DAY_MS)
      return invalidField('endTime', `at most ${FLOW_DAYS_MAX} days after startTime`);
    // Binance's end is inclusive, that of our lists is not.
    const page = { startTime, endTime: endTime + 1, pageNo: 1, pageSize: limit };
    const { list, nextCursor } = await readList(parts.database, exchangeList(parts, userId, page));
    const rows = list.map((row) => orderOf(parts, row));
    return { list: rows, startTime, endTime, limit, moreData: nextCursor !== null };
  };
}
