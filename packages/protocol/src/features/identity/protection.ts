/**
 * Account protection: Google code, passkeys, e-mail, anti-phishing code, freezing; and invited
 * friends.
 */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import { ANTI_PHISHING_WORDS } from './input-rules.ts';
import { SECOND_FACTORS } from './second-factors.ts';
import {
  agreement,
  code6,
  mailedCode,
  email,
  noData,
  nothing,
  optionalGoogleCode,
  page,
  listed,
  listPage,
  paged,
  PASSWORD_TEXT_MAX,
  timeMs,
} from '../../fields.ts';
import { ANSWER_BYTES_MAX, browserAnswer, browserOptions } from './passkey-shapes.ts';

const password = z.string().max(PASSWORD_TEXT_MAX);
/** Proof of identity that a change of protection requires. */
const proof = { password, code: mailedCode, googleCode: optionalGoogleCode };

const passkeyRow = z.object({
  id: z.string(),
  name: z.string(),
  time: timeMs,
  lastUsedTime: timeMs.nullable(),
});
/** Why withdrawals are on hold. */
const hold = z.object({
  cause: z.enum(['password', 'google', 'fund-password', 'email', 'whitelist', 'passkey']),
  untilTime: timeMs,
});
export const getSecurity = defineCall({
  name: 'identity/get-security',
  path: '/user/getSecurity',
  access: 'user',
  summary: 'What protects the account, and what is held',
  input: nothing,
  data: z.object({
    email: z.string(),
    registeredTime: timeMs,
    passwordTime: timeMs,
    fundPassword: z.boolean(),
    fundPasswordLockedUntil: timeMs.nullable(),
    google: z.object({ boundTime: timeMs, recoveryCodesLeft: z.number().int() }).nullable(),
    passkeys: z.array(passkeyRow),
    antiPhishingCode: z.string(),
    holds: z.array(hold),
    frozen: z.object({ time: timeMs, unfreezeTime: timeMs.nullable() }).nullable(),
    /** What the platform will remove, as its owner has lost it; null: nothing. */
    reset: z.object({ factor: z.enum(SECOND_FACTORS), dueTime: timeMs }).nullable(),
  }),
});
export const stopReset = defineCall({
  name: 'identity/stop-reset',
  path: '/user/stopReset',
  access: 'user',
  refusals: ['request/not-found'],
  summary: 'Stops the reset of a second factor that waits for its time; a session is enough',
  input: z.object({ confirm: agreement('confirm with true') }),
  data: noData,
});
export const startGoogleBind = defineCall({
  name: 'identity/start-google-bind',
  grows: 'settings',
  path: '/user/startGoogleBind',
  access: 'user',
  operation: 'settings',
  refusals: ['identity/google-bound'],
  summary: 'A new secret for an authenticator; good for ten minutes, and without effect until bound',
  input: nothing,
  data: z.object({ secret: z.string(), uri: z.string() }),
});
export const bindGoogle = defineCall({
  name: 'identity/bind-google',
  grows: 'settings',
  path: '/user/bindGoogle',
  access: 'user',
  operation: 'settings',
  refusals: [
    'identity/wrong-code',
    'identity/password-incorrect',
    'identity/google-code-wrong',
    'identity/google-bound',
    'identity/google-bind-expired',
    'identity/changed-meanwhile',
  ],
  summary: 'Binds the authenticator; answers the recovery codes, once',
  input: z.object({ ...proof, googleCode: code6 }),
  data: z.object({ recoveryCodes: z.array(z.string()) }),
});
export const unbindGoogle = defineCall({
  name: 'identity/unbind-google',
  grows: 'settings',
  path: '/user/unbindGoogle',
  access: 'user',
  operation: 'settings',
  refusals: [
    'identity/wrong-code',
    'identity/password-incorrect',
    'identity/google-code-missing',
    'identity/google-code-wrong',
    'identity/google-code-locked',
    'identity/google-not-bound',
    'identity/changed-meanwhile',
  ],
  summary: 'Removes the authenticator, with its own code or a recovery code',
  input: z.object(proof),
  data: noData,
});
export const startPasskey = defineCall({
  name: 'identity/start-passkey',
  grows: 'settings',
  path: '/user/startPasskey',
  access: 'user',
  operation: 'settings',
  refusals: [
    'identity/wrong-code',
    'identity/password-incorrect',
    'identity/google-code-missing',
    'identity/google-code-wrong',
    'identity/google-code-locked',
    'identity/passkey-refused',
  ],
  summary: 'A challenge for adding a passkey',
  input: z.object(proof),
  data: z.object({ challengeId: z.string(), options: browserOptions }),
});
export const addPasskey = defineCall({
  name: 'identity/add-passkey',
  grows: 'settings',
  path: '/user/addPasskey',
  bodyBytesMax: ANSWER_BYTES_MAX,
  access: 'user',
  operation: 'settings',
  refusals: ['identity/passkey-refused', 'identity/too-many-passkeys', 'identity/changed-meanwhile'],
  summary: 'Adds the passkey that the browser made',
  input: z.object({
    challengeId: z.string().max(PASSWORD_TEXT_MAX),
    name: z.string().trim().min(1).max(40),
    response: browserAnswer,
  }),
  data: noData,
});
export const removePasskey = defineCall({
  name: 'identity/remove-passkey',
  path: '/user/removePasskey',
  access: 'user',
  operation: 'settings',
  refusals: [
    'identity/wrong-code',
    'identity/password-incorrect',
    'identity/google-code-missing',
    'identity/google-code-wrong',
    'identity/google-code-locked',
    'request/not-found',
    'identity/changed-meanwhile',
  ],
  summary: 'Removes a passkey',
  input: z.object({ id: z.string().max(1400), ...proof }),
  data: noData,
});
export const sendEmailChangeCode = defineCall({
  name: 'identity/send-email-change-code',
  grows: 'mails',
  path: '/user/sendEmailChangeCode',
  access: 'user',
  operation: 'settings',
  summary: "Mails a code to the address that is to become the account's",
  input: z.object({ email }),
  data: noData,
});
export const changeEmail = defineCall({
  name: 'identity/change-email',
  grows: 'settings',
  path: '/user/changeEmail',
  access: 'user',
  operation: 'settings',
  refusals: [
    'identity/wrong-code',
    'identity/password-incorrect',
    'identity/google-code-missing',
    'identity/google-code-wrong',
    'identity/google-code-locked',
    'identity/email-taken',
    'identity/changed-meanwhile',
  ],
  summary: 'Changes the e-mail address, by codes to the old one and the new one; ends other sessions',
  input: z.object({ email, newCode: mailedCode, ...proof }),
  data: noData,
});
export const setAntiPhishingCode = defineCall({
  name: 'identity/set-anti-phishing-code',
  grows: 'settings',
  path: '/user/setAntiPhishingCode',
  access: 'user',
  operation: 'settings',
  refusals: ['identity/password-incorrect'],
  summary: 'Words that every mail from the platform carries from then on',
  input: z.object({
    text: z.string().trim().regex(ANTI_PHISHING_WORDS, '4 to 24 letters, digits or spaces'),
    password,
  }),
  data: noData,
});
export const freeze = defineCall({
  name: 'identity/freeze',
  path: '/user/freeze',
  access: 'user',
  summary: 'Freezes the account at once and ends every session and API key',
  input: z.object({
    confirm: agreement('confirm with true'),
  }),
  data: noData,
});
export const freezeByLink = defineCall({
  name: 'identity/freeze-by-link',
  path: '/user/freezeByLink',
  access: 'public',
  refusals: ['identity/link-expired'],
  summary: 'Freezes the account by the link in one of its mails',
  input: z.object({ token: z.string().max(200) }),
  data: noData,
});
export const unfreeze = defineCall({
  name: 'identity/unfreeze',
  grows: 'settings',
  path: '/user/unfreeze',
  access: 'user',
  refusals: [
    'identity/wrong-code',
    'identity/password-incorrect',
    'identity/google-code-missing',
    'identity/google-code-wrong',
    'identity/google-code-locked',
    'identity/not-frozen',
    'identity/changed-meanwhile',
  ],
  summary: 'Asks for the account to be unfrozen, which takes 24 hours',
  input: z.object(proof),
  data: z.object({ unfreezeTime: timeMs }),
});
/** A friend who registered with the user's code. */
const friendRow = z.object({ account: z.string(), time: timeMs, verified: z.boolean() });
export type FriendRow = z.output<typeof friendRow>;
export const getFriends = defineCall({
  name: 'identity/get-friends',
  path: '/user/getFriends',
  access: 'user',
  summary: "Who registered with the user's invite code, newest first",
  input: z.object({ ...page }),
  data: paged(friendRow),
});
/** What operators did about the account. */
const accountActRow = z.object({
  id: z.number().int(),
  time: timeMs,
  /** In the caller's language. */
  what: z.string(),
});
export type AccountActRow = z.output<typeof accountActRow>;
export const getAccountActs = defineCall({
  name: 'identity/get-account-acts',
  path: '/user/getAccountActs',
  access: 'user',
  summary: 'What operators of the platform did about the account, newest first',
  input: z.object(listPage(2)),
  data: listed(accountActRow),
});
export const protectionCalls = [
  getSecurity,
  stopReset,
  startGoogleBind,
  bindGoogle,
  unbindGoogle,
  startPasskey,
  addPasskey,
  removePasskey,
  sendEmailChangeCode,
  changeEmail,
  setAntiPhishingCode,
  freeze,
  freezeByLink,
  unfreeze,
  getFriends,
  getAccountActs,
] as const;
