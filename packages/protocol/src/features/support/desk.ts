/** The support chat, as operators see it. Each look at a customer is in the log of operators. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import { flag, noData, nothing, timeMs, whole, wholeOr } from '../../fields.ts';
import { PHOTO_BYTES_MAX } from '../../photos.ts';
import { OPERATOR_NAME } from '../../operator-roles.ts';
import {
  CHAT_STATES,
  INBOX_MAX,
  INBOX_PAGE,
  message,
  messageText,
  picture,
  SUPPORT_TOPICS,
} from './shapes.ts';

const permission = 'chats/act';
const chat = { chat: whole(1, Number.MAX_SAFE_INTEGER) };
const chatRefusals = ['support/chat-unknown'] as const;
const openChatRefusals = [...chatRefusals, 'support/chat-closed'] as const;

const inboxRow = z.object({
  chat: z.number().int(),
  state: z.enum(CHAT_STATES),
  topic: z.enum(SUPPORT_TOPICS),
  /** 0 for a visitor. */
  userId: z.number().int(),
  language: z.enum(['en', 'zh']),
  operator: z.string(),
  /** The beginning of the last message; empty for a picture. */
  lastText: z.string(),
  lastFrom: z.enum(['visitor', 'operator', 'note', 'event']),
  lastTime: timeMs,
  /** When the first message came that no operator has answered; null if there is none. */
  waitsSince: timeMs.nullable(),
  /** Messages of the visitor that no operator has read. */
  unread: z.number().int(),
  /** Whether its words suggest that money or an account is in danger. */
  isUrgent: z.boolean(),
});
export type InboxRow = z.output<typeof inboxRow>;

