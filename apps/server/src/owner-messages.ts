/**
 * Messages of products to an owner, in one transaction: a notice on the site, and a mail if the
 * owner wants this kind by mail or may have to stop a stranger.
 */
import { defineText, type TextLanguage } from '@glasshouse/texts';
import { factTexts, mailedTo } from './messages.ts';
import { layOut } from './adapters/mail-layout.ts';
import type { Mail } from './adapters/mail.ts';
import type { Database } from './db/database.ts';
import { findUserById, readerOf } from './features/identity/queries.ts';
import { isMailed } from './features/notices/mail-choices.ts';
import { addNotice } from './features/notices/queries.ts';
import type { OwnerMessage, Owners } from './product.ts';

const NOT_YOU = defineText({
  en: 'If this was not you, freeze your account at once: {url}',
  zh: '如非本人操作，请立即冻结账户：{url}',
});

export interface OwnerTellerParts {
  readonly database: Database;
  readonly mail: Mail;
  readonly siteUrl: string;
  readonly freezeUrl: (userId: number) => string;
}

export function ownerTeller({ database, mail, siteUrl, freezeUrl }: OwnerTellerParts): Owners['tell'] {
  return async (userId, message, claim) => {
    const user = await findUserById(database, userId);
    if (user === undefined) return false;
    const reader = readerOf(user);
    const { language } = reader;
    const isSent = message.canFreeze || (await isMailed(database, userId, message.type));
    const paragraphs = message.paragraphs.map((paragraph) => paragraph[language]);
    const words = layOut(reader, {
      subject: message.title[language],
      title: message.title[language],
      paragraphs: message.canFreeze
        ? [...paragraphs, NOT_YOU(language, { url: freezeUrl(userId) })]
        : paragraphs,
      facts: factTexts(message.facts, language),
      action: { label: message.link.label[language], url: `${siteUrl}/pc${message.link.path}` },
    });
    const isTold = await database.kysely.transaction().execute(async (kysely) => {
      const within = { kysely };
      if (!(await claim(within))) return false;
      const isNew = await addNotice(within, userId, {
        type: message.type,
        cause: message.cause,
        title: message.title,
        content: { en: sentences(message, 'en'), zh: sentences(message, 'zh') },
        data: {
          facts: message.facts,
          link: message.link,
          ...(message.canFreeze ? { asks: true, canFreeze: true } : {}),
          ...(isSent ? { mailed: mailedTo(reader) } : {}),
        },
      });
      if (isNew && isSent) await mail.send(words, { within });
      return isNew;
    });
    mail.deliverSoon();
    return isTold;
  };
}

function sentences({ paragraphs }: OwnerMessage, language: TextLanguage): string {
  return paragraphs.map((paragraph) => paragraph[language]).join('\n');
}
