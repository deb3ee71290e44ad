/** Messages of products to an owner: a notice on the site and a mail, in one transaction. */
import { defineText, type InBothLanguages, type TextLanguage } from '@glasshouse/texts';
import { factText, layOut } from './adapters/mail-layout.ts';
import type { Mail } from './adapters/mail.ts';
import type { Database } from './db/database.ts';
import { findUserById, readerOf } from './features/identity/queries.ts';
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
    if (user === undefined) return;
    const reader = readerOf(user);
    const { language } = reader;
    const paragraphs = message.paragraphs.map((paragraph) => paragraph[language]);
    const words = layOut(reader, {
      subject: message.title[language],
      title: message.title[language],
      paragraphs: message.canFreeze
        ? [...paragraphs, NOT_YOU(language, { url: freezeUrl(userId) })]
        : paragraphs,
      facts: message.facts[language],
      action: { label: message.link.label[language], url: `${siteUrl}/pc${message.link.path}` },
    });
    await database.kysely.transaction().execute(async (kysely) => {
      const within = { kysely };
      if (!(await claim(within))) return;
      await addNotice(within, userId, {
        type: message.type,
        cause: message.cause,
        title: message.title,
        content: contentOf(message),
      });
      await mail.send(words, { within });
    });
    mail.deliverSoon();
  };
}

function contentOf({ paragraphs, facts }: OwnerMessage): InBothLanguages {
  const contentIn = (language: TextLanguage): string =>
    [
      ...paragraphs.map((paragraph) => paragraph[language]),
      ...facts[language].map((fact) => factText(language, fact)),
    ].join('\n');
  return { en: contentIn('en'), zh: contentIn('zh') };
}
