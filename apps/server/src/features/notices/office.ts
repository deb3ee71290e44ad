/** Notices to everybody in the back office: the list, publishing and withdrawing. */
import { sql } from 'kysely';
import type { ActPlan, Words } from '../../contract/operator-acts.ts';
import type { Ports } from '../../contract/ports.ts';
import { readList, type ListTable } from '../../db/lists.ts';
import type { FeatureHandlers } from '../../http/handler.ts';
import { summaryOf } from '../../values/summary.ts';
import { countPublished, publishNotice, withdrawNotice } from './queries.ts';

const NAMES = ['notices/get-published', 'notices/publish', 'notices/withdraw'] as const;
const TITLE: Readonly<Record<'en' | 'zh', Words>> = {
  en: { en: 'Title in English', zh: '英文标题' },
  zh: { en: 'Title in Chinese', zh: '中文标题' },
};
const TEXT: Readonly<Record<'en' | 'zh', Words>> = {
  en: { en: 'Text in English', zh: '英文正文' },
  zh: { en: 'Text in Chinese', zh: '中文正文' },
};
const READERS: Words = { en: 'Readers', zh: '读者' };
const EVERYBODY: Words = {
  en: 'everybody: visitors, users, those who chose mail',
  zh: '所有人：访客、用户及选择邮件通知者',
};
const WITHDRAWN: Words = { en: 'withdrawn for everybody', zh: '对所有人撤回' };

const NOTICES = {
  table: 'notices',
  order: ['created_ms', 'notice_id'],
  key: ['notice_id'],
} as const satisfies ListTable<'notices'>;

export function noticeOfficeHandlers({
  database,
  operators,
}: Pick<Ports, 'database' | 'operators'>): Pick<FeatureHandlers<'notices'>, (typeof NAMES)[number]> {
  return {
    'notices/get-published': (request) =>
      readList(database, {
        source: NOTICES,
        request,
        branches: [sql`user_id is null`],
        total: () => countPublished(database),
        rowOf: (row) => ({
          notice: row.notice_id,
          time: row.created_ms,
          titleEn: row.title_en,
          textEn: row.content_en,
          titleZh: row.title_zh,
          textZh: row.content_zh,
        }),
      }),
    'notices/publish': operators.act('notices/publish', (input): ActPlan => {
      const { titleEn, titleZh, textEn, textZh } = input;
      return {
        subject: `notice ${titleEn}`,
        effect: [
          { what: TITLE.en, before: null, after: titleEn },
          { what: TITLE.zh, before: null, after: titleZh },
          { what: TEXT.en, before: null, after: summaryOf(textEn) },
          { what: TEXT.zh, before: null, after: summaryOf(textZh) },
          { what: READERS, before: null, after: EVERYBODY },
        ],
        run: async () => {
          const title = { en: titleEn, zh: titleZh };
          await publishNotice(database, { title, content: { en: textEn, zh: textZh } });
          return null;
        },
      };
    }),
    'notices/withdraw': operators.act('notices/withdraw', async ({ notice }) => {
      const found = await database.reads
        .selectFrom('notices')
        .select(['title_en', 'title_zh'])
        .where('notice_id', '=', notice)
        .where('user_id', 'is', null)
        .executeTakeFirst();
      if (found === undefined) return { error: 'request/not-found' };
      const title = { en: found.title_en, zh: found.title_zh };
      return {
        subject: `notice ${found.title_en}`,
        effect: [{ what: { en: 'Notice', zh: '公告' }, before: title, after: WITHDRAWN }],
        run: async () => ((await withdrawNotice(database, notice)) ? null : { error: 'request/not-found' }),
      };
    }),
  };
}
