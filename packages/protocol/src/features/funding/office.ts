/** Withdrawals in the back office. Those of the house itself are no part of it. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import {
  amount,
  blankIsAbsent,
  decimal,
  flag,
  listed,
  listPage,
  optionalCoin,
  timeMs,
  whole,
} from '../../fields.ts';
import { defineOperatorAct } from '../../office-act.ts';
import type { RefusalText } from '../../refusal-text.ts';
import { depositRow, holdRow, withdrawalRow } from './rows.ts';
import { WITHDRAWAL_REASONS } from './withdrawal-rejections.ts';
import { progress } from './withdrawals.ts';

export const QUEUE_VIEWS = ['waiting', 'uncertain', 'today', 'all'] as const;
export type QueueView = (typeof QUEUE_VIEWS)[number];
/** 'approved': it is paid, by the payer or by hand. */
export const QUEUE_STATES = ['waiting', 'approved', 'finished', 'rejected', 'cancelled'] as const;
export type QueueState = (typeof QUEUE_STATES)[number];

const id = { id: whole(1, Number.MAX_SAFE_INTEGER) };

const queueRow = z.object({
  id: z.number().int(),
  userId: z.number().int(),
  /** When it was requested. */
  time: timeMs,
  currency: z.string(),
  chain: z.string(),
  /** What arrives; the fee is charged in addition. */
  amount,
  fee: amount,
  /** In USDT by the index at the request; null: nothing has decided yet, or there was no price. */
  value: amount.nullable(),
  /** Names of the rules that applied. */
  rules: z.array(z.string()),
  approvals: z.number().int(),
  /** Of different people; null: the rules have not decided yet. */
  approvalsNeeded: z.number().int().nullable(),
  state: z.enum(QUEUE_STATES),
  /** Whether a payment has not ended as ordered, or no node knows of it. */
  isUncertain: z.boolean(),
  /** Why the exchange does not approve it yet, though people have: a refusal's name, or ''. */
  waitsFor: z.string(),
});
export type QueueRow = z.output<typeof queueRow>;

const getQueue = defineOperatorCall({
  name: 'withdrawals/get-queue',
  path: '/withdrawals/getQueue',
  permission: 'withdrawals/look',
  // What waits is work; a search and the list of everybody are logged.
  isLogged: false,
  grows: 'office',
  summary: 'Withdrawals of one view: those that wait and uncertain ones oldest first, others newest first',
  input: z.object({
    /** 'today': requested since midnight UTC. */
    view: z.enum(QUEUE_VIEWS).default('waiting'),
    currency: optionalCoin,
    state: blankIsAbsent(z.enum(QUEUE_STATES).optional()),
    /** A number, a user's id, an address, or the hash of a transaction, as a whole. */
    find: blankIsAbsent(z.string().trim().max(128).optional()),
    ...listPage(2),
  }),
  data: listed(queueRow).extend({
    /** However it is filtered, and not beyond 10,000; `totalRow` neither. */
    counts: z.object({ waiting: z.number().int(), uncertain: z.number().int(), today: z.number().int() }),
    /** When the withdrawal that waits longest was requested; null: none waits. */
    oldestTime: timeMs.nullable(),
    /** The coins that can be withdrawn on some network. */
    currencies: z.array(z.string()),
  }),
});

/** A rule as it was asked: what it looked at, and its threshold, in one unit. */
const askedRule = z.object({
  rule: z.string(),
  /** 'ms': how long. 'flag': 1 is yes. */
  unit: z.enum(['usdt', 'count', 'ms', 'flag']),
  fact: z.string(),
  threshold: z.string(),
  /** Applies from the threshold on; otherwise below it. */
  isFrom: z.boolean(),
  /** How many people it needs. */
  people: z.number().int(),
  applies: z.boolean(),
});
export type AskedRule = z.output<typeof askedRule>;

const courseEntry = z.object({
  time: timeMs,
  /**
   * 'stop' asks the payer; 'release' lets it be paid; 'refuse': the exchange refused the entry
   * before.
   */
  act: z.enum(['decide', 'approve', 'release', 'stop', 'reject', 'settle', 'refuse']),
  operator: z.string(),
  words: z.string(),
});
export type CourseEntry = z.output<typeof courseEntry>;

