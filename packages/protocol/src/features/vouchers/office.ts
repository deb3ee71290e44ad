/** Deposits by voucher in the back office. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import {
  amount,
  blankIsAbsent,
  decimal,
  listed,
  listPage,
  optionalCoin,
  optionalDecimal,
  timeMs,
  whole,
} from '../../fields.ts';
import { defineOperatorAct } from '../../office-act.ts';
import { VOUCHER_REASONS } from './rejections.ts';
import { VOUCHER_STATES, VOUCHER_VIEWS } from './voucher-states.ts';

/** Of the text that a reviewer adds for the owner. */
export const NOTE_MAX = 300;
const OUTPUT_MAX = 2 ** 31 - 1;

const id = { id: whole(1, Number.MAX_SAFE_INTEGER) };

const queueRow = z.object({
  id: z.number().int(),
  userId: z.number().int(),
  /** When it was handed in. */
  time: timeMs,
  currency: z.string(),
  chain: z.string(),
  /** As its owner typed it. */
  amount,
  state: z.enum(VOUCHER_STATES),
  /** How many have named the transfer that most have named. */
  approvals: z.number().int(),
  /** Whether another voucher has the same picture. */
  isDuplicate: z.boolean(),
});
export type VoucherQueueRow = z.output<typeof queueRow>;

const getQueue = defineOperatorCall({
  name: 'vouchers/get-queue',
  path: '/vouchers/getQueue',
  permission: 'vouchers/look',
  // What waits is work; a search and the list of everybody are logged.
  isLogged: false,
  grows: 'office',
  summary: 'Vouchers of one view: those that wait oldest first, others newest first',
  input: z.object({
    view: z.enum(VOUCHER_VIEWS).default('waiting'),
    currency: optionalCoin,
    state: blankIsAbsent(z.enum(VOUCHER_STATES).optional()),
    /** The number of a voucher, a user's id, or the hash of a credited transfer, as a whole. */
    find: blankIsAbsent(z.string().trim().max(128).optional()),
    ...listPage(2),
  }),
  data: listed(queueRow).extend({
    /** Those that wait, however it is filtered; not beyond 10,000, as `totalRow`. */
    waiting: z.number().int(),
    /** When the voucher that waits longest was handed in; null: none waits. */
    oldestTime: timeMs.nullable(),
    /** The coins that can be deposited by voucher. */
    currencies: z.array(z.string()),
  }),
});

const courseEntry = z.object({
  time: timeMs,
  /** 'refuse': the exchange did not credit it. */
  act: z.enum(['view', 'approve', 'credit', 'reject', 'refuse']),
  operator: z.string(),
  words: z.string(),
});
export type VoucherCourseEntry = z.output<typeof courseEntry>;

const getVoucher = defineOperatorCall({
  name: 'vouchers/get-voucher',
  path: '/vouchers/getVoucher',
  permission: 'vouchers/look',
  isLogged: true,
  grows: 'office',
  refusals: ['request/not-found'],
  summary: 'A voucher with what was found and decided, and others with the same picture',
  input: z.object(id),
  data: queueRow.extend({
    remark: z.string(),
    /** Where the payment had to go; null: no address is configured. */
    payTo: z.string().nullable(),
    /** The tag or memo that had to be with it; empty where the network has none. */
    memo: z.string(),
    /** Whether the network's transactions have one payment each, so that an output is always 0. */
    isOnePayment: z.boolean(),
    /** Whether there is a picture: none once its owner took it back. */
    hasPicture: z.boolean(),
    /** At most 200. */
    duplicates: z.array(
      z.object({
        id: z.number().int(),
        userId: z.number().int(),
        state: z.enum(VOUCHER_STATES),
        time: timeMs,
      }),
    ),
    /** Everything that was looked at and decided, in order. */
    course: z.array(courseEntry),
    /** The transfers that were named since the exchange last refused one, by whom. */
    named: z.array(z.object({ txid: z.string(), output: z.number().int(), operators: z.array(z.string()) })),
    /** What the network shows; empty if nobody found it. */
    seenAmount: amount,
    /** Of the transfer that was credited. */
    txid: z.string(),
    rejection: z.enum(VOUCHER_REASONS).nullable(),
    /** What the owner reads besides; may be empty. */
    note: z.string(),
  }),
});
export type OfficeVoucher = z.output<typeof getVoucher.data>;

const getPicture = defineOperatorCall({
  name: 'vouchers/get-picture',
  path: '/vouchers/getPicture',
  permission: 'vouchers/look',
  isLogged: true,
  grows: 'office',
  refusals: ['request/not-found'],
  summary: 'The picture of a voucher. From then on its owner cannot take it back',
  input: z.object(id),
  data: z.object({ jpegBase64: z.string() }),
});

const approve = defineOperatorAct({
  name: 'vouchers/approve',
  path: '/vouchers/approve',
  section: 'vouchers',
  // Two people name the same transfer, each in an act of their own.
  people: 1,
  refusals: [
    'request/not-found',
    'operators/same-person',
    'vouchers/decided',
    'vouchers/amount-differs',
    'vouchers/transfer-used',
    // Of the exchange, when it is to be credited.
    'funding/amount-missing',
    'funding/reference-used',
    'wallet/account-unknown',
    'wallet/chain-unknown',
    'wallet/limit-reached',
  ],
  summary: 'Names the transfer of a voucher; when two people have named the same one, it is credited',
  input: z.object({
    ...id,
    /** As the network shows it, in hexadecimal digits. */
    txid: z.string().trim().max(128),
    /** Counts the payments to the platform within the transaction, from 0. */
    output: whole(0, OUTPUT_MAX),
    amount: decimal,
  }),
});
const reject = defineOperatorAct({
  name: 'vouchers/reject',
  path: '/vouchers/reject',
  section: 'vouchers',
  people: 1,
  refusals: ['request/not-found', 'vouchers/decided'],
  summary: 'Rejects a voucher; its owner may hand it in again',
  input: z.object({
    ...id,
    /** What the owner reads. The act's own reason is for operators alone. */
    rejection: z.enum(VOUCHER_REASONS),
    /** What the network shows. Required for 'amount-differs'. */
    seen: optionalDecimal,
    /** What the owner reads besides. */
    note: blankIsAbsent(z.string().trim().max(NOTE_MAX).default('')),
  }),
});

export const calls = [getQueue, getVoucher, getPicture, approve, reject] as const;
/** Those of its acts are the feature's own. */
export const refusals = {};
