/**
 * Changes an account's credentials: the change, the end of other sessions and the messages to the
 * owner are one transaction.
 */
import { isRefusal, type Refusal, type SessionEnd } from '@glasshouse/protocol';
import type { IdentityOptions } from './options.ts';
import { readerOf, type UserRow } from './queries.ts';
import type { Doer, Within } from '../../contract/messages.ts';
import type { SecurityEvent } from './security-events.ts';

export const CHANGED_MEANWHILE: Refusal = { error: 'identity/changed-meanwhile' };
const SESSION_INVALID: Refusal = { error: 'session/invalid' };

export interface CredentialChange<T> {
  /** The user when the proof was checked: a change in between refuses this one. */
  readonly user: UserRow;
  /** The caller's own session, which stays; '' ends all. */
  readonly keepSession: string;
  readonly event: SecurityEvent;
  /** The owner's session, which the message names; null if somebody else caused the change. */
  readonly by: Doer | null;
  /** Freezing succeeds whatever else happens to the account. */
  readonly always?: true;
  /** Writes only in the given transaction. A refusal rolls everything back. */
  readonly write: (within: Within) => Promise<T | Refusal>;
}

/** These end a reset themselves; every other change stops one that waits. */
const RESETS: ReadonlySet<SecurityEvent> = new Set(['google-reset', 'passkeys-reset']);

/** What ended sessions are told, other than that the protection was changed. */
const WHY: Readonly<Partial<Record<SecurityEvent, SessionEnd>>> = {
  'password-changed': 'password',
  'password-reset': 'password',
  frozen: 'frozen',
  'frozen-by-support': 'frozen',
  'login-frozen': 'operator',
};

class TakenBack extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.error);
    this.refusal = refusal;
  }
}

export async function changeCredentials<T>(
  { sessions, restrictionCache, holds, resets, reportEvent, mail }: IdentityOptions,
  { user, keepSession, event, by, always, write }: CredentialChange<T>,
): Promise<T | Refusal> {
  const userId = user.user_id;
  const version = always === true ? null : user.credential_version;
  const replacement = { userId, version, keepSession, why: WHY[event] ?? 'protection' };
  try {
    const replaced = await sessions.replaceCredentials(replacement, async (within) => {
      const written = await write(within);
      if (isRefusal(written)) throw new TakenBack(written);
      await holds.note(within, userId);
      // Before the report, as where a reset is stopped by itself: both lock rows in one order.
      if (!RESETS.has(event)) await resets.stopWithin(userId, { how: 'changed', by: null }, within);
      await reportEvent({ userId, event, reader: readerOf(user), by }, within);
      return written;
    });
    if (replaced === 'changed-meanwhile') return CHANGED_MEANWHILE;
    if (replaced === 'session-ended') return SESSION_INVALID;
    mail.deliverSoon();
    await holds.placeFor(userId);
    await resets.noteEnds();
    return replaced.result;
  } catch (error) {
    if (error instanceof TakenBack) return error.refusal;
    throw error;
  } finally {
    restrictionCache.changed(userId);
  }
}
