/**
 * What visitors and operators do in chats, and who hears of it. The stream carries no words: a
 * frame says that a chat has changed, and the calls, which know who asks, tell what.
 */
import { timingSafeEqual, randomBytes } from 'node:crypto';
import type { Refusal } from '@glasshouse/protocol';
import {
  MESSAGES_MAX,
  PICTURES_MAX,
  type ChatEvent,
  type ChatState,
  type SupportDesk,
} from '@glasshouse/protocol/support';
import type { Database } from '../../db/database.ts';
import type { Language } from '../../http/handler.ts';
import { KeyedMutex } from '../../mutex.ts';
import { cleanPhoto } from '../../photos/photos.ts';
import { openPhoto, sealPhoto } from '../../photos/sealed-photos.ts';
import type { Secrets } from '../../secrets.ts';
import type { StreamHub } from '../../ws/hub.ts';
import { CannedReplies } from './canned.ts';
import { Chats, type ChatRow, type NewMessage } from './chats.ts';
import { FairPool } from '../../fair-pool.ts';
import { hoursAt, type Hours } from '../../opening-hours.ts';
import { CHAT_STATE } from './tables.ts';

/** An operator is there for this long after saying so. */
const PRESENCE_MS = 60_000;
const TYPING_MS = 5_000;
/** Chats of visitors that wait, also for mail; more come later. Users have one each. */
const WAITING_MAX = 2_000;
const UNUSED_MS = 86_400_000;
/** A visitor who has left no address and is not there reads no answer. */
const LEFT_MS = 3_600_000;
/** A question by mail that nobody has added to for this long is over. */
const MAIL_MS = 60 * 86_400_000;
/** Pictures of chats are shown small: enough to read a screen. */
const PICTURE_SIZE = { side: 1280, quality: 75 } as const;
/** Each is read as a whole: a queue of them must not keep others from the database. */
const PICTURES_AT_ONCE = 2;
const KEPT_MS = 180 * 86_400_000;
const PICTURE_KEY = 'support-picture';
const KEY_BYTES = 16;

export interface Answer {
  readonly chat: ChatRow;
  readonly text: string;
  /** Whether it is told: an answer is told of once until it is read. */
  readonly claim: () => Promise<boolean>;
}

interface NewQuestion {
  readonly userId: number;
  readonly language: Language;
  readonly topic: string;
  readonly text: string;
  readonly email?: string | undefined;
  readonly page: string;
}

/** Of the messages of a chat, those that tell what happened to it. */
const EVENTS_LEFT = 10;

export interface SupportParts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly hub: StreamHub;
  /** When somebody is meant to be there; null: always. */
  readonly hours: () => Hours | null;
  /** Tells somebody who is not there of an answer, by mail. */
  readonly tellAnswer: (answer: Answer) => Promise<void>;
  readonly now?: () => number;
}

export class Support {
  readonly chats: Chats;
  readonly canned: CannedReplies;
  readonly #parts: SupportParts;
  readonly #now: () => number;
  /** By operator: until when they count as there. */
  readonly #present = new Map<string, number>();
  /** By chat: until when its visitor, or its operator, counts as typing. */
  readonly #typing = { visitor: new Map<number, number>(), operator: new Map<number, number>() };
  /** By session of an operator: the key of its channel, which ends with the session. */
  readonly #inboxes = new Map<string, string>();
  readonly #work = new KeyedMutex();
  readonly #pictures = new FairPool(PICTURES_AT_ONCE);

