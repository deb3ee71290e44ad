/** What a chat can be about, and its sizes, for pages that load no shapes. */

export { PHOTO_BYTES_MAX } from '../../photos.ts';

export const SUPPORT_TOPICS = [
  'account',
  'deposit',
  'withdrawal',
  'trade',
  'contract',
  'products',
  'security',
  'other',
] as const;
export type SupportTopic = (typeof SUPPORT_TOPICS)[number];

/** Characters of a message. */
export const MESSAGE_LENGTH_MAX = 2_000;
/** Of one chat. */
export const PICTURES_MAX = 20;
export const MESSAGES_MAX = 1_000;
/** Chats that the inbox of operators shows at first, and at most. */
export const INBOX_PAGE = 50;
export const INBOX_MAX = 1_000;

/** How the number of a chat is written, wherever somebody reads it. */
export const chatNumber = (chat: number): string => `#${chat}`;

/** What the text of a message from 'event' can be. */
export const CHAT_EVENTS = [
  'begun',
  'taken',
  'handed-over',
  'released',
  /** Its user's account was frozen. */
  'frozen',
  /** By its operator; by its visitor where none is named. */
  'closed',
  'closed-unused',
  /** It held all messages that a chat can: its user went on in another one. */
  'closed-full',
  /** It gave its place to a visitor from an area with fewer questions. */
  'closed-crowded',
] as const;
export type ChatEvent = (typeof CHAT_EVENTS)[number];
