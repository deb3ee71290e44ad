/** The chat's calls for visitors. */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { MESSAGES_PAGE } from '@glasshouse/protocol/support';
import type { Caller, FeatureHandlers, Handler } from '../../http/handler.ts';
import type { RateLimits } from '../../http/limits.ts';
import type { UploadGates } from '../../http/uploads.ts';
import { defineText } from '@glasshouse/texts';
import { networkOf } from '../../network.ts';
import type { ChatRow } from './chats.ts';
import { stateOf, type Support } from './service.ts';
import { CHAT_STATE } from './tables.ts';

export interface VisitorParts {
  readonly support: Support;
  readonly limits: RateLimits;
  /** The name of an operator that customers read; null without one. */
  readonly shownNameOf: (operator: string) => Promise<string | null>;
}

/** Answers where an operator has no name to be shown. */
const NAMELESS = defineText({ en: 'Customer service', zh: '客服' });

const UNKNOWN: Refusal = { error: 'support/chat-unknown', field: 'chat' };

export function supportHandlers(parts: VisitorParts): FeatureHandlers<'support'> {
  const { support } = parts;
  return {
    'support/get-desk': (_input, { userId }) => support.desk(userId),
    'support/open-chat': openChat(parts),
    'support/get-messages': getMessages(parts),
    'support/send': async ({ chat: key, text, messageKey }, caller) => {
      const chat = await findToWrite(parts, key, caller);
      if (isRefusal(chat)) return chat;
      const added = await support.say(chat, { sender: 'visitor', text, key: messageKey });
      return isRefusal(added) ? added : { id: added };
    },
    'support/send-picture': async ({ chat: key }, caller) => {
      const chat = await findToWrite(parts, key, caller);
      if (isRefusal(chat)) return chat;
      const sent = { upload: caller.upload, by: senderOf(caller) };
      const added = await support.sayPicture(chat, { sender: 'visitor' }, sent);
      return isRefusal(added) ? added : { id: added };
    },
    'support/get-picture': async ({ chat: key, picture }, caller) => {
      const chat = await find(parts, key, caller);
      if (isRefusal(chat)) return chat;
      const sender = senderOf(caller);
      if (!(await parts.limits.take('chat-look', sender))) return parts.limits.tooMany('chat-look', sender);
      return support.picture(chat.chat_id, { picture, by: sender });
    },
    'support/type': async ({ chat: key }, caller) => {
      const chat = await find(parts, key, caller);
      if (isRefusal(chat)) return chat;
      if (chat.state !== CHAT_STATE.closed) support.type(chat, 'visitor');
      return undefined;
    },
    'support/close': async ({ chat: key }, caller) => {
      const chat = await find(parts, key, caller);
      if (isRefusal(chat)) return chat;
      await support.close(chat, 'closed');
      return undefined;
    },
  };
}

/** Whose limits and turns are used: a user's, or those of a visitor's network. */
const senderOf = ({ userId, ip }: Caller): string => (userId === 0 ? networkOf(ip) : `user ${userId}`);

/** A chat of a user is nobody else's, whoever has its key. */
async function find({ support }: VisitorParts, key: string, { userId }: Caller): Promise<ChatRow | Refusal> {
  const chatId = support.chatOf(key);
  const chat = chatId === null ? undefined : await support.chats.find(chatId);
  return chat !== undefined && (chat.user_id === null || chat.user_id === userId) ? chat : UNKNOWN;
}

/** The chat, where its limits allow one message more. */
async function findToWrite(parts: VisitorParts, key: string, caller: Caller): Promise<ChatRow | Refusal> {
  const { limits } = parts;
  const chat = await find(parts, key, caller);
  if (isRefusal(chat)) return chat;
  const number = String(chat.chat_id);
  if (!(await limits.take('chat-words', number))) return limits.tooMany('chat-words', number);
  if (caller.userId !== 0) return chat;
  const network = networkOf(caller.ip);
  return (await limits.take('chat-message', network)) ? chat : limits.tooMany('chat-message', network);
}

function openChat({ support, limits }: VisitorParts): Handler<'support/open-chat'> {
  return async (input, caller) => {
    const { userId, language } = caller;
    const sender = senderOf(caller);
    if (!(await limits.take('chat-open', sender))) return limits.tooMany('chat-open', sender);
    const begun = await support.begin({ ...input, userId, language });
    if (isRefusal(begun)) return begun;
    return { chat: support.keyOf(begun.chat_id), state: stateOf(begun), number: begun.chat_id };
  };
}

function getMessages(parts: VisitorParts): Handler<'support/get-messages'> {
  const { support } = parts;
  const { chats } = support;
  return async ({ chat: key, after }, caller) => {
    const chat = await find(parts, key, caller);
    if (isRefusal(chat)) return chat;
    const found = await chats.messages(chat.chat_id, { after, limit: MESSAGES_PAGE, isForOperators: false });
    const messages = found.slice(0, MESSAGES_PAGE);
    const hasRead = messages.some(({ from, id }) => from === 'operator' && id > chat.read_by_visitor);
    await chats.readByVisitor(chat, messages.at(-1)?.id ?? 0);
    if (hasRead) support.changed(chat);
    const shown = async (operator: string) =>
      operator === '' ? '' : ((await parts.shownNameOf(operator)) ?? NAMELESS(caller.language));
    return {
      number: chat.chat_id,
      state: stateOf(chat),
      operator: await shown(chat.operator),
      place: await chats.placeOf(chat),
      readByOperator: chat.read_by_operator,
      isTyping: support.isTyping(chat, 'operator'),
      messages: await Promise.all(
        messages.map(async (each) => ({ ...each, operator: await shown(each.operator) })),
      ),
      hasMore: found.length > messages.length,
    };
  };
}

/** Before a picture is read: a chat that is there, and the sender's quota. */
export function supportUploadGates({
  support,
  limits,
}: Pick<VisitorParts, 'support' | 'limits'>): UploadGates {
  return {
    'support/send-picture': async (sender, query) => {
      const { chat } = query as { readonly chat?: unknown };
      if (typeof chat !== 'string' || support.chatOf(chat) === null) return UNKNOWN;
      const key = `chat ${sender}`;
      return (await limits.take('upload', key)) ? null : limits.tooMany('upload', key);
    },
  };
}
