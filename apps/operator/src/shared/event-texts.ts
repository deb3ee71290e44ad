/** The names of the texts that tell what happened to a chat; both pages have them. */
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
} as const satisfies Readonly<Record<ChatEvent, string>>;

type EventText = (typeof EVENT_TEXTS)[ChatEvent] | 'endedByCustomer';

/** Of a message from 'event'. One that this version does not know began something. */
export function eventText({ text, operator }: Pick<ChatMessage, 'text' | 'operator'>): EventText {
  const event = CHAT_EVENTS.find((each) => each === text);
  if (event === 'closed' && operator === '') return 'endedByCustomer';
  return event === undefined ? 'begun' : EVENT_TEXTS[event];
}
