/**
 * What a user must prove before an account's protection changes or money gets a new destination,
 * checked in one order.
 */
import type { Refusal } from '@glasshouse/protocol';
import type { CodePurpose } from '@glasshouse/protocol/identity';
import type { Database } from '../../db/database.ts';
import type { Caller } from '../../http/handler.ts';
import type { RateLimits } from '../../http/limits.ts';
import { timeText } from '../../values/times.ts';
import type { EmailCodes } from './codes.ts';
import type { GoogleCodes } from './google-codes.ts';
import type { Passwords } from './passwords.ts';
import { knownSignIns } from './login-history.ts';
import { networkOf } from './sign-in-networks.ts';
import { findUserById, readerOf, type UserRow } from './queries.ts';
import { requesterOf } from './requesters.ts';
import type { SecondFactorResets } from './second-factor-resets.ts';
import type { ReportSecurityEvent } from './security-events.ts';

export interface OwnerProofOptions {
  readonly database: Database;
  readonly limits: RateLimits;
  readonly codes: EmailCodes;
  readonly passwords: Passwords;
  readonly google: GoogleCodes;
  readonly resets: SecondFactorResets;
  readonly reportEvent: ReportSecurityEvent;
}

export interface OwnerProof {
  readonly user: UserRow;
  readonly caller: Caller;
  readonly purpose: CodePurpose;
  readonly code: string;
  /** Absent if the e-mail code is enough. */
  readonly password?: { readonly given: string; readonly field: string };
  readonly googleCode: string | undefined;
}

const WRONG_CODE: Refusal = { error: 'identity/wrong-code', field: 'code' };

/**
 * Checks the proofs. Null if all are right; the codes are then used up. A wrong password or Google
 * code costs the e-mail code one of its tries.
 */
export async function refuseProof(options: OwnerProofOptions, proof: OwnerProof): Promise<Refusal | null> {
  const { codes, limits } = options;
  const { user, caller, purpose, code, password } = proof;
  const claim = { email: user.email, purpose, scope: requesterOf(caller), code };
  const signInNetwork = `${user.email}|${networkOf(caller.ip)}`;
  if (!(await limits.has('wrong-sign-in', signInNetwork)))
    return limits.tooMany('wrong-sign-in', signInNetwork);
  if (!(await codes.check(claim))) return WRONG_CODE;
  if (password !== undefined) {
    const refusal = await refuseGuess(options, { user, caller, password });
    if (refusal?.error === 'identity/password-incorrect') await codes.spendTry(claim);
    if (refusal !== null) return refusal;
  }
  const refusal = await refuseGoogleCode(options, { user, caller, given: proof.googleCode });
  if (refusal !== null) {
    if (refusal.error === 'identity/google-code-wrong') await codes.spendTry(claim);
    return refusal;
  }
  return (await codes.use(claim)) ? null : WRONG_CODE;
}

/**
 * Null if the login password is right. Wrong ones count as at sign-in, and by session; right ones
 * by session alone, because each may send a mail: nobody in another session can use them up.
 */
export async function refusePassword(
  options: Pick<OwnerProofOptions, 'limits' | 'passwords'> & { readonly database: Database },
  caller: Caller,
  password: string,
): Promise<Refusal | null> {
  const user = await findUserById(options.database, caller.userId);
  if (user === undefined) return { error: 'session/invalid' };
  const given = { given: password, field: 'password' };
  const refusal = await refuseGuess(options, { user, caller, password: given });
  if (refusal !== null) return refusal;
  const { limits } = options;
  const { sessionKey } = caller;
  const isWithin = await limits.take('password-confirmed', sessionKey);
  return isWithin ? null : limits.tooMany('password-confirmed', sessionKey);
}

async function refuseGuess(
  { limits, passwords }: Pick<OwnerProofOptions, 'limits' | 'passwords'>,
  { user, caller, password }: Required<Pick<OwnerProof, 'user' | 'caller' | 'password'>>,
): Promise<Refusal | null> {
  // A thief may have many networks, but only this one session.
  const session = `session:${caller.sessionKey}`;
  const signInNetwork = `${user.email}|${networkOf(caller.ip)}`;
  if (!(await limits.take('wrong-sign-in', session))) return limits.tooMany('wrong-sign-in', session);
  if (!(await limits.take('wrong-sign-in', signInNetwork))) {
    await limits.giveBack('wrong-sign-in', session);
    return limits.tooMany('wrong-sign-in', signInNetwork);
  }
  if (!(await passwords.verifyLogin(user.password_hash, password.given, String(user.user_id))))
    return { error: 'identity/password-incorrect', field: password.field };
  for (const counted of [session, signInNetwork]) await limits.giveBack('wrong-sign-in', counted);
  return null;
}

interface GoogleClaim {
  readonly user: UserRow;
  readonly caller: Caller;
  readonly given: string | undefined;
}

/** Null if it is right, or if no authenticator is bound. */
export async function refuseGoogleCode(
  options: Pick<OwnerProofOptions, 'database' | 'limits' | 'google' | 'resets' | 'reportEvent'>,
  { user, caller, given }: GoogleClaim,
): Promise<Refusal | null> {
  if (user.google_bound_ms === null) return null;
  if (given === undefined) return { error: 'identity/google-code-missing', field: 'googleCode' };
  const userId = user.user_id;
  const signInNetwork = `${userId}|${networkOf(caller.ip)}`;
  if (!(await options.limits.take('wrong-google-code', signInNetwork)))
    return options.limits.tooMany('wrong-google-code', signInNetwork);
  // Recovery codes are too long to guess: they let the owner in while somebody else's guesses have
  // locked the short codes.
  const isShort = /^\d{6}$/.test(given);
  const { isNetwork, device } = await knownSignIns(options.database, user.email, caller);
  const place = isNetwork || device !== null ? 'known' : 'new';
  const restUntilMs = isShort ? await options.google.takeTry(userId, place) : null;
  if (restUntilMs !== null) {
    const params = { until: timeText(restUntilMs) };
    return { error: 'identity/google-code-locked', field: 'googleCode', params };
  }
  const verdict = await options.google.verify(userId, given);
  if (verdict === 'right') await options.google.forgetTries(userId, place);
  if (verdict === 'wrong') return { error: 'identity/google-code-wrong', field: 'googleCode' };
  await options.limits.giveBack('wrong-google-code', signInNetwork);
  if (verdict === 'recovery')
    await options.reportEvent({ userId, event: 'recovery-code-used', reader: readerOf(user), by: caller });
  // Whoever has a code, or a recovery code, removes the authenticator alone.
  await options.resets.stop(userId, { how: 'used', factor: 'google', by: caller });
  return null;
}
