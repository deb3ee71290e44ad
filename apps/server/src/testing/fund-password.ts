/** Gives a test's user a fund password without the day for which a change holds withdrawals. */
import { Passwords } from '../features/identity/passwords.ts';
import { createSecrets } from '../process/secrets.ts';
import type { TestServer, TestUser } from './harness.ts';

/** The MASTER_KEY of servers whose users get a fund password; pass it in the harness's `env`. */
export const MASTER_KEY = 'a-key-of-tests-with-more-than-32-characters';
export const FUND_PASSWORD = '246810';

export async function giveFundPassword({ server }: TestServer, user: TestUser): Promise<void> {
  const passwords = new Passwords(createSecrets(MASTER_KEY));
  const hash = await passwords.hashFund(FUND_PASSWORD, user.userId);
  await server.database.query('update users set fund_password_hash = $1 where user_id = $2', [
    hash,
    Number(user.userId),
  ]);
}
