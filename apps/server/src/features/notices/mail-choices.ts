/** Which kinds of messages a user has by mail too. Those about security always come. */
import { MAIL_DEFAULTS, MAIL_KINDS, type MailKind } from '@glasshouse/protocol/notices/kinds';
import type { Database } from '../../db/database.ts';

export interface MailChoice {
  readonly kind: MailKind;
  readonly byMail: boolean;
}

export async function readMailChoices(database: Database, userId: number): Promise<MailChoice[]> {
  const rows = await database.reads
    .selectFrom('mail_choices')
    .select(['kind', 'by_mail'])
    .where('user_id', '=', userId)
    .execute();
  const chosen = new Map(rows.map((row) => [row.kind, row.by_mail]));
  return MAIL_KINDS.map((kind) => ({ kind, byMail: chosen.get(kind) ?? MAIL_DEFAULTS[kind] }));
}

export async function setMailChoice(
  database: Database,
  userId: number,
  { kind, byMail }: MailChoice,
): Promise<void> {
  await database.kysely
    .insertInto('mail_choices')
    .values({ user_id: userId, kind, by_mail: byMail })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ by_mail: byMail }))
    .execute();
}

export async function isMailed(database: Database, userId: number, kind: MailKind): Promise<boolean> {
  const row = await database.reads
    .selectFrom('mail_choices')
    .select('by_mail')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.by_mail ?? MAIL_DEFAULTS[kind];
}
