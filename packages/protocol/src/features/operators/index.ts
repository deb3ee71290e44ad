/**
 * Who works in the back office: sign-in with a password and a code of an authenticator, and the log
 * of what operators did and looked at.
 */
import * as z from 'zod';
import { defineCall, defineOperatorCall } from '../../call.ts';
import { code6, listed, listPage, noData, nothing, timeMs, PASSWORD_TEXT_MAX } from '../../fields.ts';
import { OPERATOR_ROLES } from '../../operator-roles.ts';

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

export const calls = [signIn, signOut, getSelf, getAudit] as const;