  constructor(parts: SupportParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.chats = new Chats(parts.database, this.#now);
    this.canned = new CannedReplies(parts.database);
    parts.hub.registerChannel('chat', {
      accepts: (key) => this.chatOf(key) !== null,
      snapshot: () => null,
    });
    parts.hub.registerChannel('inbox', {
      accepts: (key) => [...this.#inboxes.values()].some((known) => sameText(key, known)),
      snapshot: () => null,
    });
  }

  /** The key of a chat: its number, which nobody can name without the mac. */
  keyOf(chatId: number): string {
    const mac = Buffer.from(this.#parts.secrets.mac('support-chat', String(chatId)), 'base64url');
    return `${chatId}-${mac.subarray(0, KEY_BYTES).toString('base64url')}`;
  }

  /** The number of a chat by its key; null if nobody was given that key. */
  chatOf(key: string): number | null {
    const chatId = Number(key.slice(0, key.indexOf('-')));
    return Number.isSafeInteger(chatId) && chatId > 0 && sameText(key, this.keyOf(chatId)) ? chatId : null;
  }

  /**
   * The channel that tells this session of an operator of changes. Call it before you wait for
   * anything: a session that has ended meanwhile must not get another one.
   */
  inboxChannel(sessionKey: string): string {
    const key = this.#inboxes.get(sessionKey) ?? randomBytes(KEY_BYTES).toString('base64url');
    this.#inboxes.set(sessionKey, key);
    return channelOfInbox(key);
  }

  /** The session tells no more. Its operator counts as there again once another one says so. */
  endSession({ sessionKey, name }: { readonly sessionKey: string; readonly name: string }): void {
    this.#inboxes.delete(sessionKey);
    this.setPresence(name, false);
  }

  setPresence(operator: string, isTaking: boolean): void {
    const wasTaking = this.isPresent(operator);
    if (isTaking) this.#present.set(operator, this.#now() + PRESENCE_MS);
    else this.#present.delete(operator);
    if (wasTaking !== isTaking) this.#tellInbox(0);
  }

  isPresent(operator: string): boolean {
    return (this.#present.get(operator) ?? 0) > this.#now();
  }

  present(): readonly string[] {
    return [...this.#present.keys()].filter((operator) => this.isPresent(operator)).toSorted();
  }

  /** Whether somebody takes chats now. */
  isOpen(): boolean {
    return this.#hours().isOpen && this.present().length > 0;
  }

  #hours() {
    return hoursAt(this.#parts.hours(), this.#now());
  }

  async desk(userId: number): Promise<SupportDesk> {
    const [own, { waiting }] = await Promise.all([
      userId === 0 ? undefined : this.chats.openOf(userId),
      this.chats.counts(),
    ]);
    const { isOpen, opensMs } = this.#hours();
    return {
      isOpen: this.isOpen(),
      opensTime: isOpen ? null : opensMs,
      waiting,
      chat: own === undefined ? '' : this.keyOf(own.chat_id),
    };
  }

  async begin(chat: NewQuestion): Promise<ChatRow | Refusal> {
    const { userId, text } = chat;
    const isOpen = this.isOpen();
    if (!isOpen && userId === 0 && chat.email === undefined)
      return { error: 'support/email-missing', field: 'email' };
    // A user has one chat at a time: what is begun twice goes on.
    const turn = userId === 0 ? randomBytes(8).toString('hex') : `user ${userId}`;
    return this.#work.run(turn, async () => {
      if (userId === 0 && (await this.chats.waitingVisitors()) >= WAITING_MAX)
        return { error: 'support/full' } as const;
      const isUrgent = soundsUrgent(text);
      const first = { sender: 'visitor', text, isUrgent } as const;
      const known = await this.#goOn(userId, isOpen);
      const isAdded = known !== null && typeof (await this.chats.add(known, first)) === 'number';
      // An open chat can be closed, or filled, before the message comes to it.
      const chatId = isAdded ? known : await this.#beginNew(chat, { isOpen, isUrgent });
      if (!isAdded) await this.chats.add(chatId, first);
      const row = await this.chats.find(chatId);
      if (row === undefined) throw new Error(`chat ${chatId} is not there`);
      this.changed(row);
      return row;
    });
  }

  async #beginNew(chat: NewQuestion, { isOpen, isUrgent }: { isOpen: boolean; isUrgent: boolean }) {
    const { userId, topic, language, page, email = null } = chat;
    const chatId = await this.chats.begin({
      userId: userId === 0 ? null : userId,
      topic,
      language,
      page,
      email,
      state: isOpen ? CHAT_STATE.waiting : CHAT_STATE.mail,
      isUrgent,
    });
    await this.chats.addEvent(chatId, 'begun');
    return chatId;
  }

  /** The user's open chat, if it can take more; one by mail becomes one that waits. */
  async #goOn(userId: number, isOpen: boolean): Promise<number | null> {
    const known = userId === 0 ? undefined : await this.chats.openOf(userId);
    if (known === undefined) return null;
    if (known.message_count >= MESSAGES_MAX - EVENTS_LEFT) {
      await this.close(known, 'closed');
      return null;
    }
    if (isOpen && known.state === CHAT_STATE.mail) await this.chats.wait(known.chat_id);
    return known.chat_id;
  }

  /** Adds a message, or says why it cannot be. */
  async say(chat: ChatRow, message: NewMessage): Promise<number | Refusal> {
    const isUrgent = message.sender === 'visitor' && soundsUrgent(message.text);
    const added = await this.chats.add(chat.chat_id, { ...message, isUrgent });
    if (added === 'closed') return { error: 'support/chat-closed' };
    if (added === 'full') return { error: 'support/messages-full' };
    if (message.sender === 'visitor') this.#typing.visitor.delete(chat.chat_id);
    if (message.sender === 'operator') {
      this.#typing.operator.delete(chat.chat_id);
      await this.#tellAbsent(chat, message.text, added);
    }
    this.changed(chat, added);
    return added;
  }

  async #tellAbsent(chat: ChatRow, text: string, message: number): Promise<void> {
    if (chat.state !== CHAT_STATE.mail && this.isVisitorHere(chat)) return;
    const claim = () => this.chats.claimMail(chat, message);
    await this.#parts.tellAnswer({ chat, text, claim });
  }

