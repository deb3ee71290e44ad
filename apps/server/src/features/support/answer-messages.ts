/** Notifies a customer who has left the chat that customer service has answered. */
import { chatNumber } from '@glasshouse/protocol/support';
import { defineText, inBothLanguages } from '@glasshouse/texts';
import { mailedTo } from '../../contract/messages.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Language } from '../../http/handler.ts';
import { layOut } from '../../mail/mail-layout.ts';
import type { Answer } from './service.ts';

const ANSWERED = {
  title: defineText({ en: 'Customer service has answered', zh: '客服已回复' }),
  number: defineText({ en: 'Your question has the number {number}.', zh: '你的问题编号为 {number}。' }),
  link: defineText({ en: 'Read and answer', zh: '查看并回复' }),
  picture: defineText({ en: 'A picture', zh: '一张图片' }),
};

/**
 * Pages that open with the chat's panel. A user's page asks for a login first, because the chat is
 * found by the session.
 */
const PATH_OF_CHAT = {
  user: '/setting/message?support=open',
  visitor: '/about/connect?support=open',
} as const;

/**
 * Notifies a user under Messages, and by mail if they chose that; a visitor by mail if they left an
 * address.
 */
export async function notifyOfAnswer(
  { people, notices, mail, siteUrl }: Pick<Ports, 'people' | 'notices' | 'mail' | 'siteUrl'>,
  { chat, text, message, claim }: Answer,
): Promise<void> {
  const user = chat.user_id === null ? null : await people.find(chat.user_id);
  const reader = user?.reader ?? visitorOf(chat);
  if (reader === null || !(await claim())) return;
  const { language } = reader;
  const number = chatNumber(chat.chat_id);
  const answer = (each: Language) => (text === '' ? ANSWERED.picture(each) : text);
  const path = PATH_OF_CHAT[user === null ? 'visitor' : 'user'];
  const words = layOut(reader, {
    subject: ANSWERED.title(language),
    title: ANSWERED.title(language),
    paragraphs: [...answer(language).split('\n'), ANSWERED.number(language, { number })],
    action: { label: ANSWERED.link(language), url: `${siteUrl}/pc${path}` },
  });
  const isSent = user === null || (await notices.isMailed(user.userId, 'support'));
  if (user !== null)
    await notices.add(user.userId, {
      type: 'support',
      cause: `support:${chat.chat_id}:${message}`,
      title: inBothLanguages(ANSWERED.title),
      content: inBothLanguages((each) => `${answer(each)}\n${ANSWERED.number(each, { number })}`),
      data: {
        facts: [],
        link: { label: inBothLanguages(ANSWERED.link), path },
        ...(isSent ? { mailed: mailedTo(reader) } : {}),
      },
    });
  if (isSent) await mail.send(words);
}

function visitorOf({ email, language }: Answer['chat']) {
  if (email === null) return null;
  return { to: email, language: language === 'zh' ? 'zh' : 'en', antiPhishingCode: '' } as const;
}
