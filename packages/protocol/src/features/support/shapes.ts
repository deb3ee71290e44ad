/** What visitors and operators see of a chat alike. */
import * as z from 'zod';
import { timeMs } from '../../fields.ts';
import { MESSAGE_LENGTH_MAX } from './topics.ts';

export * from './topics.ts';

/** Messages that one call returns. */
export const MESSAGES_PAGE = 100;

/** Control characters other than line ends, and what turns the direction of the text after it. */
const UNSEEN = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu;

export const messageText = z
  .string()
  .overwrite((text) => text.replaceAll(UNSEEN, ''))
  .trim()
  .regex(/[^\p{C}\p{Z}]/u, 'is empty')
  .max(MESSAGE_LENGTH_MAX);

/**
 * 'waiting': for an operator to take it. 'taken': an operator answers. 'mail': nobody was there, so
 * the answer goes by mail. 'closed': ended by either side, or unused for a day.
 */
export const CHAT_STATES = ['waiting', 'taken', 'mail', 'closed'] as const;
export type ChatState = (typeof CHAT_STATES)[number];

export const message = z.object({
  /** Rises within a chat. */
  id: z.number().int(),
  time: timeMs,
  /** 'note': only operators see it. 'event': `text` names what happened. */
  from: z.enum(['visitor', 'operator', 'note', 'event']),
  /** The operator's name, for visitors the one that they are shown; empty for others. */
  operator: z.string(),
  text: z.string(),
  /** The number of a picture of this chat; null without one. */
  picture: z.number().int().nullable(),
});
export type ChatMessage = z.output<typeof message>;

/** A picture, as a JPEG that the server has encoded itself. */
export const picture = z.object({
  jpegBase64: z.string(),
  width: z.number().int(),
  height: z.number().int(),
});
