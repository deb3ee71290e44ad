/**
 * Messages of products to owners, in one transaction: a notice on the site, and a mail if the owner
 * wants this kind by mail or may have to stop a stranger.
 */
import { defineText, type TextLanguage } from '@glasshouse/texts';
import { factTexts, mailedTo, type NewMessage, type Within } from '../../contract/messages.ts';
import { layOut, type MailReader } from '../../mail/mail-layout.ts';
import type { Letter } from '../../mail/mail.ts';
import { mailedKinds } from './mail-choices.ts';
import { addNotices } from './queries.ts';
import type { OwnerMessage } from '../../contract/owners.ts';
import type { Ports } from '../../contract/ports.ts';

const NOT_YOU = defineText({
  en: 'If this was not you, freeze your account at once: {url}',
  zh: '如非本人操作，请立即冻结账户：{url}',
});

type OwnerNotifierPorts = Pick<Ports, 'database' | 'mail' | 'siteUrl' | 'people'>;

export interface Telling {
  readonly userId: number;
  readonly message: OwnerMessage;
}

/**
 * Tells owners, if `claim` returns true in the same transaction. Returns which of them were told
 * now: an account that does not exist is not, nor is the same cause again.
 */
export async function tellOwners(
  ports: OwnerNotifierPorts,
  tellings: readonly Telling[],
  claim: (within: Within) => Promise<boolean> = async () => true,
): Promise<readonly boolean[]> {
  const { database, mail, people } = ports;
  const userIds = [...new Set(tellings.map(({ userId }) => userId))];
  const readers = await people.readersOf(userIds);
  const isMailed = await mailedKinds(database, userIds);
  const drafts = tellings.flatMap((telling, at) => {
    const { userId, message } = telling;
    const reader = readers.get(userId);
    if (reader === undefined) return [];
    const isSent = message.canFreeze || isMailed(userId, message.type);
    return [{ at, telling, reader, isSent, userId, notice: noticeOf(message, isSent ? reader : null) }];
  });
  const told = tellings.map(() => false);
  if (drafts.length === 0) return told;
  await database.kysely.transaction().execute(async (kysely) => {
    const within = { kysely };
    if (!(await claim(within))) return;
    const areNew = await addNotices(within, drafts);
    for (const [i, { at, telling, reader, isSent }] of drafts.entries()) {
      told[at] = areNew[i] === true;
      if (told[at] && isSent) await mail.send(wordsOf(ports, telling, reader), { within });
    }
  });
  mail.deliverSoon();
  return told;
}

/** `mailedReader`: null if it is not mailed. */
function noticeOf(message: OwnerMessage, mailedReader: MailReader | null): NewMessage {
  return {
    type: message.type,
    cause: message.cause,
    title: message.title,
    content: { en: sentences(message, 'en'), zh: sentences(message, 'zh') },
    data: {
      facts: message.facts,
      link: message.link,
      ...(message.canFreeze ? { asks: true, canFreeze: true } : {}),
      ...(mailedReader === null ? {} : { mailed: mailedTo(mailedReader) }),
    },
  };
}

function wordsOf(
  { siteUrl, people }: OwnerNotifierPorts,
  { userId, message }: Telling,
  reader: MailReader,
): Letter {
  const { language } = reader;
  const paragraphs = message.paragraphs.map((paragraph) => paragraph[language]);
  return layOut(reader, {
    subject: message.title[language],
    title: message.title[language],
    paragraphs: message.canFreeze
      ? [...paragraphs, NOT_YOU(language, { url: people.freezeUrl(userId) })]
      : paragraphs,
    facts: factTexts(message.facts, language),
    action: { label: message.link.label[language], url: `${siteUrl}/pc${message.link.path}` },
  });
}

function sentences({ paragraphs }: OwnerMessage, language: TextLanguage): string {
  return paragraphs.map((paragraph) => paragraph[language]).join('\n');
}
