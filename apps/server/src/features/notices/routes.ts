/** The calls of notices. */
import type { CallName } from '@glasshouse/protocol';
import { defineText } from '@glasshouse/texts';
import type { Ports } from '../../contract/ports.ts';
import type { Caller, FeatureHandlers, Language } from '../../http/handler.ts';
import { factTexts, wordedFacts } from '../../contract/messages.ts';
import { readMailChoices, setMailChoice } from './mail-choices.ts';
import {
  confirmNotice,
  countUnread,
  openNotice,
  readAll,
  readNotices,
  readPublished,
  type OpenedNotice,
} from './queries.ts';

type NoticesParts = Pick<Ports, 'database' | 'people'>;

const NOT_FOUND = { error: 'request/not-found', field: 'id' } as const;
const LOGINS_SHOWN = 3;
const NOT_YOU = defineText({
  en: 'If this was not you, freeze your account at once. Freezing ends every session and API key, and stops trading and withdrawals.',
  zh: '如非本人操作，请立即冻结账户。冻结后所有登录将退出，API 密钥将停用，交易与提现将停止。',
});

type PublicHandlers = Pick<FeatureHandlers<'notices'>, Extract<CallName, keyof FeatureHandlers<'notices'>>>;

export function noticesHandlers(ports: NoticesParts): PublicHandlers {
  const { database } = ports;
  return {
    'notices/get-count': (_input, { userId }) => countUnread(database, userId),
    'notices/get-page': (query, { userId, language }) =>
      readNotices(database, { userId, language, ...query }),
    'notices/get-latest': (_input, { language }) => readPublished(database, { language }),
    'notices/read-all': async (_input, { userId }) => {
      await readAll(database, userId);
    },
    'notices/get-detail': async ({ id }, caller) => {
      const { userId, language } = caller;
      const notice = await openNotice(database, { userId, noticeId: Number(id), language });
      return notice === null ? NOT_FOUND : detailOf(ports, notice, caller);
    },
    'notices/confirm': async ({ id }, { userId }) => {
      const confirmTime = await confirmNotice(database, userId, Number(id));
      return confirmTime === null ? NOT_FOUND : { confirmTime };
    },
    'notices/get-mail-choices': (_input, { userId }) => readMailChoices(database, userId),
    'notices/set-mail-choice': async (choice, { userId }) => {
      await setMailChoice(database, userId, choice);
    },
  };
}

async function detailOf({ people }: Pick<NoticesParts, 'people'>, notice: OpenedNotice, caller: Caller) {
  const { content: text, data, confirmedMs, ...row } = notice;
  const { userId, language } = caller;
  // A message of a former version does not say what it asks.
  const isRisky = data === null ? row.type === 'security' : data.canFreeze === true;
  const { facts = [], link, asks, session, loginMs, mailed } = data ?? {};
  return {
    ...row,
    text,
    content: data === null ? text : contentOf(text, { facts, isRisky, language }),
    facts: wordedFacts(facts, language),
    link: link === undefined ? null : { label: link.label[language], path: link.path },
    asks: asks === true,
    confirmTime: confirmedMs,
    canFreeze: isRisky && !(await people.isFrozen(userId)),
    session:
      session === undefined ? null : { id: session, state: await people.sessionState(caller, session) },
    earlierLogins:
      loginMs === undefined
        ? []
        : await people.loginsBefore(userId, { timeMs: loginMs, limit: LOGINS_SHOWN }),
    mailed: mailed ?? null,
  };
}

interface ContentParts {
  readonly facts: Parameters<typeof factTexts>[0];
  readonly isRisky: boolean;
  readonly language: Language;
}

/** Sentences, facts and what to do, for programs that show one text. */
function contentOf(text: string, { facts, isRisky, language }: ContentParts): string {
  const separator = language === 'zh' ? '：' : ': ';
  return [
    text,
    ...factTexts(facts, language).map(([label, value]) => label + separator + value),
    ...(isRisky ? [NOT_YOU(language)] : []),
  ].join('\n');
}
