/** The operator's commands for notices: publish one to everybody, list them, withdraw one. */
import type { Database } from '../../db/database.ts';
import type { Log } from '../../process/log.ts';
import type { NewMessage } from '../../contract/messages.ts';
import { publishNotice, readPublished, withdrawNotice } from './queries.ts';

const LISTED_MAX = 100;

export type PlatformNotice = Pick<NewMessage, 'title' | 'content'> & { readonly operator: string };

export function noticesCommands({ database, log }: { readonly database: Database; readonly log: Log }) {
  return {
    'notices/publish': async ({ operator, ...texts }: PlatformNotice): Promise<number> => {
      const noticeId = await publishNotice(database, texts);
      log.warn({ noticeId, operator }, 'a notice was published by an operator');
      return noticeId;
    },
    'notices/withdraw': async ({
      noticeId,
      operator,
    }: {
      readonly noticeId: number;
      readonly operator: string;
    }): Promise<boolean> => {
      const isWithdrawn = await withdrawNotice(database, noticeId);
      if (isWithdrawn) log.warn({ noticeId, operator }, 'a notice was withdrawn by an operator');
      return isWithdrawn;
    },
    'notices/list': (_input: null) => readPublished(database, { language: 'en', limit: LISTED_MAX }),
  };
}
