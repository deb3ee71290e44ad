/** Creates users. */
import { randomInt } from 'node:crypto';
import { inForce, type DocumentName } from '@glasshouse/protocol/identity/documents';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Language } from '../../http/handler.ts';

export interface NewUser {
  readonly email: string;
  readonly passwordHash: string;
  readonly accountName: string | null;
  readonly invitedBy: number | null;
  readonly language: Language;
  readonly nowMs: number;
  /** The documents accepted at registration; empty for the demo's own trader. */
  readonly documents: readonly DocumentName[];
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
    .with('accepted', () => acceptances(user))
    .selectFrom('added')
    .select('user_id')
    .execute();
  return rows[0]?.user_id ?? null;
}

/**
 * The accepted documents as rows, written by the statement that adds the user: nobody is registered
 * without them.
 */
function acceptances({ documents, language, nowMs }: NewUser) {
  const rows = documents.map((name) => {
    const { version, sha256 } = inForce(name);
    return { name, version, sha256: sha256[language] };
  });
  return sql<{ user_id: number }>`(
    insert into accepted_documents (user_id, document, version, language, sha256, accepted_ms)
    select added.user_id, shown.name, shown.version, ${language}, shown.sha256, ${nowMs}::bigint
    from added, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as shown(name text, version integer, sha256 text)
    returning user_id
  )`;
}

function makeInvitationCode(): string {
  let code = '';
  while (code.length < INVITATION_LENGTH) code += INVITATION_ALPHABET[randomInt(INVITATION_ALPHABET.length)];
  return code;
}
