/**
 * Records: what moved money, and the postings of each with their other side. A record is named by
 * its kind and its id.
 */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import {
  amount,
  blankIsAbsent,
  csvText,
  listed,
  listPage,
  nothing,
  optionalCoin,
  optionalId,
  optionalWhole,
  pageSize,
  recordId,
  timeMs,
  timeRange,
} from '../../fields.ts';
import { LAST_ACCOUNT } from '../../accounts.ts';
import { postingRow } from './postings.ts';
import { OTHER_SIDES, RECORD_KINDS } from './record-kinds.ts';
import { RECORD_LISTS } from './record-lists.ts';

/** Selections of postings: fees of all kinds, and shares of friends' fees. */
export const POSTING_GROUPS = ['fees', 'commissions'] as const;
export type PostingGroup = (typeof POSTING_GROUPS)[number];

export const ledgerRow = postingRow.extend({
  record: z.object({ kind: z.enum(RECORD_KINDS), id: z.string() }),
});
export type LedgerRow = z.output<typeof ledgerRow>;

export const transferRow = z.object({
  /** The number of the command that moved it. */
  id: z.string(),
  time: timeMs,
  currency: z.string(),
  amount,
  fromAccount: z.number().int(),
  toAccount: z.number().int(),
});
export type TransferRow = z.output<typeof transferRow>;

const part = z.enum(['available', 'frozen']);
/** A posting of a record: what the user's account gained, and what the other side gained. */
export const recordPosting = z.object({
  id: z.string(),
  seq: z.string(),
  time: timeMs,
  reason: z.string(),
  currency: z.string(),
  account: z.number().int(),
  part,
  amount,
  /**
   * The other sides of the posting: their amounts and `amount` sum to zero. `account` and `part`
   * are those of the user's own.
   */
  others: z.array(
    z.object({
      side: z.enum(OTHER_SIDES),
      account: z.number().int().nullable(),
      part: part.nullable(),
      amount,
    }),
  ),
});
export type RecordPosting = z.output<typeof recordPosting>;

const ledgerFilters = {
  account: optionalWhole(1, LAST_ACCOUNT),
  currency: optionalCoin,
  group: blankIsAbsent(z.enum(POSTING_GROUPS).optional()),
  /** The number of a record. Records of several kinds can have the same one. */
  id: optionalId,
};
const getLedger = defineCall({
  name: 'wallet/get-ledger',
  path: '/wallet/getLedger',
  access: 'user',
  summary: 'Every posting on all accounts of the user, newest first, with the record that caused it',
  input: z.object({ ...ledgerFilters, ...listPage(3) }),
  data: listed(ledgerRow),
});
const exportLedger = defineCall({
  name: 'wallet/export-ledger',
  path: '/wallet/exportLedger',
  access: 'user',
  download: 'text/csv',
  summary: 'Every posting on all accounts of the user, newest first, as a file',
  input: z.object({ ...ledgerFilters, ...timeRange }),
  data: csvText,
});
/** Forms of files that tax tools import. */
export const TAX_FORMS = ['koinly', 'cointracking'] as const;
export type TaxForm = (typeof TAX_FORMS)[number];
const exportForTaxes = defineCall({
  name: 'wallet/export-for-taxes',
  path: '/wallet/exportForTaxes',
  access: 'user',
  download: 'text/csv',
  summary: "What changed the user's coins, newest first, as a file of the form that a tax tool imports",
  input: z.object({ form: z.enum(TAX_FORMS), ...timeRange }),
  data: csvText,
});
const getTransfers = defineCall({
  name: 'wallet/get-transfers',
  path: '/wallet/getTransfers',
  access: 'user',
  summary: "Transfers between the user's accounts, newest first",
  input: z.object({ currency: optionalCoin, id: optionalId, ...listPage(3) }),
  data: listed(transferRow),
});
const exportTransfers = defineCall({
  name: 'wallet/export-transfers',
  path: '/wallet/exportTransfers',
  access: 'user',
  download: 'text/csv',
  summary: "Transfers between the user's accounts, newest first, as a file",
  input: z.object({ currency: optionalCoin, id: optionalId, ...timeRange }),
  data: csvText,
});
const getRecordCounts = defineCall({
  name: 'wallet/get-record-counts',
  path: '/wallet/getRecordCounts',
  access: 'user',
  summary: 'How many rows each list of records has, without filters',
  input: nothing,
  data: z.object({ counts: z.partialRecord(z.enum(RECORD_LISTS), z.number().int()) }),
});
/** A record of somebody else is missing, and so is one that has moved nothing. */
const getRecordPostings = defineCall({
  name: 'wallet/get-record-postings',
  path: '/wallet/getRecordPostings',
  access: 'user',
  refusals: ['request/not-found'],
  summary: 'The postings of one record with their other side, oldest first',
  input: z.object({
    kind: z.enum(RECORD_KINDS),
    id: recordId,
    pageSize,
    cursor: blankIsAbsent(
      z
        .string()
        .regex(/^\d{1,16}-\d{1,9}-\d{1,16}$/, 'not a cursor of this list')
        .optional(),
    ),
  }),
  data: z.object({ list: z.array(recordPosting), nextCursor: z.string().nullable() }),
});

export const recordCalls = [
  getLedger,
  exportLedger,
  exportForTaxes,
  getTransfers,
  exportTransfers,
  getRecordCounts,
  getRecordPostings,
] as const;
