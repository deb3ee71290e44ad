/** The calls of identity. None of them tells whether an address has an account to someone who cannot read its mail. */
import type { Refusal } from '@glasshouse/protocol';
import type { CodePurpose } from '@glasshouse/protocol/identity';
import type { Mail } from '../../adapters/mail.ts';
import type { Database } from '../../db/database.ts';
import type { Caller, FeatureHandlers, Handler, Language } from '../../http/handler.ts';
import { invalidField } from '../../http/invalid-input.ts';
import type { RateLimits } from '../../http/limits.ts';
import { insertUser, isUniqueViolation } from './accounts.ts';
import type { EmailCodes } from './codes.ts';
import { codeMail, passwordChangedMail } from './mails.ts';
import { refuseNewPassword, type Passwords } from './passwords.ts';
import { findInviter, findUserByEmail, findUserById, isAccountNameTaken, type UserRow } from './queries.ts';
import type { SessionStore } from './sessions.ts';

export interface IdentityOptions {
  readonly database: Database;
  readonly mail: Mail;
  readonly limits: RateLimits;
  readonly codes: EmailCodes;
  readonly passwords: Passwords;
  readonly sessions: SessionStore;
  /** 0 not authenticated, 1 reviewing, 2 verified, 3 rejected. */
  readonly authOf: (userId: number) => number;
  /** Opens the user's ledger accounts where that has not happened yet. Run at registration and at every login. */
  readonly ensureAccounts: (userId: number) => Promise<void>;
  readonly onRegistered: (userId: number) => Promise<void>;
}

const TOO_MANY: Refusal = { error: 'request/too-many' };
const WRONG_CODE: Refusal = { error: 'identity/wrong-code', field: 'code' };
const WRONG_CREDENTIALS: Refusal = { error: 'identity/wrong-credentials' };
const SESSION_INVALID: Refusal = { error: 'session/invalid' };

export function identityHandlers(options: IdentityOptions): FeatureHandlers<'identity'> {
  return {
    'identity/send-email-code': sendEmailCode(options),
    'identity/email-verification': emailVerification(options),
    'identity/register': register(options),
    'identity/login': login(options),
    'identity/logout': async (_input, { sessionKey }) => {
      await options.sessions.end(sessionKey);
    },
    'identity/get-sessions': (_input, { userId, sessionKey }) => options.sessions.list(userId, sessionKey),
    'identity/end-session': async ({ id }, { userId }) =>
      (await options.sessions.endById(userId, id)) ? undefined : { error: 'request/not-found', field: 'id' },
    'identity/info': info(options),
    'identity/update-password': updatePassword(options),
    'identity/send-email-code-forget': ({ email }, caller) =>
      mailCode(options, { email, purpose: 'forget', caller }),
    'identity/forget-password': forgetPassword(options),
    'identity/send-update-asset-email': async (_input, caller) => {
      const user = await findUserById(options.database, caller.userId);
      if (user === undefined) return SESSION_INVALID;
      return mailCode(options, { email: user.email, purpose: 'asset', caller });
    },
    'identity/set-fund-password': setFundPassword(options),
  };
}

function sendEmailCode(options: IdentityOptions): Handler<'identity/send-email-code'> {
  return ({ email, type }, caller) => mailCode(options, { email, purpose: type ?? null, caller });
}

interface CodeRequest {
  readonly email: string;
  /** Null: login for a known address, else register (API). */
  readonly purpose: CodePurpose | null;
  readonly caller: Caller;
}

/** Known or not, the same limits, the same rows, the same reply; only the mail differs. */
async function mailCode(
  options: IdentityOptions,
  { email, purpose: wanted, caller }: CodeRequest,
): Promise<Refusal | undefined> {
  if (!(await options.limits.take('send-code', caller.ip))) return TOO_MANY;
  if (!(await options.limits.take('codes-hourly', email))) return TOO_MANY;
  const user = await findUserByEmail(options.database, email);
  const isKnown = user !== undefined;
  const purpose = wanted ?? (isKnown ? 'login' : 'register');
  const code = await options.codes.make(email, purpose);
  if (code === null) return TOO_MANY;
  const isSuppressed = !isKnown && purpose !== 'register';
  const message = codeMail({ to: email, code, purpose, language: caller.language, isKnown });
  await options.mail.send(message, isSuppressed);
  return undefined;
}

function emailVerification(options: IdentityOptions): Handler<'identity/email-verification'> {
  return async ({ email, code, type }, caller) => {
    if (!(await options.limits.take('sign-in', caller.ip))) return TOO_MANY;
    return { valid: await options.codes.check({ email, purpose: type, code }) };
  };
}

function register(options: IdentityOptions): Handler<'identity/register'> {
  const { database, codes, passwords, sessions } = options;
  return async (input, caller) => {
    const { email, code, password } = input;
    if (!(await options.limits.take('sign-in', caller.ip))) return TOO_MANY;
    const refusal = refuseNewPassword(password, input.confirmPassword);
    if (refusal !== null) return refusal;
    const claim = { email, purpose: 'register', code } as const;
    if (!(await codes.check(claim))) return WRONG_CODE;
    const invitedBy = input.inviteCode === undefined ? null : await findInviter(database, input.inviteCode);
    if (input.inviteCode !== undefined && invitedBy === null)
      return { error: 'identity/invite-unknown', field: 'inviteCode' };
    const accountName = input.accountName ?? null;
    if (accountName !== null && (await isAccountNameTaken(database, accountName)))
      return invalidField('accountName', 'is taken');
    const passwordHash = await passwords.hashLogin(password);
    if (!(await codes.use(claim))) return WRONG_CODE;
    const user = {
      email,
      passwordHash,
      accountName,
      invitedBy,
      language: caller.language,
      nowMs: Date.now(),
    };
    const userId = await insertUser(database, user).catch((error: unknown) => {
      if (isUniqueViolation(error)) return null;
      throw error;
    });
    if (userId === null) return { error: 'identity/email-taken', field: 'email' };
    await options.ensureAccounts(userId);
    await options.onRegistered(userId);
    const token = await sessions.open({ userId, ip: caller.ip, userAgent: caller.userAgent });
    return { userId: String(userId), token };
  };
}

