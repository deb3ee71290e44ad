/**
 * Who works in the back office: sign-in with a password and a code of an authenticator, and the log
 * of what operators did and looked at.
 */
import * as z from 'zod';
import { defineCall, defineOperatorCall } from '../../call.ts';
import { code6, listed, listPage, noData, nothing, timeMs, PASSWORD_TEXT_MAX, whole } from '../../fields.ts';
import { ACT_STATES, actAnswer, effect, reason } from '../../office-act.ts';
import { OPERATOR_ROLES } from '../../operator-roles.ts';
import { staffCalls } from './office.ts';

export { refusals } from './refusals.ts';

const self = z.object({
  name: z.string(),
  role: z.enum(OPERATOR_ROLES),
  /** When this session ends, whatever its operator does. */
  endsTime: timeMs,
  /** It ends when nobody has touched its page for this many milliseconds. */
  idleMs: z.number().int(),
});
export type OperatorSelf = z.output<typeof self>;

const auditRow = z.object({
  entry: z.number().int(),
  time: timeMs,
  operator: z.string(),
  act: z.string(),
  subject: z.string(),
  detail: z.string(),
  hash: z.string(),
});
export type AuditRow = z.output<typeof auditRow>;

const signIn = defineCall({
  name: 'operators/sign-in',
  grows: 'signIns',
  path: '/operators/signIn',
  prefixes: ['/operator/app'],
  access: 'public',
  refusals: ['operators/sign-in-failed', 'request/too-many'],
  summary: 'Opens a session of the back office',
  input: z.object({
    name: z.string().trim().toLowerCase().min(1).max(32),
    password: z.string().min(1).max(PASSWORD_TEXT_MAX),
    code: code6,
  }),
  data: self,
});
const signOut = defineOperatorCall({
  name: 'operators/sign-out',
  path: '/operators/signOut',
  permission: null,
  isLogged: true,
  summary: 'Ends this session of the back office',
  input: nothing,
  data: noData,
});
const getSelf = defineOperatorCall({
  name: 'operators/get-self',
  path: '/operators/getSelf',
  permission: null,
  isLogged: false,
  summary: 'Who is signed in, in which role, and when the session ends',
  input: nothing,
  data: self,
});
const getAudit = defineOperatorCall({
  name: 'operators/get-audit',
  path: '/operators/getAudit',
  permission: 'log/look',
  isLogged: false,
  summary: 'What operators did and looked at, newest first, with the head of the chain of hashes',
  input: z.object(listPage(2)),
  data: listed(auditRow),
});

const actRow = z.object({
  act: z.number().int(),
  /** The call that was asked for, such as 'market/halt-pair'. */
  call: z.string(),
  subject: z.string(),
  state: z.enum(ACT_STATES),
  /** Who asked, why and when. */
  operator: z.string(),
  reason: z.string(),
  time: timeMs,
  /** The second person, and their words; null where there is none yet. */
  second: z.string().nullable(),
  secondReason: z.string().nullable(),
  decidedTime: timeMs.nullable(),
  /** Why it failed; null if it did not. */
  failure: z.string().nullable(),
});
export type ActRow = z.output<typeof actRow>;
const act = { act: whole(1, Number.MAX_SAFE_INTEGER) };
const decision = z.object({ ...act, reason });
const decisionRefusals = ['request/not-found', 'operators/act-decided', 'operators/same-person'] as const;

const getActs = defineOperatorCall({
  name: 'operators/get-acts',
  path: '/operators/getActs',
  permission: null,
  isLogged: false,
  summary: 'The acts of the sections that the role may look at, newest first',
  input: z.object({
    /** 'asked': those that wait for a second person. */
    list: z.enum(['all', 'asked']).default('all'),
    ...listPage(2),
  }),
  data: listed(actRow),
});
const getAct = defineOperatorCall({
  name: 'operators/get-act',
  path: '/operators/getAct',
  permission: null,
  isLogged: false,
  refusals: ['request/not-found'],
  summary: 'An act, and for one that waits what it would do now',
  input: z.object(act),
  data: actRow.extend({
    effect,
    /** Whether this operator can be its second person. */
    canAgree: z.boolean(),
    /** Of the effect: whoever agrees sends it back. */
    effectMark: z.string(),
  }),
});
const getActsOn = defineOperatorCall({
  name: 'people/get-acts',
  grows: 'office',
  path: '/people/getActs',
  permission: 'people/look',
  isLogged: true,
  summary: 'Acts about a user of the sections that the role may look at, newest first; the look is logged',
  input: z.object({ user: whole(1, Number.MAX_SAFE_INTEGER), ...listPage(2) }),
  data: listed(actRow),
});
const agreeToAct = defineOperatorCall({
  name: 'operators/agree-to-act',
  grows: 'office',
  path: '/operators/agreeToAct',
  permission: null,
  isLogged: true,
  refusals: [
    ...decisionRefusals,
    'operators/not-allowed',
    'operators/nothing-changes',
    'operators/own-change',
    'operators/effect-changed',
  ],
  summary: 'Agrees to an act as its second person: it is done now',
  input: decision.extend({
    /** What `get-act` has said with the effect; of another effect, nothing is done. */
    effectMark: z.string().max(64),
  }),
  data: actAnswer,
});
const refuseAct = defineOperatorCall({
  name: 'operators/refuse-act',
  grows: 'office',
  path: '/operators/refuseAct',
  permission: null,
  isLogged: true,
  refusals: [...decisionRefusals, 'operators/not-allowed'],
  summary: 'Refuses an act as its second person',
  input: decision,
  data: noData,
});
const withdrawAct = defineOperatorCall({
  name: 'operators/withdraw-act',
  grows: 'office',
  path: '/operators/withdrawAct',
  permission: null,
  isLogged: true,
  refusals: ['request/not-found', 'operators/act-decided'],
  summary: 'Takes back an act that one has asked for oneself',
  input: decision,
  data: noData,
});

export const calls = [
  signIn,
  signOut,
  getSelf,
  getAudit,
  getActs,
  getAct,
  getActsOn,
  agreeToAct,
  refuseAct,
  withdrawAct,
  ...staffCalls,
] as const;
