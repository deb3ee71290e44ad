/** Public books: what the house owes and what it has set aside, from the ledger, with its sums. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import { amount, nothing, timeMs } from '../../fields.ts';

export const refusals = {} as const;

const reserveRow = z.object({
  /** The feature, such as `seconds-contract`. */
  product: z.string(),
  currency: z.string(),
  /** Open orders. */
  count: z.number().int(),
  /** Customers' own money that the product keeps, frozen or in escrow. */
  customers: amount,
  /** What the house would add if everything ended now, and at most. */
  owedNow: amount,
  owedAtMost: amount,
  /** What is set aside for `owedAtMost`, and what the reserve holds besides. */
  reserved: amount,
  free: amount,
  /**
   * What it owes now beyond that, in coins which it holds for its customers, and what these coins
   * are worth. Null for a product that owes nothing in coins.
   */
  inCoins: z.object({ now: amount, held: amount }).nullable(),
});
export type ReserveRow = z.output<typeof reserveRow>;

/** `users` + `traders` + `house` + `products` = `cameIn`. */
const coinRow = z.object({
  currency: z.string(),
  /** All accounts of users. */
  users: amount,
  /** The platform's own traders, which quote and trade under the same rules. */
  traders: amount,
  /** Treasury, fees and reserves. */
  house: amount,
  /** Escrows and holdings of products. */
  products: amount,
  /** What came in from outside and has not left: deposits, and what the platform issued. */
  cameIn: amount,
});
export type CoinRow = z.output<typeof coinRow>;

const getReserves = defineCall({
  name: 'transparency/get-reserves',
  path: '/transparency/reserves',
  access: 'public',
  summary: 'What each product owes and has set aside, and per coin the sums of all accounts',
  input: nothing,
  data: z.object({
    /** Of the exchange when it was added up; at most half a minute ago. */
    time: timeMs,
    /** The number of the last command that is in it. */
    seq: z.string(),
    /** The checksum of the journal up to there, which is chained. */
    journal: z.string(),
    reserves: z.array(reserveRow),
    coins: z.array(coinRow),
  }),
});

const getPlatform = defineCall({
  name: 'transparency/get-platform',
  path: '/transparency/platform',
  access: 'public',
  summary: 'What runs here: the version, the mode, where prices come from, and the rules in force',
  input: nothing,
  data: z.object({
    version: z.string(),
    mode: z.enum(['demo', 'production']),
    /** The source of reference prices, such as `simulated`. */
    source: z.string(),
    startTime: timeMs,
    /** The version of the rules of each product that has more than one. */
    rules: z.array(z.object({ product: z.string(), version: z.number().int() })),
  }),
});
export type Platform = z.output<typeof getPlatform.data>;

export const chapter: Chapter = { title: { en: 'Books', zh: '账本' } };
export const calls = [getReserves, getPlatform] as const;
