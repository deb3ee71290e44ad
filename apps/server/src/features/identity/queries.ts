/** What identity reads of users. */
import type { Database } from '../../db/database.ts';

export interface UserRow {
  readonly user_id: number;
  readonly email: string;
  readonly password_hash: string;
  readonly fund_password_hash: string | null;
  readonly invitation_code: string;
  readonly purchase: number;
  readonly language: string;
}

const COLUMNS = [
  'user_id',
  'email',
  'password_hash',
  'fund_password_hash',
  'invitation_code',
  'purchase',
  'language',
] as const;

const INVITATION_CODE = /^[A-Za-z0-9]{1,16}$/;

export function findUserByEmail(database: Database, email: string): Promise<UserRow | undefined> {
  return database.reads.selectFrom('users').select(COLUMNS).where('email', '=', email).executeTakeFirst();
}

export function findUserById(database: Database, userId: number): Promise<UserRow | undefined> {
  return database.reads.selectFrom('users').select(COLUMNS).where('user_id', '=', userId).executeTakeFirst();
}

export async function findInviter(database: Database, invitationCode: string): Promise<number | null> {
  if (!INVITATION_CODE.test(invitationCode)) return null;
  const row = await database.reads
    .selectFrom('users')
    .select('user_id')
    .where('invitation_code', '=', invitationCode.toUpperCase())
    .executeTakeFirst();
  return row?.user_id ?? null;
}

export async function isAccountNameTaken(database: Database, accountName: string): Promise<boolean> {
  const row = await database.reads
    .selectFrom('users')
    .select('user_id')
    .where((where) => where(where.fn<string>('lower', ['account_name']), '=', accountName.toLowerCase()))
    .executeTakeFirst();
  return row !== undefined;
}