const getWithdrawal = defineOperatorCall({
  name: 'withdrawals/get-withdrawal',
  path: '/withdrawals/getWithdrawal',
  permission: 'withdrawals/look',
  isLogged: true,
  grows: 'office',
  refusals: ['request/not-found'],
  summary: 'A withdrawal with its destination, why it waits, who approved, and what is usual for its user',
  input: z.object(id),
  data: queueRow.extend({
    address: z.string(),
    memo: z.string(),
    /** Since when the user has the address in the book or has been paid to it; null: new. */
    addressSince: timeMs.nullable(),
    /** Amount and fee as a share of what the account had, in percent; null once it ended. */
    share: z.string().nullable(),
    /** Those finished of the 90 days before, at most 200: how many, and their median in USDT. */
    usual: z.object({ count: z.number().int(), median: amount.nullable() }),
    /** Deposits of the 30 days before the request, at most 1,000, in USDT by the index now. */
    deposited: amount,
    /** As they were asked for the decision; empty for old ones. */
    askedRules: z.array(askedRule),
    /** Everything that was decided and done, in order. */
    course: z.array(courseEntry),
    /** Whether the operator who asks has approved it. */
    hasApproved: z.boolean(),
    /** The holds that keep it from being approved. */
    holds: z.array(holdRow),
    rejection: z.enum(WITHDRAWAL_REASONS).nullable(),
    /** Null before a payer has taken it, if it is paid by hand, and after its end. */
    payment: progress.nullable(),
    /** The transaction that paid it, or ''. */
    txid: z.string(),
  }),
});
export type OfficeWithdrawal = z.output<typeof getWithdrawal.data>;

const actRefusals = ['request/not-found', 'funding/withdrawal-state', 'withdrawals/sent'] as const;
const approve = defineOperatorAct({
  name: 'withdrawals/approve',
  path: '/withdrawals/approve',
  section: 'withdrawals',
  // The rules of risk decide how many approvals a withdrawal needs, each of which is an act.
  people: 1,
  refusals: [...actRefusals, 'operators/same-person'],
  summary: 'Approves a withdrawal, as one of the people whom it needs',
  input: z.object(id),
});
const reject = defineOperatorAct({
  name: 'withdrawals/reject',
  path: '/withdrawals/reject',
  section: 'withdrawals',
  people: 1,
  refusals: [...actRefusals, 'withdrawals/maybe-sent'],
  summary: 'Rejects a withdrawal, or asks the payer that has taken it to stop',
  input: z.object({
    ...id,
    /** What the user reads. The act's own reason is for operators alone. */
    rejection: z.enum(WITHDRAWAL_REASONS),
    /** Of an approved one: nothing of it was sent, and nobody will send it. */
    nothingSent: blankIsAbsent(flag.default(false)),
  }),
});
const settle = defineOperatorAct({
  name: 'withdrawals/settle',
  path: '/withdrawals/settle',
  section: 'withdrawals',
  people: 1,
  refusals: [...actRefusals, 'funding/reference-used', 'funding/chain-short'],
  summary: 'Records that a withdrawal was paid by hand',
  input: z.object({
    ...id,
    /** Empty for a payment without a transaction; `output` is then the number of its own record. */
    txid: z.string().trim().max(128).default(''),
    output: whole(0, 9_999_999_999),
    /** What the network has charged, in its coin of costs, with all of the network's decimals. */
    cost: decimal,
  }),
});

const ofPerson = {
  permission: 'people/look',
  isLogged: true,
  grows: 'office',
  refusals: ['request/not-found'],
  input: z.object({ user: whole(1, Number.MAX_SAFE_INTEGER), currency: optionalCoin, ...listPage(2) }),
} as const;
const getDeposits = defineOperatorCall({
  ...ofPerson,
  name: 'people/get-deposits',
  path: '/people/getDeposits',
  summary: 'Deposits of a user, newest first; the look is logged',
  data: listed(depositRow),
});
const getWithdrawals = defineOperatorCall({
  ...ofPerson,
  name: 'people/get-withdrawals',
  path: '/people/getWithdrawals',
  summary: 'Withdrawals of a user, newest first; the look is logged',
  data: listed(withdrawalRow),
});

export const calls = [getQueue, getWithdrawal, approve, reject, settle, getDeposits, getWithdrawals] as const;
export const refusals = {
  'withdrawals/sent': {
    code: 2601,
    kind: 'final',
    en: 'It was sent on its chain',
    zh: '已在链上发出',
  },
  'withdrawals/maybe-sent': {
    code: 2602,
    kind: 'final',
    en: 'It may be on its way. Confirm that nothing was sent',
    zh: '可能已在途。请确认未发送任何资产',
  },
} as const satisfies Record<string, RefusalText>;
