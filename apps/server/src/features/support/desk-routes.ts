/**
 * The chat's calls for operators. What an operator does to a chat, and each look at a customer, is
 * in the log of operators before it is done or shown.
 */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { chatNumber, MESSAGES_PAGE, type ChatEvent, type SupportTopic } from '@glasshouse/protocol/support';
import type { InboxRow } from '@glasshouse/protocol/desk';
import {
  callingOperator,
  markNoted,
  type AnyCallName,
  type Caller,
  type FeatureHandlers,
  type Handler,
  type Language,
  type Note,
} from '../../http/handler.ts';
import type { ChatRow } from './chats.ts';
import { hasEmail, stateOf, type Support } from './service.ts';
import { CHAT_STATE } from './tables.ts';

export interface SupportPerson {
  readonly userId: number;
  readonly maskedEmail: string;
  readonly kycState: number;
  readonly sinceTime: number;
  readonly hasGoogle: boolean;
  readonly isFrozen: boolean;
  readonly heldUntil: number | null;
  readonly postings: {
    readonly time: number;
    readonly reason: string;
    readonly asset: string;
    readonly amount: string;
  }[];
}

export interface DeskParts {
  readonly support: Support;
  /** Adds to the log of operators. */
  readonly note: Note;
  /** Operators who may sign in and answer. */
  readonly answering: () => Promise<readonly string[]>;
  readonly personOf: (userId: number, language: Language) => Promise<SupportPerson | null>;
  readonly emailOf: (userId: number) => Promise<string | null>;
  /** Freezes an account and notifies its owner. */
  readonly freeze: (userId: number) => Promise<'frozen' | 'was-frozen' | Refusal>;
}

const UNKNOWN: Refusal = { error: 'support/chat-unknown', field: 'chat' };
const CLOSED: Refusal = { error: 'support/chat-closed', field: 'chat' };
const NOT_FOUND: Refusal = { error: 'request/not-found' };

export function deskHandlers(parts: DeskParts): FeatureHandlers<'desk'> {
  return { ...readingHandlers(parts), ...answeringHandlers(parts), ...cannedHandlers(parts) };
}

type Log = (act: AnyCallName, chat: ChatRow, detail?: string) => Promise<unknown>;

/** Notes what the caller does to a chat, or looks at. */
const logOf =
  ({ note }: DeskParts, caller: Caller): Log =>
  (act, chat, detail = '') =>
    note(caller, { act, subject: subjectOf(chat), detail });

/** Notes the first look of a session at a chat, whatever of it is asked for. */
async function look(parts: DeskParts, caller: Caller, chat: ChatRow): Promise<void> {
  const chats = parts.support.openedBy(callingOperator(caller).sessionKey);
  if (chats.has(chat.chat_id)) {
    markNoted(caller);
    return;
  }
  await logOf(parts, caller)('desk/get-chat', chat);
  chats.add(chat.chat_id);
}

