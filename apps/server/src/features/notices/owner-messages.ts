/**
 * Messages of products to an owner, in one transaction: a notice on the site, and a mail if the
 * owner wants this kind by mail or may have to stop a stranger.
 */
import { defineText, type TextLanguage } from '@glasshouse/texts';
import { factTexts, mailedTo } from '../../contract/messages.ts';
import { layOut } from '../../mail/mail-layout.ts';
import { isMailed } from './mail-choices.ts';
import { addNotice } from './queries.ts';
import type { OwnerMessage, Owners } from '../../contract/owners.ts';
import type { Ports } from '../../contract/ports.ts';

const NOT_YOU = defineText({
  en: 'If this was not you, freeze your account at once: {url}',
  zh: '如非本人操作，请立即冻结账户：{url}',
});

type OwnerNotifierPorts = Pick<Ports, 'database' | 'mail' | 'siteUrl' | 'people'>;

export function ownerNotifier(ports: OwnerNotifierPorts): Owners['notify'] {
  return async (userId, message, claim) => {
    const { database, mail, siteUrl, people } = ports;
    const user = await people.find(userId);
    if (user === null) return false;
    const { reader } = user;
    const { language } = reader;
    const isSent = message.canFreeze || (await isMailed(database, userId, message.type));
    const paragraphs = message.paragraphs.map((paragraph) => paragraph[language]);
    const words = layOut(reader, {
      subject: message.title[language],
      title: message.title[language],
      paragraphs: message.canFreeze
        ? [...paragraphs, NOT_YOU(language, { url: people.freezeUrl(userId) })]
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
