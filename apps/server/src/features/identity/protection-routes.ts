/** The security center: Google code, e-mail address, anti-phishing code, freezing. */
import type { Refusal } from '@glasshouse/protocol';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { Caller, FeatureHandlers, Handler } from '../../http/handler.ts';
import type { Doer } from '../../contract/messages.ts';
import { mailCode } from './code-mails.ts';
import { CHANGED_MEANWHILE, changeCredentials } from './credential-changes.ts';
import { SESSION_INVALID, WRONG_CODE, type IdentityOptions } from './options.ts';
import { refusePassword, refuseProof } from './owner-proof.ts';
import { networkOf } from './sign-in-networks.ts';
import { findUserById, readerOf, type UserRow } from './queries.ts';
import { requesterOf } from './requesters.ts';
import { isFrozen, liveHolds } from './restrictions.ts';

export const UNFREEZE_AFTER_MS = 86_400_000;
const LINK_EXPIRED: Refusal = { error: 'identity/link-expired', field: 'token' };

export function protectionHandlers(options: IdentityOptions) {
  return {
    'identity/get-security': getSecurity(options),
    'identity/stop-reset': async (_input, caller) =>
      (await options.resets.stop(caller.userId, { how: 'owner', by: caller }))
        ? undefined
        : { error: 'request/not-found' },
    'identity/start-google-bind': startGoogleBind(options),
    'identity/bind-google': bindGoogle(options),
    'identity/unbind-google': unbindGoogle(options),
    'identity/send-email-change-code': ({ email }, caller) =>
      mailCode(options, { email, purpose: 'email', caller }),
    'identity/change-email': changeEmail(options),
    'identity/set-anti-phishing-code': setAntiPhishingCode(options),
    'identity/freeze': (_input, caller) =>
      freezeAccount(options, { userId: caller.userId, event: 'frozen', by: caller, linkSentMs: null }),
    'identity/freeze-by-link': async ({ token }, caller) => {
      const { ip } = caller;
      if (!(await options.limits.take('sign-in', networkOf(ip))))
        return options.limits.tooMany('sign-in', networkOf(ip));
      const link = options.freezeLinks.read(token);
      if (link === null) return LINK_EXPIRED;
      const { userId, sentMs: linkSentMs } = link;
      return freezeAccount(options, { userId, event: 'frozen', by: caller, linkSentMs });
    },
    'identity/unfreeze': unfreeze(options),
  } satisfies Partial<FeatureHandlers<'identity'>>;
}

interface Shown {
  readonly code: string;
  readonly password: string;
  readonly googleCode?: string | undefined;
}

/** Checks the owner's proof. Returns the user, or the refusal. */
async function provenUser(
  options: IdentityOptions,
  caller: Caller,
  { code, password, googleCode }: Shown,
): Promise<UserRow | Refusal> {
  const user = await findUserById(options.database, caller.userId);
  if (user === undefined) return SESSION_INVALID;
  const proof = { user, caller, purpose: 'bind', code, googleCode } as const;
  const refusal = await refuseProof(options, { ...proof, password: { given: password, field: 'password' } });
  return refusal ?? user;
}

function getSecurity(options: IdentityOptions): Handler<'identity/get-security'> {
  const { database, restrictionCache, fundPasswords } = options;
  return async (_input, { userId, sessionKey }) => {
    const nowMs = Date.now();
    const [user, restrictions, lockedUntilMs, reset, passkeys, recovery] = await Promise.all([
      findUserById(database, userId),
      restrictionCache.of(userId),
      fundPasswords.lockedUntil({ userId, sessionKey }),
      options.resets.waiting(userId),
      database.reads
        .selectFrom('passkeys')
        .select(['credential_id', 'name', 'created_ms', 'last_used_ms'])
        .where('user_id', '=', userId)
        .orderBy('created_ms')
        .execute(),
      database.reads
        .selectFrom('recovery_codes')
        .select((select) => select.fn.countAll<number>().as('left'))
        .where('user_id', '=', userId)
        .where('used_ms', 'is', null)
        .executeTakeFirstOrThrow(),
    ]);
    if (user === undefined) return SESSION_INVALID;
    return {
      email: user.email,
      registeredTime: user.created_ms,
      passwordTime: user.password_changed_ms,
      fundPassword: user.fund_password_hash !== null,
      fundPasswordLockedUntil: lockedUntilMs,
      google:
        user.google_bound_ms === null
          ? null
          : { boundTime: user.google_bound_ms, recoveryCodesLeft: recovery.left },
      passkeys: passkeys.map((row) => ({
        id: row.credential_id,
        name: row.name,
        time: row.created_ms,
        lastUsedTime: row.last_used_ms,
      })),
      antiPhishingCode: user.anti_phishing_code,
      holds: liveHolds(restrictions.holds, options.commandMs()).map(({ cause, untilMs }) => ({
        cause,
        untilTime: untilMs,
      })),
      frozen:
        isFrozen(restrictions, nowMs) && restrictions.frozenMs !== null
          ? { time: restrictions.frozenMs, unfreezeTime: restrictions.unfreezeMs }
          : null,
      reset: reset === undefined ? null : { factor: reset.factor, dueTime: reset.due_ms },
    };
  };
}