function readingHandlers(parts: DeskParts) {
  const { support } = parts;
  const { chats, line } = support;
  return {
    'desk/get-inbox': async ({ count, ...asked }, caller) => {
      const { name: own, sessionKey } = callingOperator(caller);
      const channel = support.inboxChannel(sessionKey);
      const [rows, counts] = await Promise.all([line.list({ ...asked, own, count }), line.counts()]);
      return {
        list: rows.slice(0, count).map(inboxRowOf),
        hasMore: rows.length > count,
        counts,
        isTaking: support.isPresent(own),
        present: [...support.present()],
        channel,
      };
    },
    'desk/set-presence': async ({ isTaking }, caller) => {
      const { name } = callingOperator(caller);
      const wasTaking = support.isPresent(name);
      // Set before the entry is written, so that a session which ends meanwhile, or a failure, can
      // undo it.
      support.setPresence(name, isTaking);
      // The page says it again and again, which is no entry.
      if (wasTaking === isTaking) markNoted(caller);
      else
        try {
          await parts.note(caller, {
            act: 'desk/set-presence',
            subject: '',
            detail: isTaking ? 'on' : 'off',
          });
        } catch (error) {
          support.setPresence(name, wasTaking);
          throw error;
        }
      return undefined;
    },
    'desk/get-chat': getChat(parts),
    'desk/get-person': async ({ chat: chatId }, caller) => {
      const chat = await chats.find(chatId);
      if (chat === undefined) return UNKNOWN;
      if (chat.user_id === null) return NOT_FOUND;
      await logOf(parts, caller)('desk/get-person', chat);
      return (await parts.personOf(chat.user_id, caller.language)) ?? NOT_FOUND;
    },
    'desk/get-email': async ({ chat: chatId }, caller) => {
      const chat = await chats.find(chatId);
      if (chat === undefined) return UNKNOWN;
      await logOf(parts, caller)('desk/get-email', chat);
      const email = chat.user_id === null ? chat.email : await parts.emailOf(chat.user_id);
      return email === null ? NOT_FOUND : { email };
    },
    'desk/get-picture': async ({ chat: chatId, picture }, caller) => {
      const chat = await chats.find(chatId);
      if (chat === undefined) return UNKNOWN;
      await look(parts, caller, chat);
      return support.pictures.read(chatId, { picture, by: callingOperator(caller).name, isOperator: true });
    },
    'desk/type': async ({ chat: chatId }) => {
      const chat = await chats.find(chatId);
      if (chat === undefined) return UNKNOWN;
      if (chat.state !== CHAT_STATE.closed) support.type(chat, 'operator');
      return undefined;
    },
  } satisfies Partial<FeatureHandlers<'desk'>>;
}

function getChat(parts: DeskParts): Handler<'desk/get-chat'> {
  const { support } = parts;
  const { chats } = support;
  return async ({ chat: chatId, after }, caller) => {
    const chat = await chats.find(chatId);
    if (chat === undefined) return UNKNOWN;
    await look(parts, caller, chat);
    const found = await chats.messages(chatId, { after, limit: MESSAGES_PAGE, isForOperators: true });
    const messages = found.slice(0, MESSAGES_PAGE);
    // Somebody who only looks at the chat of a colleague leaves it unread.
    const isOwn = chat.operator === '' || chat.operator === callingOperator(caller).name;
    const last = messages.at(-1)?.id ?? chat.read_by_operator;
    if (isOwn && (await chats.readByOperator(chat, last))) support.changed(chat);
    return {
      ...inboxRowOf(chat),
      begunTime: chat.begun_ms,
      page: chat.page,
      hasEmail: hasEmail(chat),
      readByVisitor: chat.read_by_visitor,
      isVisitorHere: support.isVisitorHere(chat),
      isTyping: support.isTyping(chat, 'visitor'),
      messages,
      hasMore: found.length > messages.length,
    };
  };
}

/** The chat, if it is not closed. */
async function findOpen({ support }: DeskParts, chatId: number): Promise<ChatRow | Refusal> {
  const chat = await support.chats.find(chatId);
  if (chat === undefined) return UNKNOWN;
  return chat.state === CHAT_STATE.closed ? CLOSED : chat;
}

/** An operator who answers takes the chat, also from another one. */
async function takeChat({ support }: DeskParts, chat: ChatRow, operator: string): Promise<ChatRow> {
  const { chats } = support;
  if (!(await chats.take(chat.chat_id, operator))) return chat;
  await chats.addEvent(chat.chat_id, 'taken', operator);
  const taken = (await chats.find(chat.chat_id)) ?? chat;
  support.changed(taken);
  return taken;
}

async function addEventMessage(
  { support }: DeskParts,
  chat: ChatRow,
  { event, operator }: { readonly event: ChatEvent; readonly operator: string },
): Promise<void> {
  const added = await support.chats.addEvent(chat.chat_id, event, operator);
  support.changed(chat, typeof added === 'number' ? added : undefined);
}

