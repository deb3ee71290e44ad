/** Identity's queries of users. */
import { DOCUMENT_NAMES, type DocumentName } from '@glasshouse/protocol/identity/documents';
import type { MailReader } from '../../mail/mail-layout.ts';
import type { Database } from '../../db/database.ts';
import { pagedOfTotal, type PageRequest } from '../../db/paged.ts';

export interface UserRow {
  readonly user_id: number;
  readonly email: string;
  readonly password_hash: string;
  readonly fund_password_hash: string | null;
  readonly invitation_code: string;
  readonly purchase: number;
  readonly avatar: string;
  readonly language: string;
  readonly created_ms: number;
  readonly password_changed_ms: number;
  readonly google_bound_ms: number | null;
  readonly anti_phishing_code: string;
  readonly frozen_ms: number | null;
  readonly unfreeze_ms: number | null;
  readonly credential_version: number;
}

const COLUMNS = [
  'user_id',
  'email',
  'password_hash',
  'fund_password_hash',
  'invitation_code',
  'purchase',
  'avatar',
  'language',
  'created_ms',
  'password_changed_ms',
  'google_bound_ms',
  'anti_phishing_code',
  'frozen_ms',
  'unfreeze_ms',
  'credential_version',
] as const;

const INVITATION_CODE = /^[A-Za-z0-9]{1,16}$/;

export function findUserByEmail(database: Database, email: string): Promise<UserRow | undefined> {
  return database.reads.selectFrom('users').select(COLUMNS).where('email', '=', email).executeTakeFirst();
}

export function findUserById(database: Database, userId: number): Promise<UserRow | undefined> {
  return database.reads.selectFrom('users').select(COLUMNS).where('user_id', '=', userId).executeTakeFirst();
}

/** The recipient of a user's mail. */
export function readerOf(user: Pick<UserRow, 'email' | 'language' | 'anti_phishing_code'>): MailReader {
  return {
    to: user.email,
    language: user.language === 'zh' ? 'zh' : 'en',
    antiPhishingCode: user.anti_phishing_code,
  };
}

/** The readers of these users' mail, by user. */
export async function readersOf(
  database: Database,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, MailReader>> {
  if (userIds.length === 0) return new Map();
  const rows = await database.reads
    .selectFrom('users')
    .select(['user_id', 'email', 'language', 'anti_phishing_code'])
    .where('user_id', 'in', userIds)
    .execute();
  return new Map(rows.map((row) => [row.user_id, readerOf(row)]));
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

/**
 * The users who registered with this user's code. Their addresses are masked, because inviting
 * somebody gives no right to them.
 */
export function readFriends(database: Database, userId: number, page: PageRequest) {
  const rows = database.reads
    .selectFrom('users')
    .where('invited_by', '=', userId)
    .select(['user_id', 'email', 'created_ms', 'friends'])
    .orderBy('user_id', 'desc');
  return pagedOfTotal(rows, page, { total: totalOf(database, userId, 'friends'), rowOf: (row) => row });
}

/** A number of rows that is kept with the user. */
export async function totalOf(
  database: Database,
  userId: number,
  total: 'friends' | 'logins',
): Promise<number> {
  const row = await database.reads
    .selectFrom('users')
    .select(total)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row[total];
}

/** Which versions of the documents a user has accepted, newest first. */
export async function readAccepted({ reads }: Pick<Database, 'reads'>, userId: number) {
  const rows = await reads
    .selectFrom('accepted_documents')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('accepted_ms', 'desc')
    .orderBy('document')
    .execute();
  return rows.flatMap(({ document, version, language, sha256, accepted_ms: time }) =>
    isDocument(document)
      ? [{ document, version, language: language === 'zh' ? ('zh' as const) : ('en' as const), sha256, time }]
      : [],
  );
}

const isDocument = (text: string): text is DocumentName => DOCUMENT_NAMES.some((name) => name === text);
