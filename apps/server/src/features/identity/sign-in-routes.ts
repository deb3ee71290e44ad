/**
 * Registration and login. No call reveals whether an address has an account to somebody who cannot
 * read its mail.
 */
import type { Refusal } from '@glasshouse/protocol';
import { PHOTO_ON_FILE } from '@glasshouse/protocol/identity';
import { DOCUMENT_NAMES, documentsInForce } from '@glasshouse/protocol/identity/documents';
import { avatarPath } from '@glasshouse/protocol/identity/avatars';
import type { InBothLanguages } from '@glasshouse/texts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { Caller, Handler } from '../../http/handler.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { insertUser } from './accounts.ts';
import { hasFreeze } from './office/acts.ts';
import { keepInBrowser } from './browser-sessions.ts';
import { placeOf, recordLogin } from './login-history.ts';
import { SESSION_INVALID, WRONG_CODE, type IdentityOptions } from './options.ts';
import { refuseGoogleCode } from './owner-proof.ts';
import { refuseNewPassword } from './passwords.ts';
import { networkOf } from './sign-in-networks.ts';
import { nameDevice, requesterOf } from './requesters.ts';
import { keyOf } from './sessions.ts';
import {
  findInviter,
  findUserByEmail,
  findUserById,
  isAccountNameTaken,
  readerOf,
  type UserRow,
} from './queries.ts';

const WRONG_CREDENTIALS: Refusal = { error: 'identity/wrong-credentials' };
const NAME_TAKEN = invalidField('accountName', 'is taken');

export function emailVerification(options: IdentityOptions): Handler<'identity/email-verification'> {
  return async ({ email, code, type }, caller) => {
    if (!(await options.limits.take('sign-in', networkOf(caller.ip))))
      return options.limits.tooMany('sign-in', networkOf(caller.ip));
    const scope = requesterOf(caller);
    return { valid: await options.codes.check({ email, purpose: type, scope, code }) };
  };
}

export function register(options: IdentityOptions): Handler<'identity/register'> {
  const { database, codes, passwords, sessions } = options;
  return async (input, caller) => {
    const { email, code, password } = input;
    if (!(await options.limits.take('sign-in', networkOf(caller.ip))))
      return options.limits.tooMany('sign-in', networkOf(caller.ip));
    const scope = requesterOf(caller);
    const refusal =
      refuseFormerDocuments(input.documents) ??
      refuseNewPassword({ ...input, lengthMax: options.passwordLengthMax });
    if (refusal !== null) return refusal;
    const claim = { email, purpose: 'register', scope, code } as const;
    if (!(await codes.check(claim))) return WRONG_CODE;
    const invitedBy = input.inviteCode === undefined ? null : await findInviter(database, input.inviteCode);
    if (input.inviteCode !== undefined && invitedBy === null)
      return { error: 'identity/invite-unknown', field: 'inviteCode' };
    const accountName = input.accountName ?? null;
    if (accountName !== null && (await isAccountNameTaken(database, accountName))) return NAME_TAKEN;
    const passwordHash = await passwords.hashLogin(password, networkOf(caller.ip));
    if (!(await codes.use(claim))) return WRONG_CODE;
    const { language } = caller;
    const nowMs = Date.now();
    const userId = await insertUser(database, {
      email,
      passwordHash,
      accountName,
      invitedBy,
      language,
      nowMs,
      documents: DOCUMENT_NAMES,
    }).catch((error: unknown) => {
      if (isUniqueViolation(error)) return null;
      throw error;
    });
    if (userId === null) {
      // Somebody took the name while this password was hashed.
      const isNameTaken = accountName !== null && (await isAccountNameTaken(database, accountName));
      return isNameTaken ? NAME_TAKEN : { error: 'identity/email-taken', field: 'email' };
    }
    await options.ensureAccounts(userId);
    await options.onRegistered(userId);
    const { ip, userAgent } = caller;
    const token = await sessions.open({ userId, credentialVersion: 0, ip, userAgent });
    if (token === null) return SESSION_INVALID;
    await keepInBrowser(sessions, caller, token);
    nameDevice(caller);
    await recordLogin(database, { userId, method: 'register', outcome: 'success' }, caller);
    return { userId: String(userId), token };
  };
}

/**
 * Refuses a registration from a page that shows former versions of the documents: the record of
 * what the user accepted must be what they read.
 */
function refuseFormerDocuments(shown: string = documentsInForce()): Refusal | null {
  if (shown === documentsInForce()) return null;
  return { error: 'identity/documents-changed', field: 'documents' };
}

/**
 * The code is checked first: somebody who cannot read the mail learns nothing about the address or
 * the password.
 */
