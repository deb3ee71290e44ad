/**
 * Flash exchange: one coin for another at a quote that is good for 10 s, all of it or nothing,
 * against the platform's treasury.
 */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import {
  amount,
  coin,
  csvText,
  listed,
  listPage,
  nothing,
  optionalDecimal,
  optionalId,
  timeMs,
  timeRange,
} from '../../fields.ts';
import { OF_AMOUNTS, OF_PRICES } from './price-refusals.ts';

export { QUOTE_MS } from './quote.ts';
export { reasons } from './reasons.ts';
export { refusals } from './refusals.ts';

export const accountRow = z.object({
  id: z.string(),
  time: timeMs,
  payCurrency: z.string(),
  payAmount: amount,
  receiveCurrency: z.string(),
  receiveAmount: amount,
});
export type ExchangeRow = z.output<typeof accountRow>;

const offer = z.object({
  currency: z.string(),
  /** The least and the most of this coin that one exchange pays. */
  minAmount: amount,
  maxAmount: amount,
  /** The most of this coin that counts as a small balance. */
  maxDust: amount,
  /** Our whole earning, as a share of what is paid: of two coins the larger counts. */
  spread: amount,
});
export type ExchangeOffer = z.output<typeof offer>;

const terms = {
  /** What `exchange` takes, once. It names these amounts and nobody can change them. */
  quote: z.string(),
  receiveCurrency: z.string(),
  receiveAmount: amount,
  spread: amount,
  /** Taken later, it is refused. */
  validUntil: timeMs,
};
const quote = z.object({
  ...terms,
  payCurrency: z.string(),
  payAmount: amount,
  /** What the index alone would give: the difference is the spread. */
  receiveAtIndex: amount,
  /** Index prices of the two coins, in the coin in which both are priced. */
  payIndexPrice: amount,
  receiveIndexPrice: amount,
});
export type Quote = z.output<typeof quote>;
const dustQuote = z.object({
  ...terms,
  list: z.array(z.object({ payCurrency: z.string(), payAmount: amount, receiveAmount: amount })),
});
export type DustQuote = z.output<typeof dustQuote>;

const getOffers = defineCall({
  name: 'flash-exchange/get-offers',
  path: '/flashExchange/getOffers',
  access: 'public',
  summary: 'The coins that can be exchanged for each other, with limits and spread',
  input: nothing,
  data: z.object({ list: z.array(offer) }),
});
const getQuote = defineCall({
  name: 'flash-exchange/get-quote',
  path: '/flashExchange/getQuote',
  access: 'user',
  refusals: [...OF_PRICES, ...OF_AMOUNTS],
  summary: 'A quote that is good for 10 s. Name what is paid or what is received, not both',
  input: z.object({
    payCurrency: coin,
    receiveCurrency: coin,
    payAmount: optionalDecimal,
    receiveAmount: optionalDecimal,
  }),
  data: quote,
});
const getDustQuote = defineCall({
  name: 'flash-exchange/get-dust-quote',
  path: '/flashExchange/getDustQuote',
  access: 'user',
  refusals: [...OF_PRICES, 'flash-exchange/no-dust'],
  summary: 'A quote, good for 10 s, for all small balances of the exchange account at once',
  input: z.object({ receiveCurrency: coin }),
  data: dustQuote,
});
/** A quote is its own idempotency key, for every device of its owner. */
const exchange = defineCall({
  name: 'flash-exchange/exchange',
  grows: 'orders',
  path: '/flashExchange/exchange',
  access: 'user',
  operation: 'exchange',
  refusals: [
    ...OF_PRICES,
    ...OF_AMOUNTS,
    'flash-exchange/quote-expired',
    'flash-exchange/price-moved',
    'flash-exchange/treasury-short',
    'wallet/insufficient-balance',
    'wallet/held',
  ],
  summary: 'Takes a quote, once: sent again, it gets the first answer',
  input: z.object({ quote: z.string().trim().min(1).max(8192) }),
  data: z.object({ id: z.string() }),
});
const getExchanges = defineCall({
  name: 'flash-exchange/get-exchanges',
  path: '/flashExchange/getExchanges',
  access: 'user',
  summary: "The user's exchanges, newest first",
  input: z.object({ id: optionalId, ...listPage(2) }),
  data: listed(accountRow),
});

const exportExchanges = defineCall({
  name: 'flash-exchange/export-exchanges',
  path: '/flashExchange/exportExchanges',
  access: 'user',
  download: 'text/csv',
  summary: "The user's exchanges, newest first, as a file",
  input: z.object({ id: optionalId, ...timeRange }),
  data: csvText,
});

export const chapter: Chapter = { title: { en: 'Flash exchange', zh: '闪兑' } };
export const calls = [getOffers, getQuote, getDustQuote, exchange, getExchanges, exportExchanges] as const;
