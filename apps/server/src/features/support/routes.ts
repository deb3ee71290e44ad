/** The chat's calls for visitors. */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { MESSAGES_PAGE, type ChatMessage } from '@glasshouse/protocol/support';
import type { Caller, FeatureHandlers, Handler } from '../../http/handler.ts';
import type { RateLimits } from '../../http/limits.ts';
import type { UploadGates } from '../../http/uploads.ts';
import { defineText } from '@glasshouse/texts';
import { areaOf, networkOf } from '../../values/network.ts';
import type { ChatRow } from './chats.ts';
import { hasEmail, stateOf, type Support } from './service.ts';
import { CHAT_STATE } from './tables.ts';

export interface VisitorParts {
  readonly support: Support;
  readonly limits: RateLimits;
  /** The name of an operator that customers read; null without one. */
  readonly shownNameOf: (operator: string) => Promise<string | null>;
}

/** Shown instead of an operator's name if there is none that customers may see. */
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
    'support/send-picture': async ({ chat: key, messageKey }, caller) => {
      const chat = await findToWrite(parts, key, caller);
      if (isRefusal(chat)) return chat;
      const sent = { upload: caller.upload, by: senderOf(caller) };
      const added = await support.sayPicture(chat, { sender: 'visitor', key: messageKey }, sent);
      return isRefusal(added) ? added : { id: added };
    },
    'support/get-picture': async ({ chat: key, picture }, caller) => {
      const chat = await find(parts, key, caller);
      if (isRefusal(chat)) return chat;
      const sender = senderOf(caller);
      if (!(await parts.limits.take('chat-look', sender))) return parts.limits.tooMany('chat-look', sender);
      return support.pictures.read(chat.chat_id, { picture, by: sender, isOperator: false });
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

/**
 * The key under which a caller's requests are limited and pictures are queued: the user, or a
 * visitor's network.
 */
const senderOf = ({ userId, ip }: Caller): string => (userId === 0 ? networkOf(ip) : `user ${userId}`);

/**
 * The chat of a key. A user's chat is found only for that user, even if somebody else has its key.
 */
async function find({ support }: VisitorParts, key: string, { userId }: Caller): Promise<ChatRow | Refusal> {
  const chatId = support.chatOf(key);
  const chat = chatId === null ? undefined : await support.chats.find(chatId);
  return chat !== undefined && (chat.user_id === null || chat.user_id === userId) ? chat : UNKNOWN;
}

/** The chat of a key, if its limits allow one more message; otherwise the refusal. */
async function findToWrite(parts: VisitorParts, key: string, caller: Caller): Promise<ChatRow | Refusal> {
  const { limits } = parts;
  const chat = await find(parts, key, caller);
  if (isRefusal(chat)) return chat;
  const number = String(chat.chat_id);
  if (!(await limits.take('chat-words', number))) return limits.tooMany('chat-words', number);
  if (caller.userId !== 0) return chat;
  return (await refuseVisitor(limits, 'chat-message', networkOf(caller.ip))) ?? chat;
}

/**
 * Counts a visitor's call against the limits of the network and of its area. Returns the refusal if
 * one is reached.
 */
async function refuseVisitor(
  limits: RateLimits,
  name: 'chat-open' | 'chat-message',
  network: string,
): Promise<Refusal | null> {
  if (!(await limits.take(name, network))) return limits.tooMany(name, network);
  const [ofArea, area] = [`${name}-of-area`, areaOf(network)] as const;
  return (await limits.take(ofArea, area)) ? null : limits.tooMany(ofArea, area);
}

function openChat({ support, limits }: VisitorParts): Handler<'support/open-chat'> {
  return async (input, caller) => {
    const { userId, language } = caller;
    const sender = senderOf(caller);
    if (userId === 0) {
      const refusal = await refuseVisitor(limits, 'chat-open', sender);
      if (refusal !== null) return refusal;
    } else if (!(await limits.take('chat-open', sender))) return limits.tooMany('chat-open', sender);
    const area = userId === 0 ? areaOf(sender) : '';
    const begun = await support.begin({ ...input, userId, language, area });
    if (isRefusal(begun)) return begun;
    return { chat: support.keyOf(begun.chat_id), state: stateOf(begun), number: begun.chat_id };
  };
}

function getMessages(parts: VisitorParts): Handler<'support/get-messages'> {
  const { support } = parts;
  const { chats } = support;
  return async ({ chat: key, after, isSeen }, caller) => {
    const chat = await find(parts, key, caller);
    if (isRefusal(chat)) return chat;
    const found = await chats.messages(chat.chat_id, { after, limit: MESSAGES_PAGE, isForOperators: false });
    const messages = found.slice(0, MESSAGES_PAGE);
    support.asked(chat);
    if (isSeen === 1) await markRead(parts, chat, { messages, after });
    const shown = async (operator: string) =>
      operator === '' ? '' : ((await parts.shownNameOf(operator)) ?? NAMELESS(caller.language));
    return {
      number: chat.chat_id,
      state: stateOf(chat),
      hasEmail: hasEmail(chat),
      operator: await shown(chat.operator),
      place: await support.line.placeOf(chat),
      readByOperator: chat.read_by_operator,
      isTyping: support.isTyping(chat, 'operator'),
      messages: await Promise.all(
        messages.map(async (each) => ({ ...each, operator: await shown(each.operator) })),
      ),
      hasMore: found.length > messages.length,
    };
  };
}

interface Seen {
  readonly messages: readonly ChatMessage[];
  /**
   * The id of the last message that the client has. It may have fetched that message without
   * showing it.
   */
  readonly after: number;
}

/** Marks these messages, and all before them, as read by the visitor. */
async function markRead({ support }: VisitorParts, chat: ChatRow, { messages, after }: Seen): Promise<void> {
  const last = messages.at(-1)?.id ?? Math.min(after, chat.last_message);
  const isNews =
    messages.length === 0 ||
    messages.some(({ from, id }) => from === 'operator' && id > chat.read_by_visitor);
  if (await support.chats.readByVisitor(chat, last)) if (isNews) support.changed(chat);
}

/** Matches the sender of an upload that is a user's id. Any other sender is a visitor's network. */
const USER_ID = /^\d+$/;

/**
 * What is checked before a picture's bytes are read: that the key belongs to a chat, and the
 * sender's quota.
 */
export function supportUploadGates({
  support,
  limits,
}: Pick<VisitorParts, 'support' | 'limits'>): UploadGates {
  return {
    'support/send-picture': {
      check: (query) => {
        const { chat } = query as { readonly chat?: unknown };
        return typeof chat === 'string' && support.chatOf(chat) !== null ? null : UNKNOWN;
      },
      take: async (sender) => {
        const key = `chat ${sender}`;
        if (!(await limits.take('upload', key))) return limits.tooMany('upload', key);
        if (USER_ID.test(sender)) return null;
        const area = areaOf(sender);
        const isLeft = await limits.take('chat-picture-of-area', area);
        return isLeft ? null : limits.tooMany('chat-picture-of-area', area);
      },
      giveBack: async (sender) => {
        await limits.giveBack('upload', `chat ${sender}`);
        if (!USER_ID.test(sender)) await limits.giveBack('chat-picture-of-area', areaOf(sender));
      },
    },
  };
}
