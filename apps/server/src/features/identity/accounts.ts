/** Creates users. */
import { randomInt } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { Language } from '../../http/handler.ts';

export interface NewUser {
  readonly email: string;
  readonly passwordHash: string;
  readonly accountName: string | null;
  readonly invitedBy: number | null;
  readonly language: Language;
  readonly nowMs: number;
}

/** Without letters and digits that look alike. */
const INVITATION_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const INVITATION_LENGTH = 8;

/** Returns the new user's id, or null if the address was registered in the meantime. */
export async function insertUser(database: Database, user: NewUser): Promise<number | null> {
  const row = {
    email: user.email,
    password_hash: user.passwordHash,
    fund_password_hash: null,
    account_name: user.accountName,
    invitation_code: makeInvitationCode(),
    invited_by: user.invitedBy,
    language: user.language,
    created_ms: user.nowMs,
    password_changed_ms: user.nowMs,
    accounts_ready_ms: null,
  };
  const rows = await database.kysely
    .with('added', (within) =>
      within
        .insertInto('users')
        .values(row)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning(['user_id', 'invited_by']),
    )
    .with('counted', (within) =>
      within
        .updateTable('users')
        .from('added')
        .set((set) => ({ friends: set('users.friends', '+', 1) }))
        .whereRef('users.user_id', '=', 'added.invited_by'),
    )
    .selectFrom('added')
    .select('user_id')
    .execute();
  return rows[0]?.user_id ?? null;
}

function makeInvitationCode(): string {
  let code = '';
  while (code.length < INVITATION_LENGTH) code += INVITATION_ALPHABET[randomInt(INVITATION_ALPHABET.length)];
  return code;
}
