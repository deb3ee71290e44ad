/**
 * The ready-made trader of demo mode, so that a visitor can try the platform before registering.
 */
import type { Database } from '../../db/database.ts';
import { insertUser } from './accounts.ts';
import type { Passwords } from './passwords.ts';
import { findUserByEmail } from './queries.ts';

export const DEMO_TRADER = { email: 'demo@glasshouse.example', password: 'Glasshouse2026' } as const;

export interface DemoTraderOptions {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly ensureAccounts: (userId: number) => Promise<void>;
  readonly onRegistered: (userId: number) => Promise<unknown>;
}

/** Runs at every start; existing data stays as it is. Returns the user's id. */
export async function seedDemoTrader(options: DemoTraderOptions): Promise<number | null> {
  const { database, passwords } = options;
  const known = await findUserByEmail(database, DEMO_TRADER.email);
  const userId =
    known?.user_id ??
    (await insertUser(database, {
      email: DEMO_TRADER.email,
      passwordHash: await passwords.hashLogin(DEMO_TRADER.password, ''),
      accountName: 'DemoTrader',
      invitedBy: null,
      language: 'en',
      nowMs: Date.now(),
      documents: [],
    }));
  if (userId === null) return null;
  await options.ensureAccounts(userId);
  await options.onRegistered(userId);
  return userId;
}
