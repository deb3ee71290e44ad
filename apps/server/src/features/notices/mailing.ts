/**
 * Mails the platform's notices to those who chose to have them by mail, a portion at a time, so
 * that a notice to many readers delays nobody's code.
 */
import { layOut, type MailReader } from '../../mail/mail-layout.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Database } from '../../db/database.ts';

/** Readers per transaction, and transactions per pass; a pass runs every minute. */
const PORTION = 100;
const PORTIONS_MAX = 10;

export interface MailingParts {
  readonly database: Database;
  readonly mail: Mail;
  /** The readers of these users' mail. */
  readonly readersOf: (userIds: readonly number[]) => Promise<ReadonlyMap<number, MailReader>>;
}

/** Sends what is still to be sent of all notices. */
export async function mailNotices(parts: MailingParts): Promise<void> {
  for (let portion = 0; portion < PORTIONS_MAX; portion++) if (!(await mailPortion(parts))) return;
}

/** False if nothing is left. */
async function mailPortion({ database, mail, readersOf }: MailingParts): Promise<boolean> {
  const next = await database.reads
    .selectFrom('notice_mailings')
    .innerJoin('notices', 'notices.notice_id', 'notice_mailings.notice_id')
    .selectAll('notices')
    .select('mailed_user')
    .orderBy('notice_mailings.notice_id')
    .executeTakeFirst();
  if (next === undefined) return false;
  const chosen = await database.reads
    .selectFrom('mail_choices')
    .select('user_id')
    .where('kind', '=', 'system')
    .where('by_mail', '=', true)
    .where('user_id', '>', next.mailed_user)
    .orderBy('user_id')
    .limit(PORTION)
    .execute();
  const userIds = chosen.map((row) => row.user_id);
  const readers = await readersOf(userIds);
  await database.kysely.transaction().execute(async (transaction) => {
    for (const reader of readers.values()) {
      const isChinese = reader.language === 'zh';
      const title = isChinese ? next.title_zh : next.title_en;
      const paragraphs = (isChinese ? next.content_zh : next.content_en)
        .split('\n')
        .filter((line) => line !== '');
      await mail.send(layOut(reader, { subject: title, title, paragraphs }), {
        within: { kysely: transaction },
      });
    }
    const last = userIds.at(-1);
    if (last === undefined || userIds.length < PORTION)
      await transaction.deleteFrom('notice_mailings').where('notice_id', '=', next.notice_id).execute();
    else
      await transaction
        .updateTable('notice_mailings')
        .set({ mailed_user: last })
        .where('notice_id', '=', next.notice_id)
        .execute();
  });
  mail.deliverSoon();
  return true;
}
