/** The calls of notices. */
import type { Database } from '../../db/database.ts';
import type { FeatureHandlers } from '../../http/handler.ts';
import { countUnread, openNotice, readAll, readNotices, readPublished } from './queries.ts';

export function noticesHandlers(database: Database): FeatureHandlers<'notices'> {
  return {
    'notices/get-count': (_input, { userId }) => countUnread(database, userId),
    'notices/get-page': (query, { userId, language }) =>
      readNotices(database, { userId, language, ...query }),
    'notices/get-latest': (_input, { language }) => readPublished(database, { language }),
    'notices/read-all': async (_input, { userId }) => {
      await readAll(database, userId);
    },
    'notices/get-detail': async ({ id }, { userId, language }) => {
      const notice = await openNotice(database, { userId, noticeId: Number(id), language });
      return notice ?? { error: 'request/not-found', field: 'id' };
    },
  };
}