function startGoogleBind({ database, google }: IdentityOptions): Handler<'identity/start-google-bind'> {
  return async (_input, { userId }) => {
    const user = await findUserById(database, userId);
    if (user === undefined) return SESSION_INVALID;
    if (user.google_bound_ms !== null) return { error: 'identity/google-bound' };
    return google.start(userId, user.email);
  };
}

const WRONG_PENDING_CODE = { error: 'identity/google-code-wrong', field: 'googleCode' } as const;
const BIND_EXPIRED = { error: 'identity/google-bind-expired' } as const;

function bindGoogle(options: IdentityOptions): Handler<'identity/bind-google'> {
  const { limits } = options;
  return async ({ googleCode, ...shown }, caller) => {
    const signInNetwork = `${caller.userId}|${networkOf(caller.ip)}`;
    const known = await findUserById(options.database, caller.userId);
    if (known === undefined) return SESSION_INVALID;
    if (known.google_bound_ms !== null) return { error: 'identity/google-bound' };
    if (!(await limits.take('wrong-google-code', signInNetwork)))
      return limits.tooMany('wrong-google-code', signInNetwork);
    // Checks the new authenticator's code first, so that a mistyped one does not use up the mailed
    // code.
    const pending = await options.google.pending(known.user_id, googleCode, options.database);
    if (pending === 'wrong') return WRONG_PENDING_CODE;
    await limits.giveBack('wrong-google-code', signInNetwork);
    if (pending === 'expired') return BIND_EXPIRED;
    const user = await provenUser(options, caller, shown);
    // The proof asks for a Google code only if an authenticator was bound in the meantime.
    if ('error' in user) return user.error === 'identity/google-code-missing' ? CHANGED_MEANWHILE : user;
    return changeCredentials<{ recoveryCodes: string[] }>(options, {
      user,
      keepSession: caller.sessionKey,
      event: 'google-bound',
      by: caller,
      write: async (within) => {
        const recoveryCodes = await options.google.bind(user.user_id, googleCode, within);
        if (recoveryCodes === 'wrong') return WRONG_PENDING_CODE;
        return recoveryCodes === 'expired' ? BIND_EXPIRED : { recoveryCodes: [...recoveryCodes] };
      },
    });
  };
}

function unbindGoogle(options: IdentityOptions): Handler<'identity/unbind-google'> {
  return async (shown, caller) => {
    const known = await findUserById(options.database, caller.userId);
    if (known?.google_bound_ms === null) return { error: 'identity/google-not-bound' };
    const user = await provenUser(options, caller, shown);
    if ('error' in user) return user;
    return changeCredentials(options, {
      user,
      keepSession: caller.sessionKey,
      event: 'google-unbound',
      by: caller,
      write: async (within) => {
        await options.google.unbind(user.user_id, within);
        return undefined;
      },
    });
  };
}

function changeEmail(options: IdentityOptions): Handler<'identity/change-email'> {
  const { codes } = options;
  return async ({ email, newCode, ...shown }, caller) => {
    const claim = { email, purpose: 'email', scope: requesterOf(caller), code: newCode } as const;
    if (!(await codes.check(claim))) return { ...WRONG_CODE, field: 'newCode' };
    const user = await provenUser(options, caller, shown);
    if ('error' in user) return user;
    if (!(await codes.use(claim))) return { ...WRONG_CODE, field: 'newCode' };
    // Mails the old address, that of `user`, which must be informed.
    return changeCredentials(options, {
      user,
      keepSession: caller.sessionKey,
      event: 'email-changed',
      by: caller,
      write: async ({ kysely }) => {
        await kysely
          .updateTable('users')
          .set({ email, email_changed_ms: options.commandMs() })
          .where('user_id', '=', user.user_id)
          .execute();
        return undefined;
      },
    }).catch((error: unknown): Refusal => {
      if (isUniqueViolation(error)) return { error: 'identity/email-taken', field: 'email' };
      throw error;
    });
  };
}

