/**
 * The support chat, as visitors see it. A chat has a key: who has it reads and writes the chat, and
 * hears its channel of the stream. Chats of users also need their session.
 */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import { blankIsAbsent, email, noData, nothing, timeMs, whole, wholeOr } from '../../fields.ts';
import { PHOTO_BYTES_MAX } from '../../photos.ts';
import { CHAT_STATES, message, messageText, picture, SUPPORT_TOPICS } from './shapes.ts';

export { refusals } from './refusals.ts';
export * from './shapes.ts';

/** '<number>-<mac>', where only the server can make the second part. */
const chatKey = z.string().regex(/^\d{1,15}-[\w-]{22}$/, 'not a chat');
const chat = { chat: chatKey };
/** Chosen by the sender: the same one again adds nothing. */
const messageKey = z.string().regex(/^[\w-]{1,64}$/, 'not a key');

const desk = z.object({
  /** Whether somebody takes chats now. Otherwise the answer comes by mail. */
  isOpen: z.boolean(),
  /** When the next hours begin; null while they last, or if none are set. */
  opensTime: timeMs.nullable(),
  /** Chats that wait. */
  waiting: z.number().int(),
  /** The key of the signed-in user's open chat; empty without one. */
  chat: z.string(),
});
export type SupportDesk = z.output<typeof desk>;

const chatView = z.object({
  /** What visitors name it by, such as in a mail. */
  number: z.number().int(),
  state: z.enum(CHAT_STATES),
  /** Whether an address for answers by mail is known. */
  hasEmail: z.boolean(),
  /** Who answers, by the name that visitors are shown; empty while nobody does. */
  operator: z.string(),
  /** How many chats are before it, plus one; 0 unless it waits. */
  place: z.number().int(),
  /** The last message that an operator has read. */
  readByOperator: z.number().int(),
  /** Whether the operator types now. */
  isTyping: z.boolean(),
  /** Messages after `after`, oldest first. */
  messages: z.array(message),
  /** Whether more follow. */
  hasMore: z.boolean(),
});
export type ChatView = z.output<typeof chatView>;

const getDesk = defineCall({
  name: 'support/get-desk',
  path: '/support/getDesk',
  access: 'visitor',
  summary: 'Whether somebody takes chats now, and which chat of the user is open',
  input: nothing,
  data: desk,
});
const openChat = defineCall({
  name: 'support/open-chat',
  grows: 'chat',
  path: '/support/openChat',
  access: 'visitor',
  refusals: ['support/email-missing', 'support/full', 'request/too-many'],
  summary: 'Begins a chat with its first message; where nobody is there, the answer comes by mail',
  input: z.object({
    topic: z.enum(SUPPORT_TOPICS),
    text: messageText,
    /** Of a visitor: where the answer goes if they leave. Users have theirs. */
    email: blankIsAbsent(email.optional()),
    /** The path of the page where it began. */
    page: z
      .string()
      .max(200)
      .regex(/^\/(?:[\w-]+(?:\/[\w-]+)*)?$/, 'not a path')
      .default('/'),
    /**
     * Chosen by the sender: the same one again begins nothing, and returns the chat. It opens the
     * chat of a visitor, so it has to be random.
     */
    messageKey: blankIsAbsent(
      z
        .string()
        .regex(/^[\w-]{22,64}$/, 'not a random key')
        .optional(),
    ),
  }),
  data: z.object({ ...chat, state: z.enum(CHAT_STATES), number: z.number().int() }),
});
const getMessages = defineCall({
  name: 'support/get-messages',
  path: '/support/getMessages',
  access: 'visitor',
  refusals: ['support/chat-unknown'],
  summary: 'The state of a chat and its messages after one; marks what its reader sees read',
  input: z.object({
    ...chat,
    after: wholeOr(0, 0, Number.MAX_SAFE_INTEGER),
    /** Whether the reader sees the chat now: 0 marks nothing read. */
    isSeen: wholeOr(1, 0, 1),
  }),
  data: chatView,
});
const send = defineCall({
  name: 'support/send',
  grows: 'chat',
  path: '/support/send',
  access: 'visitor',
  refusals: ['support/chat-unknown', 'support/chat-closed', 'support/messages-full', 'request/too-many'],
  summary: 'Adds a message to a chat',
  input: z.object({
    ...chat,
    text: messageText,
    messageKey,
  }),
  data: z.object({ id: z.number().int() }),
});
const sendPicture = defineCall({
  name: 'support/send-picture',
  grows: 'files',
  path: '/support/sendPicture',
  access: 'visitor',
  uploadBytesMax: PHOTO_BYTES_MAX,
  refusals: [
    'support/chat-unknown',
    'support/chat-closed',
    'support/messages-full',
    'support/pictures-full',
    'support/pictures-no-room',
    'request/too-many',
    'kyc/photo-type',
    'kyc/photo-small',
    'kyc/photo-unreadable',
    'kyc/photo-pixels',
  ],
  summary: 'Adds a picture (JPEG, PNG or WebP) to a chat, as the body',
  input: z.object({ ...chat, messageKey: blankIsAbsent(messageKey.optional()) }),
  data: z.object({ id: z.number().int() }),
});
const getPicture = defineCall({
  name: 'support/get-picture',
  path: '/support/getPicture',
  access: 'visitor',
  refusals: ['support/chat-unknown', 'request/not-found'],
  summary: 'A picture of a chat',
  input: z.object({ ...chat, picture: whole(1, Number.MAX_SAFE_INTEGER) }),
  data: picture,
});
const type = defineCall({
  name: 'support/type',
  path: '/support/type',
  access: 'visitor',
  refusals: ['support/chat-unknown'],
  summary: 'Says that the visitor is typing; valid for a few seconds',
  input: z.object(chat),
  data: noData,
});
const close = defineCall({
  name: 'support/close',
  path: '/support/close',
  access: 'visitor',
  refusals: ['support/chat-unknown'],
  summary: 'Ends a chat',
  input: z.object(chat),
  data: noData,
});

export const calls = [getDesk, openChat, getMessages, send, sendPicture, getPicture, type, close] as const;
export const chapter: Chapter = {
  title: { en: 'Support chat', zh: '客服会话' },
};