/** The code comes first: whoever cannot read the mail learns nothing, neither of the address nor of the password. */
function login(options: IdentityOptions): Handler<'identity/login'> {
  const { codes, passwords, sessions, limits } = options;
  return async ({ account, code, password }, caller) => {
    if (!(await limits.take('sign-in', caller.ip))) return TOO_MANY;
    if (!(await limits.has('wrong-sign-in', account))) return TOO_MANY;
    const claim = { email: account, purpose: 'login', code } as const;
    if (!(await codes.check(claim))) return WRONG_CODE;
    const user = await findUserByEmail(options.database, account);
    if (!(await passwords.verifyLogin(user?.password_hash, password)) || user === undefined) {
      await codes.spendTry(account, 'login');
      await limits.take('wrong-sign-in', account);
      return WRONG_CREDENTIALS;
    }
    if (!(await codes.use(claim))) return WRONG_CODE;
    await limits.forget('wrong-sign-in', account);
    await options.ensureAccounts(user.user_id);
    const token = await sessions.open({ userId: user.user_id, ip: caller.ip, userAgent: caller.userAgent });
    return { userId: String(user.user_id), token };
  };
}

function info(options: IdentityOptions): Handler<'identity/info'> {
  return async (_input, caller) => {
    const user = await findUserById(options.database, caller.userId);
    if (user === undefined) return SESSION_INVALID;
    return {
      email: user.email,
      icon: '',
      uid: String(user.user_id),
      auth: options.authOf(user.user_id),
      invitationCode: user.invitation_code,
      assetsPwd: user.fund_password_hash !== null,
      idCard: '',
      idCardPhotoPositive: '',
      idCardPhotoReverseSide: '',
      remark: '',
      name: '',
      purchase: user.purchase,
      googleBind: false,
    };
  };
}

function updatePassword(options: IdentityOptions): Handler<'identity/update-password'> {
  const { codes, passwords, limits } = options;
  return async ({ oldPassword, password, confirmPassword, code }, caller) => {
    const user = await findUserById(options.database, caller.userId);
    if (user === undefined) return SESSION_INVALID;
    if (!(await limits.has('wrong-sign-in', user.email))) return TOO_MANY;
    const refusal = refuseNewPassword(password, confirmPassword);
    if (refusal !== null) return refusal;
    const claim = { email: user.email, purpose: 'password', code } as const;
    if (!(await codes.check(claim))) return WRONG_CODE;
    if (!(await passwords.verifyLogin(user.password_hash, oldPassword))) {
      await codes.spendTry(user.email, 'password');
      await limits.take('wrong-sign-in', user.email);
      return { error: 'identity/password-incorrect', field: 'oldPassword' };
    }
    if (!(await codes.use(claim))) return WRONG_CODE;
    await replacePassword(options, user, {
      password,
      keepSession: caller.sessionKey,
      language: caller.language,
    });
    return undefined;
  };
}

function forgetPassword(options: IdentityOptions): Handler<'identity/forget-password'> {
  const { codes } = options;
  return async ({ email, code, password, confirmPassword }, caller) => {
    if (!(await options.limits.take('sign-in', caller.ip))) return TOO_MANY;
    const refusal = refuseNewPassword(password, confirmPassword);
    if (refusal !== null) return refusal;
    const claim = { email, purpose: 'forget', code } as const;
    if (!(await codes.check(claim)) || !(await codes.use(claim))) return WRONG_CODE;
    const user = await findUserByEmail(options.database, email);
    if (user === undefined) return WRONG_CODE;
    await replacePassword(options, user, { password, keepSession: '', language: caller.language });
    await options.limits.forget('wrong-sign-in', email);
    return undefined;
  };
}

interface PasswordChange {
  readonly password: string;
  readonly keepSession: string;
  readonly language: Language;
}

async function replacePassword(
  options: IdentityOptions,
  user: UserRow,
  change: PasswordChange,
): Promise<void> {
  const passwordHash = await options.passwords.hashLogin(change.password);
  await options.database.kysely
    .updateTable('users')
    .set({ password_hash: passwordHash, password_changed_ms: Date.now() })
    .where('user_id', '=', user.user_id)
    .execute();
  await options.sessions.endAll(user.user_id, change.keepSession);
  await options.mail.send(passwordChangedMail(user.email, change.language));
}

function setFundPassword(options: IdentityOptions): Handler<'identity/set-fund-password'> {
  const { database, codes, passwords } = options;
  return async ({ password, confirmPassword, code }, caller) => {
    if (password !== confirmPassword) return { error: 'identity/passwords-differ', field: 'confirmPassword' };
    const user = await findUserById(database, caller.userId);
    if (user === undefined) return SESSION_INVALID;
    const claim = { email: user.email, purpose: 'asset', code } as const;
    if (!(await codes.check(claim)) || !(await codes.use(claim))) return WRONG_CODE;
    await database.kysely
      .updateTable('users')
      .set({ fund_password_hash: await passwords.hashFund(password) })
      .where('user_id', '=', user.user_id)
      .execute();
    return undefined;
  };
}