function setAntiPhishingCode(options: IdentityOptions): Handler<'identity/set-anti-phishing-code'> {
  const { database } = options;
  return async ({ text, password }, caller) => {
    const user = await findUserById(database, caller.userId);
    if (user === undefined) return SESSION_INVALID;
    const refusal = await refusePassword(options, caller, password);
    if (refusal !== null) return refusal;
    await database.kysely
      .updateTable('users')
      .set({ anti_phishing_code: text })
      .where('user_id', '=', user.user_id)
      .execute();
    const reader = readerOf({ ...user, anti_phishing_code: text });
    await options.reportEvent({ userId: user.user_id, event: 'anti-phishing-changed', reader, by: caller });
    return undefined;
  };
}

/**
 * Freezes an account at an operator's request, because support may be all that a robbed user can
 * reach. If the account is frozen already, nothing changes: an unfreezing that its owner has
 * requested goes on.
 */
export async function freezeByOperator(
  options: IdentityOptions,
  userId: number,
): Promise<'frozen' | 'was-frozen' | Refusal> {
  const refusal = await freezeAccount(options, {
    userId,
    event: 'frozen-by-support',
    by: null,
    linkSentMs: null,
  });
  if (refusal === undefined) return 'frozen';
  return refusal.error === IS_FROZEN.error ? 'was-frozen' : refusal;
}

const IS_FROZEN: Refusal = { error: 'identity/account-frozen' };

interface Freeze {
  readonly userId: number;
  readonly event: 'frozen' | 'frozen-by-support';
  /** The owner who freezes the account; null if an operator does. */
  readonly by: Doer | null;
  /** When the freeze link was sent; null if no link was used. */
  readonly linkSentMs: number | null;
}

/**
 * Freezing needs no codes, because a user who may have been robbed must not lose time. A freeze
 * invalidates all earlier freeze links, so that an old mail cannot freeze the account again and
 * again.
 */
async function freezeAccount(
  options: IdentityOptions,
  { userId, event, by, linkSentMs }: Freeze,
): Promise<undefined | Refusal> {
  const user = await findUserById(options.database, userId);
  if (user === undefined) return SESSION_INVALID;
  try {
    return await changeCredentials(options, {
      user,
      keepSession: '',
      event,
      by,
      always: true,
      write: async ({ kysely }) => {
        const nowMs = Date.now();
        let update = kysely
          .updateTable('users')
          .set({ frozen_ms: nowMs, unfreeze_ms: null })
          .where('user_id', '=', userId);
        if (by === null)
          update = update.where((where) =>
            where.or([where('frozen_ms', 'is', null), where('unfreeze_ms', '<=', nowMs)]),
          );
        if (linkSentMs !== null)
          update = update.where((where) =>
            where.or([where('frozen_ms', 'is', null), where('frozen_ms', '<', linkSentMs)]),
          );
        const frozen = await update.returning('user_id').execute();
        if (frozen.length === 0) return by === null ? IS_FROZEN : LINK_EXPIRED;
        await options.endKeys(userId, 'frozen', { kysely });
        return undefined;
      },
    });
  } finally {
    await options.settleKeys(userId);
  }
}

function unfreeze(options: IdentityOptions): Handler<'identity/unfreeze'> {
  return async (shown, caller) => {
    const restrictions = await options.restrictionCache.of(caller.userId);
    if (!isFrozen(restrictions, Date.now())) return { error: 'identity/not-frozen' };
    const user = await provenUser(options, caller, shown);
    if ('error' in user) return user;
    const unfreezeMs = user.unfreeze_ms ?? Date.now() + UNFREEZE_AFTER_MS;
    const asked = await options.database.kysely
      .updateTable('users')
      .set({ unfreeze_ms: unfreezeMs })
      .where('user_id', '=', user.user_id)
      // A later freeze has cancelled the request.
      .where('credential_version', '=', user.credential_version)
      .returning('user_id')
      .execute();
    options.restrictionCache.changed(user.user_id);
    if (asked.length === 0) return CHANGED_MEANWHILE;
    await options.reportEvent({
      userId: user.user_id,
      event: 'unfreeze-asked',
      reader: readerOf(user),
      by: caller,
    });
    return { unfreezeTime: unfreezeMs };
  };
}
