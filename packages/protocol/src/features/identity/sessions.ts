/** Sessions, the history of sign-ins, and sign-in by passkey. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import { noData, nothing, page, paged, PASSWORD_TEXT_MAX, timeMs } from '../../fields.ts';
import { ANSWER_BYTES_MAX, browserAnswer, browserOptions } from './passkey-shapes.ts';

/** The login password, so that a thief at an open page cannot sign the owner out. */
const password = z.string().max(PASSWORD_TEXT_MAX);

/** One signed-in device. `current` marks the session of the caller. */
export const sessionRow = z.object({
  id: z.string(),
  time: timeMs,
  lastSeenTime: timeMs,
  ip: z.string(),
  device: z.string(),
  current: z.boolean(),
});
export type SessionRow = z.output<typeof sessionRow>;
export const getSessions = defineCall({
  name: 'identity/get-sessions',
  path: '/user/getSessions',
  access: 'user',
  summary: 'Where the user is logged in, last seen first',
  input: nothing,
  data: z.array(sessionRow),
});
export const endSession = defineCall({
  name: 'identity/end-session',
  path: '/user/endSession',
  access: 'user',
  refusals: ['identity/password-incorrect', 'request/not-found'],
  summary: 'Ends one session of the user',
  input: z.object({ id: z.string().regex(/^[\w-]{16}$/, 'not an id'), password }),
  data: noData,
});
export const endOtherSessions = defineCall({
  name: 'identity/end-other-sessions',
  path: '/user/endOtherSessions',
  access: 'user',
  refusals: ['identity/password-incorrect'],
  summary: 'Ends every session of the user but this one',
  input: z.object({ password }),
  data: z.object({ ended: z.number().int() }),
});
/** An attempt to sign in that got as far as the password. */
export const loginRow = z.object({
  id: z.string(),
  time: timeMs,
  ip: z.string(),
  device: z.string(),
  method: z.enum(['register', 'password', 'passkey']),
  outcome: z.enum(['success', 'wrong-password', 'wrong-google-code', 'frozen']),
});
export type LoginRow = z.output<typeof loginRow>;
export const getLoginHistory = defineCall({
  name: 'identity/get-login-history',
  path: '/user/getLoginHistory',
  access: 'user',
  summary: 'Logins and failed tries, newest first',
  input: z.object({ ...page }),
  data: paged(loginRow),
});
export const startPasskeyLogin = defineCall({
  name: 'identity/start-passkey-login',
  grows: 'signIns',
  path: '/user/startPasskeyLogin',
  access: 'public',
  refusals: ['identity/passkey-refused'],
  summary: 'A challenge for logging in with a passkey',
  input: nothing,
  data: z.object({ challengeId: z.string(), options: browserOptions }),
});
export const loginByPasskey = defineCall({
  name: 'identity/login-by-passkey',
  grows: 'signIns',
  path: '/user/loginByPasskey',
  bodyBytesMax: ANSWER_BYTES_MAX,
  access: 'public',
  refusals: ['identity/passkey-refused', 'identity/login-frozen'],
  summary: 'Opens a session by a passkey, which stands for password and codes',
  input: z.object({ challengeId: z.string().max(64), response: browserAnswer }),
  data: z.object({ userId: z.string(), token: z.string() }),
});
export const sessionsCalls = [
  getSessions,
  endSession,
  endOtherSessions,
  getLoginHistory,
  startPasskeyLogin,
  loginByPasskey,
] as const;
