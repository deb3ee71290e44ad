/**
 * Changes what may be done with the account: the address book, its whitelist, API keys. A change
 * requires the owner's proof, and fails if the credentials have changed since it was checked.
 */
import { isRefusal } from '@glasshouse/protocol';
import type { OwnerProof } from '../../contract/owners.ts';
import { CHANGED_MEANWHILE } from './credential-changes.ts';
import { SESSION_INVALID, type IdentityOptions } from './options.ts';
import { refuseProof } from './owner-proof.ts';
import { findUserById, readerOf } from './queries.ts';

export function ownerChanges(options: IdentityOptions): OwnerProof {
  return {
    prove: prove(options),
    refuseFundPassword: (caller, given) => options.fundPasswords.refuse(caller, given),
    change: change(options),
    report: report(options),
  };
}

/** Requires the e-mail code of withdrawals, the fund password and the Google code. */
function prove(options: IdentityOptions): OwnerProof['prove'] {
  return async (caller, { code, fundPassword, googleCode }) => {
    const user = await findUserById(options.database, caller.userId);
    if (user === undefined) return SESSION_INVALID;
    const refusal =
      (await options.fundPasswords.refuse(caller, fundPassword)) ??
      (await refuseProof(options, { user, caller, purpose: 'withdraw', code, googleCode }));
    return refusal ?? { credentialVersion: user.credential_version };
  };
}

/**
 * One transaction, with the message to the owner. It locks the user's row, so that a change of
 * credentials comes wholly before it or wholly after it; the session of the caller must still
 * exist.
 */
function change({
  database,
  restrictionCache,
  holds,
  reportEvent,
  mail,
}: IdentityOptions): OwnerProof['change'] {
  return async (caller, { event, facts, proven, write }) => {
    const { userId, sessionKey } = caller;
    const done = await database.kysely.transaction().execute(async (transaction) => {
      const within = { kysely: transaction };
      const user = await transaction
        .selectFrom('users')
        .selectAll()
        .where('user_id', '=', userId)
        .forUpdate()
        .executeTakeFirst();
      const session = await transaction
        .selectFrom('sessions')
        .select('session_key')
        .where('session_key', '=', sessionKey)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (user === undefined || session === undefined) return SESSION_INVALID;
      if (proven !== null && user.credential_version !== proven.credentialVersion) return CHANGED_MEANWHILE;
      const written = await write(within);
      if (written === null || isRefusal(written)) return written;
      await holds.note(within, userId);
      const told = { userId, event, reader: readerOf(user), by: caller, facts: facts?.() ?? [] };
      await reportEvent(told, within);
      return written;
    });
    restrictionCache.changed(userId);
    mail.deliverSoon();
    await holds.placeFor(userId);
    return done;
  };
}

function report({ reportEvent }: IdentityOptions): OwnerProof['report'] {
  return async (userId, { event, facts }, { kysely }) => {
    const user = await kysely
      .selectFrom('users')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    await reportEvent({ userId, event, reader: readerOf(user), by: null, facts }, { kysely });
  };
}
