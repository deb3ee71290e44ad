/**
 * The text keys of a chat's events, which exist in the texts of both the chat and the back office.
 */
import type { ChatMessage } from '@glasshouse/protocol/support';
import { CHAT_EVENTS, type ChatEvent } from '@glasshouse/protocol/support/topics';

const EVENT_TEXTS = {
  begun: 'begun',
  taken: 'taken',
  'handed-over': 'handedOver',
  released: 'released',
  frozen: 'frozenEvent',
  closed: 'ended',
  'closed-unused': 'endedUnused',
  'closed-full': 'endedFull',
  'closed-crowded': 'endedCrowded',
} as const satisfies Readonly<Record<ChatEvent, string>>;

type EventText = (typeof EVENT_TEXTS)[ChatEvent] | 'endedByCustomer';

/**
 * The text key of a message whose author is 'event'. An unknown event is worded as the beginning of
 * the chat.
 */
export function eventText({ text, operator }: Pick<ChatMessage, 'text' | 'operator'>): EventText {
  const event = CHAT_EVENTS.find((each) => each === text);
  if (event === 'closed' && operator === '') return 'endedByCustomer';
  return event === undefined ? 'begun' : EVENT_TEXTS[event];
}
