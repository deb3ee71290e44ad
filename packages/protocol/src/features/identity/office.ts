/** People in the back office: who somebody is, what protects the account, and what is frozen. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import { flag, page, paged, timeMs, whole } from '../../fields.ts';
import { defineOperatorAct } from '../../office-act.ts';
import { FREEZE_KINDS } from './freeze-kinds.ts';
import type { RefusalText } from '../../refusal-text.ts';
import { SECOND_FACTORS } from './second-factors.ts';
import { loginRow, sessionRow } from './sessions.ts';

/** The most people that a search answers. */
export const FOUND_MAX = 50;

const user = { user: whole(1, Number.MAX_SAFE_INTEGER) };
const notFound = ['request/not-found'] as const;

export const FOUND_BY = ['number', 'email', 'name', 'address', 'transaction', 'network'] as const;
const foundRow = z.object({
  userId: z.number().int(),
  /** Two letters and the end of the domain. */
  maskedEmail: z.string(),
  /** The name that the user chose for the account, or ''. */
  name: z.string(),
  sinceTime: timeMs,
  /** 0 not authenticated, 1 reviewing, 2 verified, 3 rejected. */
  kycState: z.number().int(),
  /** Whether the whole account is frozen. */
  isFrozen: z.boolean(),
  freezes: z.array(z.enum(FREEZE_KINDS)),
  /** What of this user is as was asked. */
  foundBy: z.array(z.enum(FOUND_BY)),
});
export type FoundRow = z.output<typeof foundRow>;

const find = defineOperatorCall({
  name: 'people/find',
  grows: 'office',
  path: '/people/find',
  permission: 'people/look',
  isLogged: true,
  summary: 'Users by number, e-mail, name, address, transaction or IP address; the search is logged',
  input: z.object({
    /** E-mail and name by their beginning, of three characters or more; all others as a whole. */
    find: z.string().trim().min(1, 'is required').max(254),
  }),
  data: z.object({
    list: z.array(foundRow),
    /** Whether there are more. */
    hasMore: z.boolean(),
  }),
});

const freeze = z.object({ kind: z.enum(FREEZE_KINDS), time: timeMs });
const getPerson = defineOperatorCall({
  name: 'people/get-person',
  grows: 'office',
  path: '/people/getPerson',
  permission: 'people/look',
  isLogged: true,
  refusals: notFound,
  summary: 'What a user is and what protects the account; the look is logged',
  input: z.object(user),
  data: z.object({
    userId: z.number().int(),
    email: z.string(),
    name: z.string(),
    language: z.enum(['en', 'zh']),
    sinceTime: timeMs,
    kycState: z.number().int(),
    passwordTime: timeMs,
    /** When the authenticator was bound; null: there is none. */
    googleTime: timeMs.nullable(),
    passkeys: z.number().int(),
    hasFundPassword: z.boolean(),
    /** The freeze of the whole account, which its owner alone ends. */
    frozen: z.object({ time: timeMs, unfreezeTime: timeMs.nullable() }).nullable(),
    /** What operators have frozen. */
    freezes: z.array(freeze),
    /** The reset of a second factor that waits for its time; null: none. */
    reset: z.object({ factor: z.enum(SECOND_FACTORS), time: timeMs, dueTime: timeMs }).nullable(),
    /** Until when a change of credentials holds withdrawals; null: it does not. */
    heldUntil: timeMs.nullable(),
    /** The end of a break that the user takes; null: none. */
    excludedUntil: timeMs.nullable(),
    mayPurchase: z.boolean(),
    /** Of the schedule of spot fees, from 0. */
    feeTier: z.number().int(),
    /** The user whose invite code was used; null: none. */
    invitedBy: z.number().int().nullable(),
    /** How many users registered with this one's code. */
    invited: z.number().int(),
  }),
});
export type OfficePerson = z.output<typeof getPerson.data>;

