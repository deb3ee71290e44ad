/** The operator's command that allows a user to buy and subscribe, or stops it (R6.3). */
import type { Log } from '../../process/log.ts';
import type { IdentityOptions } from './options.ts';
import { readerOf } from './queries.ts';

export interface SetPurchase {
  readonly user: number;
  readonly isAllowed: boolean;
  readonly operator: string;
}

type Parts = Pick<IdentityOptions, 'database' | 'restrictionCache' | 'reportEvent' | 'mail'> & {
  readonly log: Log;
};

export function purchaseCommands({ database, restrictionCache, reportEvent, mail, log }: Parts) {
  return {
    /** Whether it was changed; false if it was so already, or if there is no such user. */
    'identity/set-purchase': async ({ user: userId, isAllowed, operator }: SetPurchase): Promise<boolean> => {
      const purchase = isAllowed ? 1 : 0;
      const isChanged = await database.kysely.transaction().execute(async (kysely) => {
        const user = await kysely
          .updateTable('users')
          .set({ purchase })
          .where('user_id', '=', userId)
          .where('purchase', '<>', purchase)
          .returningAll()
          .executeTakeFirst();
        if (user === undefined) return false;
        const event = isAllowed ? 'purchase-allowed' : 'purchase-stopped';
        await reportEvent({ userId, event, reader: readerOf(user), by: null }, { kysely });
        return true;
      });
      if (!isChanged) return false;
      restrictionCache.changed(userId);
      mail.deliverSoon();
      log.warn({ user: userId, operator, isAllowed }, 'an operator set the purchase permission of a user');
      return true;
    },
  };
}