  async sayPicture(
    chat: ChatRow,
    message: Pick<NewMessage, 'sender' | 'operator'>,
    { upload, by }: { readonly upload: Uint8Array | null; readonly by: string },
  ): Promise<number | Refusal> {
    if (upload === null) return { error: 'kyc/photo-type', field: 'body' };
    if (chat.state === CHAT_STATE.closed) return { error: 'support/chat-closed' };
    const photo = await cleanPhoto(upload, { sender: by, size: PICTURE_SIZE });
    if ('error' in photo) return photo;
    const picture = await this.chats.takePicture(chat.chat_id, PICTURES_MAX);
    if (picture === null) return { error: 'support/pictures-full', params: { count: String(PICTURES_MAX) } };
    const { jpeg, width, height } = photo;
    await this.#parts.database.kysely
      .insertInto('support_pictures')
      .values({
        chat_id: chat.chat_id,
        picture,
        width,
        height,
        ...sealPhoto(this.#parts.secrets, nameOf(chat.chat_id, picture), jpeg),
      })
      .execute();
    return this.say(chat, { ...message, text: '', picture });
  }

  /** `by`: whose turn it uses. */
  picture(chatId: number, { picture, by }: { readonly picture: number; readonly by: string }) {
    return this.#pictures.run(by, () => this.#readPicture(chatId, picture));
  }

  async #readPicture(chatId: number, picture: number) {
    const row = await this.#parts.database.reads
      .selectFrom('support_pictures')
      .selectAll()
      .where('chat_id', '=', chatId)
      .where('picture', '=', picture)
      .executeTakeFirst();
    if (row === undefined) return { error: 'request/not-found', field: 'picture' } as const;
    const jpeg = openPhoto(this.#parts.secrets, nameOf(chatId, picture), row);
    return { jpegBase64: jpeg.toString('base64'), width: row.width, height: row.height };
  }

  async close(chat: ChatRow, event: ChatEvent, operator = ''): Promise<void> {
    if (!(await this.chats.close(chat.chat_id))) return;
    const added = await this.chats.addEvent(chat.chat_id, event, operator);
    this.changed(chat, typeof added === 'number' ? added : undefined);
  }

  type(chat: ChatRow, who: 'visitor' | 'operator'): void {
    const wasTyping = this.isTyping(chat, who);
    this.#typing[who].set(chat.chat_id, this.#now() + TYPING_MS);
    // Said again, it is no news to the other side.
    if (!wasTyping || who === 'operator') this.changed(chat);
  }

  isTyping(chat: ChatRow, who: 'visitor' | 'operator'): boolean {
    return (this.#typing[who].get(chat.chat_id) ?? 0) > this.#now();
  }

  isVisitorHere(chat: ChatRow): boolean {
    return this.#parts.hub.hasSubscribers(this.#channelOf(chat.chat_id));
  }

  /** Tells both sides that a chat is not as it was. */
  changed(chat: ChatRow, message = chat.last_message): void {
    const channel = this.#channelOf(chat.chat_id);
    const isTyping = this.isTyping(chat, 'operator');
    this.#parts.hub.publish(channel, {
      type: 'chat',
      channel,
      seq: message,
      previous: Math.min(chat.last_message, message),
      isTyping,
    });
    this.#tellInbox(chat.chat_id);
  }

  #channelOf(chatId: number): string {
    return `chat:${this.keyOf(chatId)}`;
  }

  #tellInbox(chat: number): void {
    for (const key of this.#inboxes.values()) {
      const channel = channelOfInbox(key);
      this.#parts.hub.publish(channel, { type: 'inbox', channel, chat });
    }
  }

  /** Closes what nobody uses, and removes what is old. Runs once a minute. */
  async keepUp(): Promise<void> {
    const nowMs = this.#now();
    for (const kind of [this.#typing.visitor, this.#typing.operator])
      for (const [chat, untilMs] of kind) if (untilMs <= nowMs) kind.delete(chat);
    const unused = await this.chats.unused({
      anyMs: nowMs - UNUSED_MS,
      leftMs: nowMs - LEFT_MS,
      mailMs: nowMs - MAIL_MS,
    });
    for (const chat of unused) {
      const isLeft = chat.changed_ms >= nowMs - UNUSED_MS && chat.state === CHAT_STATE.waiting;
      if (!isLeft || !this.isVisitorHere(chat)) await this.close(chat, 'closed-unused');
    }
    await this.chats.removeClosed(nowMs - KEPT_MS);
  }
}

const STATE_NAMES: Readonly<Record<number, ChatState>> = {
  [CHAT_STATE.waiting]: 'waiting',
  [CHAT_STATE.taken]: 'taken',
  [CHAT_STATE.mail]: 'mail',
  [CHAT_STATE.closed]: 'closed',
};
export const stateOf = ({ state }: Pick<ChatRow, 'state'>): ChatState => STATE_NAMES[state] ?? 'closed';

const channelOfInbox = (key: string): string => `inbox:${key}`;

const nameOf = (chatId: number, picture: number) => ({ purpose: PICTURE_KEY, id: `${chatId}/${picture}` });

/** Words of somebody whose money or account may be in danger: their chat stands out. */
const URGENT =
  /\b(freeze|frozen|stolen|hack\w*|phish\w*|scam\w*|lost (my )?(phone|device))\b|被盗|盗号|冻结|诈骗|丢失|钓鱼/i;
const soundsUrgent = (text: string): boolean => URGENT.test(text);

function sameText(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