export function login(options: IdentityOptions): Handler<'identity/login'> {
  const { codes, limits, database } = options;
  return async ({ account, code, password, googleCode }, caller) => {
    const network = networkOf(caller.ip);
    const signInNetwork = `${account}|${network}`;
    if (!(await limits.take('sign-in', network))) return limits.tooMany('sign-in', network);
    if (!(await limits.has('wrong-sign-in', signInNetwork)))
      return limits.tooMany('wrong-sign-in', signInNetwork);
    const scope = requesterOf(caller);
    const claim = { email: account, purpose: 'login', scope, code } as const;
    if (!(await codes.check(claim))) return WRONG_CODE;
    if (!(await limits.take('wrong-sign-in', signInNetwork)))
      return limits.tooMany('wrong-sign-in', signInNetwork);
    const user = await findUserByEmail(database, account);
    if (
      !(await options.passwords.verifyLogin(user?.password_hash, password, network)) ||
      user === undefined
    ) {
      await codes.spendTry(claim);
      if (user !== undefined) await recordFailure(options, user, caller, 'wrong-password');
      return WRONG_CREDENTIALS;
    }
    await limits.giveBack('wrong-sign-in', signInNetwork);
    const refusal = await refuseGoogleCode(options, { user, caller, given: googleCode });
    if (refusal !== null) {
      if (refusal.error !== 'identity/google-code-wrong') return refusal;
      await codes.spendTry(claim);
      await recordFailure(options, user, caller, 'wrong-google-code');
      return refusal;
    }
    if (!(await codes.use(claim))) return WRONG_CODE;
    await limits.forget('wrong-sign-in', signInNetwork);
    await renewPassword(options, user, password);
    return (await enter(options, { user, caller, method: 'password' })) ?? WRONG_CREDENTIALS;
  };
}

/** A password that was hashed as it was typed is right from every keyboard from here on. */
async function renewPassword(
  { database, passwords }: IdentityOptions,
  { user_id: userId, password_hash: kept }: UserRow,
  password: string,
): Promise<void> {
  const renewed = await passwords.renewed(kept, password, String(userId));
  if (renewed === null) return;
  // Unless it was changed meanwhile.
  await database.kysely
    .updateTable('users')
    .set({ password_hash: renewed })
    .where('user_id', '=', userId)
    .where('password_hash', '=', kept)
    .execute();
}

export interface Entry {
  /** The user when the proof was checked. */
  readonly user: UserRow;
  readonly caller: Caller;
  readonly method: 'password' | 'passkey';
}

/**
 * Opens a session for a user who has proven their identity, and informs the owner of a new network.
 * Null if the credentials have changed since: nobody has signed in then.
 */
export async function enter(
  options: IdentityOptions,
  { user, caller, method }: Entry,
): Promise<{ userId: string; token: string } | Refusal | null> {
  const { database, sessions } = options;
  const userId = user.user_id;
  // A freeze that comes later changes the credentials, so that no session opens.
  if (await hasFreeze(options, userId, 'login')) {
    await recordLogin(database, { userId, method, outcome: 'frozen' }, caller);
    return { error: 'identity/login-frozen' };
  }
  await options.ensureAccounts(userId);
  const place = await placeOf(database, userId, caller.ip);
  const { ip, userAgent } = caller;
  const credentialVersion = user.credential_version;
  const token = await sessions.open({ userId, credentialVersion, ip, userAgent });
  if (token === null) return null;
  await keepInBrowser(sessions, caller, token);
  nameDevice(caller);
  const loginMs = Date.now();
  await recordLogin(database, { userId, method, outcome: 'success' }, caller);
  await database.kysely
    .updateTable('users')
    .set({ language: caller.language })
    .where('user_id', '=', userId)
    .execute();
  if (place === 'new')
    await options.reportEvent({
      userId,
      event: 'new-sign-in',
      reader: readerOf({ ...user, language: caller.language }),
      by: { ...caller, sessionKey: keyOf(token) },
      facts: [{ name: 'method', value: methodText(method, user.google_bound_ms !== null) }],
      loginMs,
    });
  return { userId: String(userId), token };
}

const METHODS = {
  passkey: { en: 'passkey', zh: '通行密钥' },
  password: { en: 'password, e-mail code', zh: '密码、邮箱验证码' },
  passwordAndGoogle: { en: 'password, e-mail code, Google code', zh: '密码、邮箱验证码、谷歌验证码' },
} as const;

function methodText(method: Entry['method'], hasGoogle: boolean): InBothLanguages {
  if (method === 'passkey') return METHODS.passkey;
  return hasGoogle ? METHODS.passwordAndGoogle : METHODS.password;
}

async function recordFailure(
  { database }: IdentityOptions,
  { user_id: userId }: UserRow,
  ...[caller, outcome]: [Caller, 'wrong-password' | 'wrong-google-code']
): Promise<void> {
  await recordLogin(database, { userId, method: 'password', outcome }, caller);
}

export function info(options: IdentityOptions): Handler<'identity/info'> {
  return async (_input, caller) => {
    const user = await findUserById(options.database, caller.userId);
    if (user === undefined) return SESSION_INVALID;
    const person = await options.personOf(user.user_id);
    return {
      email: user.email,
      icon: user.avatar === '' ? '' : avatarPath(user.avatar),
      uid: String(user.user_id),
      auth: person.auth,
      invitationCode: user.invitation_code,
      assetsPwd: user.fund_password_hash !== null,
      idCard: person.idCard,
      // Photos are only for reviewers, so not even the thief of a session can see them.
      idCardPhotoPositive: person.photos.includes('front') ? PHOTO_ON_FILE : '',
      idCardPhotoReverseSide: person.photos.includes('back') ? PHOTO_ON_FILE : '',
      remark: person.remark,
      name: person.name,
      purchase: user.purchase,
      googleBind: user.google_bound_ms !== null,
    };
  };
}
