/** The names of the texts that tell what happened to a chat; both pages have them. */
import { CHAT_EVENTS, type ChatEvent } from '@glasshouse/protocol/support/topics';

const EVENT_TEXTS = {
  begun: 'begun',
  taken: 'taken',
  'handed-over': 'handedOver',
  released: 'released',
  frozen: 'frozenEvent',
  closed: 'ended',
  'closed-unused': 'endedUnused',
} as const satisfies Readonly<Record<ChatEvent, string>>;

/** Of a message from 'event'. One that this version does not know began something. */
export function eventText(text: string): (typeof EVENT_TEXTS)[ChatEvent] {
  const event = CHAT_EVENTS.find((each) => each === text);
  return event === undefined ? 'begun' : EVENT_TEXTS[event];
}
