/** Calls for the login password and the fund password. */
import type { Refusal } from '@glasshouse/protocol';
import { sql } from 'kysely';
import { WRONG_CODE, SESSION_INVALID, type IdentityOptions } from './options.ts';
import type { Handler } from '../../http/handler.ts';
import type { Doer } from '../../contract/messages.ts';
import { CHANGED_MEANWHILE, changeCredentials } from './credential-changes.ts';
import { refuseProof } from './owner-proof.ts';
import { refuseNewPassword } from './passwords.ts';
import { networkOf } from './sign-in-networks.ts';
import { requesterOf } from './requesters.ts';
import { findUserByEmail, findUserById, readerOf, type UserRow } from './queries.ts';

/**
 * A change to the same password is refused, because it would end sessions and hold withdrawals for
 * nothing.
 */
const SAME: Refusal = { error: 'identity/password-same', field: 'password' };

export function updatePassword(options: IdentityOptions): Handler<'identity/update-password'> {
  return async ({ oldPassword, password, confirmPassword, code, googleCode }, caller) => {
    const user = await findUserById(options.database, caller.userId);
    if (user === undefined) return SESSION_INVALID;
    const lengthMax = options.passwordLengthMax;
    const refusal =
      refuseNewPassword({ password, confirmPassword, email: user.email, lengthMax }) ??
      (password === oldPassword ? SAME : null) ??
      (await refuseProof(options, {
        user,
        caller,
        purpose: 'password',
        code,
        password: { given: oldPassword, field: 'oldPassword' },
        googleCode,
      }));
    if (refusal !== null) return refusal;
    return replacePassword(options, user, {
      password,
      keepSession: caller.sessionKey,
      event: 'password-changed',
      by: caller,
    });
  };
}

export function forgetPassword(options: IdentityOptions): Handler<'identity/forget-password'> {
  const { codes, limits } = options;
  return async ({ email, code, password, confirmPassword }, caller) => {
    const network = networkOf(caller.ip);
    if (!(await limits.take('sign-in', network))) return limits.tooMany('sign-in', network);
    const lengthMax = options.passwordLengthMax;
    const refusal = refuseNewPassword({ password, confirmPassword, email, lengthMax });
    if (refusal !== null) return refusal;
    const claim = { email, purpose: 'forget', scope: requesterOf(caller), code } as const;
    if (!(await codes.check(claim)) || !(await codes.use(claim))) return WRONG_CODE;
    const user = await findUserByEmail(options.database, email);
    if (user === undefined) return WRONG_CODE;
    const changed = await replacePassword(options, user, {
      password,
      keepSession: '',
      event: 'password-reset',
      by: caller,
    });
    if (changed === undefined) await limits.forget('wrong-sign-in', `${email}|${network}`);
    return changed;
  };
}

interface PasswordChange {
  readonly password: string;
  readonly keepSession: string;
  /**
   * A reset also removes the passkeys, so that an owner who recovers a stolen account is its only
   * user.
   */
  readonly event: 'password-changed' | 'password-reset';
  readonly by: Doer;
}

async function replacePassword(
  options: IdentityOptions,
  user: UserRow,
  { password, keepSession, event, by }: PasswordChange,
): Promise<undefined | Refusal> {
  const userId = user.user_id;
  const passwordHash = await options.passwords.hashLogin(password, String(userId));
  return changeCredentials(options, {
    user,
    keepSession,
    event,
    by,
    write: async ({ kysely }) => {
      await kysely
        .updateTable('users')
        .set({
          password_hash: passwordHash,
          // Always after the registration, whose time is that of the machine: a change holds.
          password_changed_ms: sql`greatest(${options.commandMs()}::bigint, created_ms + 1)`,
        })
        .where('user_id', '=', userId)
        .execute();
      if (event === 'password-reset')
        await kysely.deleteFrom('passkeys').where('user_id', '=', userId).execute();
      return undefined;
    },
  });
}

export function setFundPassword(options: IdentityOptions): Handler<'identity/set-fund-password'> {
  return async ({ password, confirmPassword, code, googleCode }, caller) => {
    if (password !== confirmPassword) return { error: 'identity/passwords-differ', field: 'confirmPassword' };
    const user = await findUserById(options.database, caller.userId);
    if (user === undefined) return SESSION_INVALID;
    const userId = user.user_id;
    const refusal = await refuseProof(options, { user, caller, purpose: 'asset', code, googleCode });
    if (refusal !== null) return refusal;
    const { fundPasswords, holds, reportEvent, restrictionCache, mail } = options;
    const isSet = await fundPasswords.set(user, password, async (within, isFirst) => {
      await holds.note(within, userId);
      const event = isFirst ? 'fund-password-set' : 'fund-password-changed';
      await reportEvent({ userId, event, reader: readerOf(user), by: caller }, within);
    });
    if (!isSet) return CHANGED_MEANWHILE;
    restrictionCache.changed(userId);
    mail.deliverSoon();
    await holds.placeFor(userId);
    return undefined;
  };
}