const getSessions = defineOperatorCall({
  name: 'people/get-sessions',
  grows: 'office',
  path: '/people/getSessions',
  permission: 'people/look',
  isLogged: true,
  refusals: notFound,
  summary: 'Where a user is logged in, last seen first',
  input: z.object(user),
  data: z.object({ list: z.array(sessionRow.omit({ current: true })) }),
});
const getLogins = defineOperatorCall({
  name: 'people/get-logins',
  grows: 'office',
  path: '/people/getLogins',
  permission: 'people/look',
  isLogged: true,
  refusals: notFound,
  summary: 'Logins of a user and failed tries, newest first',
  input: z.object({ ...user, ...page }),
  data: paged(loginRow),
});
const getInvited = defineOperatorCall({
  name: 'people/get-invited',
  grows: 'office',
  path: '/people/getInvited',
  permission: 'people/look',
  isLogged: true,
  refusals: notFound,
  summary: "Who registered with a user's invite code, newest first",
  input: z.object({ ...user, ...page }),
  data: paged(
    z.object({
      userId: z.number().int(),
      maskedEmail: z.string(),
      sinceTime: timeMs,
      kycState: z.number().int(),
      /** How many users registered with this one's code. */
      invited: z.number().int(),
    }),
  ),
});

const kind = { kind: z.enum(FREEZE_KINDS) };
const freezePart = defineOperatorAct({
  name: 'people/freeze',
  path: '/people/freeze',
  section: 'people',
  people: 1,
  refusals: notFound,
  summary: 'Freezes the login, trading or withdrawals of a user, and nothing else',
  input: z.object({ ...user, ...kind }),
});
const unfreezePart = defineOperatorAct({
  name: 'people/unfreeze',
  path: '/people/unfreeze',
  section: 'people',
  people: 1,
  refusals: notFound,
  summary: 'Ends a freeze of operators',
  input: z.object({ ...user, ...kind }),
});
const endSessions = defineOperatorAct({
  name: 'people/end-sessions',
  path: '/people/endSessions',
  section: 'people',
  people: 1,
  refusals: notFound,
  summary: 'Ends all sessions of a user',
  input: z.object(user),
});
const setPurchase = defineOperatorAct({
  name: 'people/set-purchase',
  path: '/people/setPurchase',
  section: 'people',
  people: 1,
  refusals: notFound,
  summary: 'Allows a user to buy and subscribe, or stops it',
  input: z.object({ ...user, mayPurchase: flag }),
});
const resetSecondFactor = defineOperatorAct({
  name: 'people/reset-second-factor',
  path: '/people/resetSecondFactor',
  section: 'people',
  people: 2,
  refusals: [...notFound, 'people/no-second-factor', 'people/account-frozen', 'people/reset-waits'],
  summary: 'Removes a second factor that its owner has lost, after a time in which the owner can stop it',
  input: z.object({ ...user, factor: z.enum(SECOND_FACTORS) }),
});
const stopReset = defineOperatorAct({
  name: 'people/stop-reset',
  path: '/people/stopReset',
  section: 'people',
  people: 1,
  refusals: notFound,
  summary: 'Stops the reset of a second factor that waits for its time',
  input: z.object(user),
});

export const calls = [
  find,
  getPerson,
  getSessions,
  getLogins,
  getInvited,
  freezePart,
  unfreezePart,
  endSessions,
  setPurchase,
  resetSecondFactor,
  stopReset,
] as const;
export const refusals = {
  'people/no-second-factor': {
    code: 3101,
    kind: 'final',
    en: 'The account has none, so there is nothing to reset',
    zh: '该账户未设置，无需重置',
  },
  'people/account-frozen': {
    code: 3102,
    kind: 'final',
    en: 'The account or its login is frozen. Nothing of it is reset until it is open again',
    zh: '该账户或其登录已冻结，恢复后方可重置',
  },
  'people/reset-waits': {
    code: 3103,
    kind: 'final',
    en: 'A reset of this account waits for its time already',
    zh: '该账户已有重置在等待生效',
  },
} as const satisfies Record<string, RefusalText>;
