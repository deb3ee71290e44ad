/** The facts about an owner on which the terms and the review of a withdrawal depend. */
import type { Database } from '../../db/database.ts';
import type { Owners } from '../../contract/owners.ts';
import { deviceOf } from './requesters.ts';
import { holdsOf, isFrozen, liveHolds, type RestrictionCache } from './restrictions.ts';

const VERIFIED = 2;

export interface OwnerFactsOptions {
  readonly database: Database;
  readonly restrictionCache: RestrictionCache;
  readonly notify: Owners['notify'];
}

export function ownerFacts({ database, restrictionCache, notify }: OwnerFactsOptions): Owners {
  return {
    notify,
    facts: async (userId, nowMs) => {
      const user = await database.reads
        .selectFrom('users')
        .selectAll()
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      const restrictions = await restrictionCache.of(userId);
      const holds = holdsOf(user);
      return {
        isVerified: restrictions.kycState === VERIFIED,
        hasFundPassword: user.fund_password_hash !== null,
        isBookOnly: user.whitelist_only,
        credentialsChangedMs: Math.max(0, ...holds.map(({ fromMs }) => fromMs)),
        isFrozen: isFrozen(restrictions, nowMs) || restrictions.freezes.includes('withdrawals'),
        heldUntilMs: liveHolds(holds, nowMs)[0]?.untilMs ?? null,
      };
    },
    deviceSinceMs: async (caller) => {
      const device = deviceOf(caller);
      if (device === null) {
        const session = await database.reads
          .selectFrom('sessions')
          .select('created_ms')
          .where('session_key', '=', caller.sessionKey)
          .executeTakeFirst();
        return session?.created_ms ?? Date.now();
      }
      const { firstMs } = await database.reads
        .selectFrom('login_history')
        .select((select) => select.fn.min<number | null>('time_ms').as('firstMs'))
        .where('user_id', '=', caller.userId)
        .where('device_hash', '=', device)
        .where('outcome', '=', 'success')
        .executeTakeFirstOrThrow();
      return firstMs ?? Date.now();
    },
  };
}
