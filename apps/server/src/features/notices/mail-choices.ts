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

/** Whether each of these users has messages of a kind by mail. */
export async function mailedKinds(
  database: Database,
  userIds: readonly number[],
): Promise<(userId: number, kind: MailKind) => boolean> {
  const rows = await database.reads
    .selectFrom('mail_choices')
    .selectAll()
    .where('user_id', 'in', userIds)
    .execute();
  const chosen = new Map(rows.map((row) => [`${row.user_id} ${row.kind}`, row.by_mail]));
  return (userId, kind) => chosen.get(`${userId} ${kind}`) ?? MAIL_DEFAULTS[kind];
}