function answeringHandlers(parts: DeskParts) {
  const { support } = parts;
  const { chats } = support;
  return {
    'desk/freeze-person': async ({ chat: chatId }, caller) => {
      const chat = await findOpen(parts, chatId);
      if (isRefusal(chat)) return chat;
      if (chat.user_id === null) return NOT_FOUND;
      await logOf(parts, caller)('desk/freeze-person', chat);
      const done = await parts.freeze(chat.user_id);
      if (isRefusal(done)) return done;
      if (done === 'was-frozen') return undefined;
      await addEventMessage(parts, chat, { event: 'frozen', operator: callingOperator(caller).name });
      return undefined;
    },
    'desk/take': async ({ chat: chatId }, caller) => {
      const chat = await findOpen(parts, chatId);
      if (isRefusal(chat)) return chat;
      await logOf(parts, caller)('desk/take', chat);
      await takeChat(parts, chat, callingOperator(caller).name);
      return undefined;
    },
    'desk/hand-over': async ({ chat: chatId, to }, caller) => {
      const chat = await findOpen(parts, chatId);
      if (isRefusal(chat)) return chat;
      if (to !== '' && !(await parts.answering()).includes(to)) return { ...NOT_FOUND, field: 'to' };
      await logOf(parts, caller)('desk/hand-over', chat, to);
      if (to === '') await chats.release(chatId);
      else await chats.take(chatId, to);
      await addEventMessage(parts, chat, { event: to === '' ? 'released' : 'handed-over', operator: to });
      return undefined;
    },
    'desk/reply': async ({ chat: chatId, text, isNote, messageKey }, caller) => {
      const chat = await findOpen(parts, chatId);
      if (isRefusal(chat)) return chat;
      const { name } = callingOperator(caller);
      await logOf(parts, caller)('desk/reply', chat, isNote ? 'note' : '');
      const own = isNote ? chat : await takeChat(parts, chat, name);
      const sender = isNote ? 'note' : 'operator';
      const added = await support.say(own, { sender, operator: name, text, key: messageKey });
      return isRefusal(added) ? added : { id: added };
    },
    'desk/reply-picture': async ({ chat: chatId }, caller) => {
      const chat = await findOpen(parts, chatId);
      if (isRefusal(chat)) return chat;
      const { name } = callingOperator(caller);
      await logOf(parts, caller)('desk/reply-picture', chat);
      const own = await takeChat(parts, chat, name);
      const message = { sender: 'operator', operator: name } as const;
      const added = await support.sayPicture(own, message, { upload: caller.upload, by: name });
      return isRefusal(added) ? added : { id: added };
    },
    'desk/close': async ({ chat: chatId }, caller) => {
      const chat = await chats.find(chatId);
      if (chat === undefined) return UNKNOWN;
      await logOf(parts, caller)('desk/close', chat);
      await support.close(chat, 'closed', callingOperator(caller).name);
      return undefined;
    },
  } satisfies Partial<FeatureHandlers<'desk'>>;
}

function cannedHandlers({ support: { canned }, note }: DeskParts) {
  return {
    'desk/get-canned': async () =>
      (await canned.list()).map(({ canned_id: id, title, text_en: en, text_zh: zh }) => ({
        id,
        title,
        en,
        zh,
      })),
    'desk/save-canned': async ({ id, title, en, zh }, caller) => {
      const subject = id === 0 ? 'a new prepared reply' : `prepared reply ${id}`;
      await note(caller, { act: 'desk/save-canned', subject, detail: title });
      const isDone = await canned.save(id, { title, text_en: en, text_zh: zh });
      return isDone ? undefined : { ...NOT_FOUND, field: 'id' };
    },
  } satisfies Partial<FeatureHandlers<'desk'>>;
}

/** The office words it in the reader's language (`office/audit-words.ts`). */
const subjectOf = ({ chat_id: chat, user_id: user }: ChatRow): string =>
  `chat ${chatNumber(chat)} of ${user === null ? 'a visitor' : `user ${user}`}`;

const inboxRowOf = (chat: ChatRow): InboxRow => ({
  chat: chat.chat_id,
  state: stateOf(chat),
  topic: chat.topic as SupportTopic,
  userId: chat.user_id ?? 0,
  language: chat.language === 'zh' ? 'zh' : 'en',
  operator: chat.operator,
  lastText: chat.last_text,
  lastFrom: chat.last_from,
  lastTime: chat.changed_ms,
  waitsSince: chat.waits_ms,
  unread: chat.unread,
  isUrgent: chat.is_urgent,
});