const getInbox = defineOperatorCall({
  name: 'desk/get-inbox',
  path: '/desk/getInbox',
  permission,
  isLogged: false,
  summary: 'The chats of one state, own ones first, and how many there are of each',
  input: z.object({
    list: z.enum(['open', 'mail', 'closed']).default('open'),
    /**
     * A chat number or user id. If given, chats of any state are searched; otherwise all of `list`.
     */
    find: z.union([z.literal(''), z.string().regex(/^\d{1,15}$/, 'not a number')]).default(''),
    /** The largest number of chats in the reply. */
    count: wholeOr(INBOX_PAGE, 1, INBOX_MAX),
  }),
  data: z.object({
    list: z.array(inboxRow),
    /** Whether there are more than were asked for. */
    hasMore: z.boolean(),
    /** Chats by state. `mail`: to be answered by mail. `waiting`: unanswered ones that are open. */
    counts: z.object({ open: z.number().int(), mail: z.number().int(), waiting: z.number().int() }),
    /** Whether this operator takes chats. */
    isTaking: z.boolean(),
    /** Operators who take chats now. */
    present: z.array(z.string()),
    /** The channel of the stream that says when something changed. */
    channel: z.string(),
  }),
});
const setPresence = defineOperatorCall({
  name: 'desk/set-presence',
  path: '/desk/setPresence',
  permission,
  isLogged: true,
  summary: 'Says whether this operator takes chats; valid for 90 seconds, then said again',
  input: z.object({ isTaking: flag }),
  data: noData,
});
const getChat = defineOperatorCall({
  name: 'desk/get-chat',
  grows: 'office',
  path: '/desk/getChat',
  permission,
  isLogged: true,
  refusals: chatRefusals,
  summary: 'A chat and its messages after the given id; marks them read',
  input: z.object({ ...chat, after: wholeOr(0, 0, Number.MAX_SAFE_INTEGER) }),
  data: inboxRow.extend({
    begunTime: timeMs,
    /** The path of the page where it began. */
    page: z.string(),
    /** Whether an address for answers by mail is known. */
    hasEmail: z.boolean(),
    /** The last message that the visitor has read. */
    readByVisitor: z.number().int(),
    isVisitorHere: z.boolean(),
    isTyping: z.boolean(),
    messages: z.array(message),
    hasMore: z.boolean(),
  }),
});
const getPerson = defineOperatorCall({
  name: 'desk/get-person',
  grows: 'office',
  path: '/desk/getPerson',
  permission,
  isLogged: true,
  refusals: [...chatRefusals, 'request/not-found'],
  summary: 'What an operator may see of the user of a chat; the look is logged',
  input: z.object(chat),
  data: z.object({
    userId: z.number().int(),
    maskedEmail: z.string(),
    kycState: z.number().int(),
    sinceTime: timeMs,
    hasGoogle: z.boolean(),
    isFrozen: z.boolean(),
    /** Until when withdrawals are held; null: they are not. */
    heldUntil: timeMs.nullable(),
    /** The last postings, newest first. */
    postings: z.array(z.object({ time: timeMs, reason: z.string(), asset: z.string(), amount: z.string() })),
  }),
});
const getEmail = defineOperatorCall({
  name: 'desk/get-email',
  grows: 'office',
  path: '/desk/getEmail',
  permission,
  isLogged: true,
  refusals: [...chatRefusals, 'request/not-found'],
  summary: 'The whole e-mail address of a chat; the look is logged',
  input: z.object(chat),
  data: z.object({ email: z.string() }),
});
const freezePerson = defineOperatorCall({
  name: 'desk/freeze-person',
  path: '/desk/freezePerson',
  permission,
  isLogged: true,
  refusals: [...openChatRefusals, 'request/not-found'],
  summary: 'Freezes the account of the user of a chat, as they could; only they can undo it',
  input: z.object(chat),
  data: noData,
});
const take = defineOperatorCall({
  name: 'desk/take',
  grows: 'office',
  path: '/desk/take',
  permission,
  isLogged: true,
  refusals: openChatRefusals,
  summary: 'Takes a chat, also from another operator',
  input: z.object(chat),
  data: noData,
});
const handOver = defineOperatorCall({
  name: 'desk/hand-over',
  grows: 'office',
  path: '/desk/handOver',
  permission,
  isLogged: true,
  refusals: [...openChatRefusals, 'request/not-found'],
  summary: 'Gives a chat to another operator, or back to those that wait',
  input: z.object({
    ...chat,
    /** Empty: whoever takes it. */
    to: z.union([z.literal(''), z.string().regex(OPERATOR_NAME, 'not an operator')]).default(''),
  }),
  data: noData,
});
const reply = defineOperatorCall({
  name: 'desk/reply',
  grows: 'office',
  path: '/desk/reply',
  permission,
  isLogged: true,
  refusals: [...openChatRefusals, 'support/messages-full'],
  summary: 'Answers, or writes a note that only operators see; takes a chat that waits',
  input: z.object({
    ...chat,
    text: messageText,
    isNote: flag.default(false),
    messageKey: z.string().regex(/^[\w-]{1,64}$/, 'not a key'),
  }),
  data: z.object({ id: z.number().int() }),
});
const replyPicture = defineOperatorCall({
  name: 'desk/reply-picture',
  grows: 'files',
  path: '/desk/replyPicture',
  permission,
  isLogged: true,
  uploadBytesMax: PHOTO_BYTES_MAX,
  refusals: [
    ...openChatRefusals,
    'support/messages-full',
    'support/pictures-full',
    'kyc/photo-type',
    'kyc/photo-small',
    'kyc/photo-unreadable',
    'kyc/photo-pixels',
  ],
  summary: 'Answers with a picture, as the body',
  input: z.object(chat),
  data: z.object({ id: z.number().int() }),
});
const getPicture = defineOperatorCall({
  name: 'desk/get-picture',
  grows: 'office',
  path: '/desk/getPicture',
  permission,
  isLogged: true,
  refusals: [...chatRefusals, 'request/not-found'],
  summary: 'A picture of a chat',
  input: z.object({ ...chat, picture: whole(1, Number.MAX_SAFE_INTEGER) }),
  data: picture,
});
const type = defineOperatorCall({
  name: 'desk/type',
  path: '/desk/type',
  permission,
  isLogged: false,
  refusals: chatRefusals,
  summary: 'Says that the operator is typing; valid for a few seconds',
  input: z.object(chat),
  data: noData,
});
const close = defineOperatorCall({
  name: 'desk/close',
  path: '/desk/close',
  permission,
  isLogged: true,
  refusals: chatRefusals,
  summary: 'Ends a chat',
  input: z.object(chat),
  data: noData,
});
const canned = z.object({ id: z.number().int(), title: z.string(), en: z.string(), zh: z.string() });
export type CannedReply = z.output<typeof canned>;
const getCanned = defineOperatorCall({
  name: 'desk/get-canned',
  path: '/desk/getCanned',
  permission,
  isLogged: false,
  summary: 'The prepared replies, by title',
  input: nothing,
  data: z.array(canned),
});
const saveCanned = defineOperatorCall({
  name: 'desk/save-canned',
  grows: 'office',
  path: '/desk/saveCanned',
  permission: 'replies/act',
  isLogged: true,
  refusals: ['request/not-found'],
  summary: 'Adds a prepared reply, changes one, or removes one whose texts are empty',
  input: z.object({
    /** 0 adds one. */
    id: wholeOr(0, 0, Number.MAX_SAFE_INTEGER),
    title: z.string().trim().min(1).max(80),
    en: z.string().trim().max(2_000).default(''),
    zh: z.string().trim().max(2_000).default(''),
  }),
  data: noData,
});

export const calls = [
  getInbox,
  setPresence,
  getChat,
  getPerson,
  getEmail,
  freezePerson,
  take,
  handOver,
  reply,
  replyPicture,
  getPicture,
  type,
  close,
  getCanned,
  saveCanned,
] as const;
/** Empty: the calls answer with refusals of other features. */
export const refusals = {};
