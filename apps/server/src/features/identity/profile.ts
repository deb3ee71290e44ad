/** What an operator may see of a user: no balance, no address, no document. */
import type { Profile } from '../../contract/ports.ts';
import type { PasskeyOptions } from './passkey-routes.ts';
import { findUserById } from './queries.ts';
import { isFrozen, liveHolds } from './restrictions.ts';

/** Null: there is no such user. */
export async function profileOf(
  { database, restrictionCache }: Pick<PasskeyOptions, 'database' | 'restrictionCache'>,
  userId: number,
): Promise<Profile | null> {
  const user = await findUserById(database, userId);
  if (user === undefined) return null;
  const restrictions = await restrictionCache.of(userId);
  const nowMs = Date.now();
  return {
    maskedEmail: `${user.email.slice(0, 2)}***${user.email.slice(user.email.lastIndexOf('.'))}`,
    kycState: restrictions.kycState,
    sinceTime: user.created_ms,
    hasGoogle: user.google_bound_ms !== null,
    isFrozen: isFrozen(restrictions, nowMs),
    heldUntil: liveHolds(restrictions.holds, nowMs)[0]?.untilMs ?? null,
  };
}
