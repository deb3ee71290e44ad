/** The ledger in the back office: sums of all accounts, the days' closes, statements, results. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import { amount, blankIsAbsent, csvText, nothing, timeMs } from '../../fields.ts';

/** Whose money it is; 'outside': what came in from networks, below zero. */
export const LEDGER_GROUPS = ['customers', 'traders', 'promises', 'house', 'outside'] as const;
export type LedgerGroup = (typeof LEDGER_GROUPS)[number];

const balance = z.object({
  group: z.enum(LEDGER_GROUPS),
  /** A wallet of customers, an account of the house, a network. */
  account: z.string(),
  available: amount,
  frozen: amount,
});
export type LedgerBalance = z.output<typeof balance>;

const getTrialBalance = defineOperatorCall({
  name: 'ledger/get-trial-balance',
  path: '/ledger/getTrialBalance',
  permission: 'ledger/look',
  isLogged: false,
  summary: 'The sums of all accounts by coin, at one moment; those of each coin add up to zero',
  input: nothing,
  data: z.object({
    /** The last command that is in the sums, and its time; sums are at most 30 s old. */
    seq: z.number().int(),
    time: timeMs,
    coins: z.array(
      z.object({
        currency: z.string(),
        /** Of everything; '0' if the books balance. */
        sum: amount,
        balances: z.array(
          balance.extend({
            /** Of available and frozen since the last close; null: there was none. */
            change: amount.nullable(),
          }),
        ),
      }),
    ),
  }),
});

const DAY_TEXT = 'a day such as 2026-11-30';
const day = z
  .string()
  .trim()
  .regex(/^\d{4}-\d\d-\d\d$/, DAY_TEXT)
  .refine((text) => {
    const ms = Date.parse(`${text}T00:00:00Z`);
    return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
  }, DAY_TEXT);
/** Days in UTC, both inclusive; at most LEDGER_DAYS_MAX of them. */
const days = { from: day, to: day };
export const LEDGER_DAYS_MAX = 100;
export const CLOSES_SHOWN = 400;

const getCloses = defineOperatorCall({
  name: 'ledger/get-closes',
  path: '/ledger/getCloses',
  permission: 'ledger/look',
  isLogged: false,
  summary: 'The closes of the last days, newest first: what the books were at each day’s end',
  input: nothing,
  data: z.object({
    list: z.array(
      z.object({
        day,
        /** When it was closed: some time after the day's end. */
        time: timeMs,
        /** The last command in the books that were closed. */
        seq: z.number().int(),
        /** The chained checksum of the journal up to that command. */
        journal: z.string(),
        /** How many accounts were added up. */
        accounts: z.number().int(),
        /** The coins whose sum is not zero; empty if the books balance. */
        unbalanced: z.array(z.string()),
      }),
    ),
  }),
});

const resultRow = z.object({
  day,
  product: z.string(),
  currency: z.string(),
  /** Less what was shared of them, such as commissions. */
  fees: amount,
  /** What reserves and treasury received and paid besides: profits, interest, costs. */
  received: amount,
  paid: amount,
  net: amount,
});
export type ResultRow = z.output<typeof resultRow>;

const getResults = defineOperatorCall({
  name: 'ledger/get-results',
  path: '/ledger/getResults',
  permission: 'ledger/look',
  isLogged: false,
  summary: 'What each product earned, by day and coin, and what it owes now',
  input: z.object(days),
  data: z.object({
    /** Newest day first. */
    list: z.array(resultRow),
    owed: z.array(
      z.object({
        product: z.string(),
        currency: z.string(),
        items: z.number().int(),
        /** What customers have put in. */
        customers: amount,
        owedNow: amount,
        owedAtMost: amount,
      }),
    ),
  }),
});
const exportResults = defineOperatorCall({
  name: 'ledger/export-results',
  path: '/ledger/exportResults',
  permission: 'ledger/look',
  isLogged: false,
  download: 'text/csv',
  summary: 'What each product earned, by day and coin, as a file',
  input: z.object(days),
  data: csvText,
});

/**
 * A user's number, for who may look at people, or the name of a house account as it is in the trial
 * balance.
 */
const account = z
  .string()
  .trim()
  .regex(/^(\d{1,9}|[A-Za-z][A-Za-z0-9-]{1,39})$/, 'a user’s number or an account of the house');
const statementOf = z.object({
  account,
  currency: blankIsAbsent(z.string().trim().max(10).optional()),
  ...days,
});

const statementRow = z.object({
  day,
  currency: z.string(),
  reason: z.string(),
  /** The reason in the reader's language. */
  reasonText: z.string(),
  received: amount,
  paid: amount,
});
export type LedgerStatementRow = z.output<typeof statementRow>;

const getStatement = defineOperatorCall({
  name: 'ledger/get-account',
  path: '/ledger/getAccount',
  permission: 'ledger/look',
  isLogged: true,
  grows: 'office',
  refusals: ['request/not-found'],
  summary: 'The statement of a user’s accounts together, or of one of the house, by day, coin and reason',
  input: statementOf,
  data: z.object({
    /** Newest day first. */
    list: z.array(statementRow),
    /** At the beginning of `from` and at the end of `to`. */
    balances: z.array(z.object({ currency: z.string(), opening: amount, closing: amount })),
  }),
});
const exportStatement = defineOperatorCall({
  name: 'ledger/export-account',
  path: '/ledger/exportAccount',
  permission: 'ledger/look',
  isLogged: true,
  grows: 'office',
  download: 'text/csv',
  refusals: ['request/not-found'],
  summary: 'The statement of a user’s accounts together, or of one of the house, as a file',
  input: statementOf,
  data: csvText,
});

export const calls = [
  getTrialBalance,
  getCloses,
  getResults,
  exportResults,
  getStatement,
  exportStatement,
] as const;
/** Empty: these calls answer with refusals of all calls. */
export const refusals = {};
