/**
 * Subscriptions: new coins are sold at one price to everybody who pays in before the close. The
 * list of a project is public from its close on.
 */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import {
  amount,
  blankIsAbsent,
  csvText,
  id,
  listed,
  listPage,
  nothing,
  optionalDecimal,
  optionalId,
  optionalWhole,
  pageSize,
  timeMs,
  timeRange,
  whole,
} from '../../fields.ts';
import { offerTexts } from '../../offer-texts.ts';
import { FUND_PASSWORD_REFUSALS, optionalFundPassword } from '../../fund-password.ts';

export { reasons } from './reasons.ts';
export { refusals } from './refusals.ts';

const PROJECTS_MAX = 1_000;
const projectNumber = whole(1, PROJECTS_MAX);

const project = z.object({
  project: z.number().int(),
  /** The new coin, and the coin that it is paid with. */
  coin: z.string(),
  currency: z.string(),
  /** Of its pair, such as 'heliousdt'. */
  symbol: z.string(),
  price: amount,
  supply: amount,
  forSale: amount,
  /** What all that is for sale costs. */
  raise: amount,
  minAmount: amount,
  maxPerOwner: amount,
  opensTime: timeMs,
  closesTime: timeMs,
  distributesTime: timeMs,
  listsTime: timeMs,
  /** Of what is raised, as a decimal: 0.01 is 1%. */
  feeRate: amount,
  /** 0 warming up, 1 open, 2 its list is worked out, 3 closed, 4 distributed, 5 listed. */
  phase: z.number().int(),
  subscribers: z.number().int(),
  /** What all have paid in. */
  total: amount,
  /** Of the total: what can still be cancelled. The rest is firm. */
  cancellable: amount,
  /** From the close on. */
  sold: amount,
  cost: amount,
  /** From the distribution on. */
  fee: amount,
  /** SHA-256 of the published list: the file of export-allocation. Null before the close. */
  digest: z.string().nullable(),
  coinDecimals: z.number().int(),
  currencyDecimals: z.number().int(),
  texts: offerTexts,
});
export type ProjectRow = z.output<typeof project>;

/** status: 0 open, 1 closed, 2 distributed, 3 cancelled. */
export const accountRow = z.object({
  id: z.string(),
  project: z.number().int(),
  coin: z.string(),
  currency: z.string(),
  amount,
  /** 0 until the close. */
  coins: amount,
  cost: amount,
  /** What has come back, or will: the amount without the cost; 0 until the close. */
  returned: amount,
  /** One of the coins is a unit that was left, which its remainder got. */
  isRounded: z.boolean(),
  status: z.number().int(),
  time: timeMs,
  /** It can be cancelled before this time: five minutes after `time`, at most the close. */
  cancelUntil: timeMs,
  endTime: timeMs.nullable(),
});
export type SubscriptionRow = z.output<typeof accountRow>;

const line = z.object({ id: z.string(), amount, coins: amount, cost: amount });
export type AllocationLine = z.output<typeof line>;

const optionalStatus = optionalWhole(0, 3);

const getProjects = defineCall({
  name: 'subscription/get-projects',
  path: '/subscription/getProjects',
  access: 'public',
  summary: 'Every project with its terms, its phase, and what is paid in so far',
  input: nothing,
  data: z.object({ list: z.array(project) }),
});
const getProject = defineCall({
  name: 'subscription/get-project',
  path: '/subscription/getProject',
  access: 'public',
  refusals: ['subscription/unknown-project'],
  summary: 'A project with its terms, its phase, and what is paid in so far',
  input: z.object({ project: projectNumber }),
  data: project,
});
const subscribe = defineCall({
  name: 'subscription/subscribe',
  grows: 'orders',
  path: '/subscription/subscribe',
  access: 'user',
  movesMoney: true,
  operation: 'subscribe',
  refusals: [
    'subscription/unknown-project',
    'subscription/not-open',
    'subscription/amount-missing',
    'subscription/below-minimum',
    'subscription/above-maximum',
    'subscription/project-full',
    'wallet/insufficient-balance',
    'wallet/held',
    ...FUND_PASSWORD_REFUSALS,
  ],
  summary: "Adds an amount to the user's subscription of a project, and freezes it",
  input: z.object({ project: projectNumber, amount: optionalDecimal, fundPassword: optionalFundPassword }),
  data: z.object({ id: z.string() }),
});
const cancel = defineCall({
  name: 'subscription/cancel',
  path: '/subscription/cancel',
  access: 'user',
  movesMoney: true,
  refusals: ['subscription/unknown-subscription', 'subscription/closed', 'subscription/firm'],
  summary: 'Cancels a whole subscription in its first five minutes; its amount is free again',
  input: z.object({ id }),
  data: z.undefined().or(z.null()),
});
const getSubscriptions = defineCall({
  name: 'subscription/get-subscriptions',
  path: '/subscription/getSubscriptions',
  access: 'user',
  summary: "The user's subscriptions, newest first",
  input: z.object({ status: optionalStatus, id: optionalId, ...listPage(2) }),
  data: listed(accountRow).extend({
    /** How many subscriptions have each status. */
    counts: z.array(z.number().int()),
  }),
});
const getAllocation = defineCall({
  name: 'subscription/get-allocation',
  path: '/subscription/getAllocation',
  access: 'public',
  refusals: ['subscription/unknown-project', 'subscription/not-published'],
  summary: 'The list of a project, which is public from its close on, in order of the numbers',
  input: z.object({
    project: projectNumber,
    /** `nextCursor` of an earlier page: the list goes on after that number. */
    cursor: blankIsAbsent(id.optional()),
    pageSize,
  }),
  data: z.object({
    list: z.array(line),
    totalRow: z.number().int(),
    sum: z.number().int(),
    nextCursor: z.string().nullable(),
    digest: z.string(),
  }),
});
const exportAllocation = defineCall({
  name: 'subscription/export-allocation',
  path: '/subscription/exportAllocation',
  access: 'public',
  download: 'text/csv',
  refusals: ['subscription/unknown-project', 'subscription/not-published'],
  summary: 'The whole list of a project, whose digest is published',
  input: z.object({ project: projectNumber }),
  data: csvText,
});
const exportSubscriptions = defineCall({
  name: 'subscription/export-subscriptions',
  path: '/subscription/exportSubscriptions',
  access: 'user',
  download: 'text/csv',
  summary: "The user's subscriptions, newest first, as a file",
  input: z.object({ status: optionalStatus, id: optionalId, ...timeRange }),
  data: csvText,
});

export const chapter: Chapter = { title: { en: 'Subscription', zh: '认购' } };
export const calls = [
  getProjects,
  getProject,
  subscribe,
  cancel,
  getSubscriptions,
  getAllocation,
  exportAllocation,
  exportSubscriptions,
] as const;
