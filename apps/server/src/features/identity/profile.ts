/** What an operator may see of a user: no balance, no address, no document. */
import type { Profile } from '../../contract/ports.ts';
import type { PasskeyOptions } from './passkey-routes.ts';
import { findUserById } from './queries.ts';
import { isFrozen, liveHolds } from './restrictions.ts';

/** Null: there is no such user. */
export async function profileOf(
  {
    database,
    restrictionCache,
    commandMs,
  }: Pick<PasskeyOptions, 'database' | 'restrictionCache' | 'commandMs'>,
  userId: number,
): Promise<Profile | null> {
  const user = await findUserById(database, userId);
  if (user === undefined) return null;
  const restrictions = await restrictionCache.of(userId);
  return {
    maskedEmail: maskedEmail(user.email),
    kycState: restrictions.kycState,
    sinceTime: user.created_ms,
    hasGoogle: user.google_bound_ms !== null,
    isFrozen: isFrozen(restrictions, Date.now()),
    heldUntil: liveHolds(restrictions.holds, commandMs())[0]?.untilMs ?? null,
  };
}

/** Two letters and the end of the domain: too little to write to a stranger. */
export const maskedEmail = (email: string): string =>
  `${email.slice(0, 2)}***${email.slice(email.lastIndexOf('.'))}`;
