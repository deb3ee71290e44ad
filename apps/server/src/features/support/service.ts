/**
 * What visitors and operators do in chats, and who hears of it. The stream carries no text: a frame
 * says that a chat has changed, and the calls, which know the caller, return the change.
 */
import { randomBytes } from 'node:crypto';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { MESSAGES_MAX, type ChatEvent, type ChatState, type SupportDesk } from '@glasshouse/protocol/support';
import type { Database } from '../../db/database.ts';
import type { Language } from '../../http/handler.ts';
import { KeyedMutex } from '../../http/keyed-mutex.ts';
import { cleanPhoto } from '../../photos/photos.ts';
import { isSameSecret, type Secrets } from '../../process/secrets.ts';
import type { StreamHub } from '../../ws/hub.ts';
import { CannedReplies } from './canned.ts';
import { Chats, type ChatRow, type NewMessage } from './chats.ts';
import { hoursAt, type Hours } from '../../values/opening-hours.ts';
import { Pictures } from './pictures.ts';
import { CHAT_STATE } from './tables.ts';
import { WaitingLine } from './waiting-line.ts';

/**
 * An operator is there for this long after saying so. Browsers run the timers of a window in the
 * background once a minute.
 */
const PRESENCE_MS = 90_000;
const TYPING_MS = 5_000;
/**
 * Chats of visitors that wait, also for mail; then one of a larger area makes room for the next.
 * Users have one each.
 */
export const WAITING_MAX = 2_000;
/** The same of one area (`areaOf`). */
const WAITING_OF_AREA_MAX = 100;
const UNUSED_MS = 86_400_000;
/** A visitor who has left no address and is not there reads no answer. */
const LEFT_MS = 3_600_000;
/** A page that is open asks for the chat within this time, also while its panel is closed. */
const ASKED_MS = 120_000;
/** The chat of such a visitor closes when nobody has written for this long, whoever is there. */
const STAY_MS = 4 * 3_600_000;
/** Chats that one pass closes. */
const CLOSED_AT_ONCE = 200;
/** A question by mail that nobody has added to for this long is over. */
const MAIL_MS = 60 * 86_400_000;
/** Pictures of chats are shown small: enough to read a screen. */
const PICTURE_SIZE = { side: 1280, quality: 75 } as const;
const KEPT_MS = 180 * 86_400_000;
const KEY_BYTES = 16;

export interface Answer {
  readonly chat: ChatRow;
  /** Empty if the answer is a picture. */
  readonly text: string;
  /** Its number in the chat. */
  readonly message: number;
  /** Whether to send this notification: one is sent until the chat is read. */
  readonly claim: () => Promise<boolean>;
}

interface NewQuestion {
  readonly userId: number;
  readonly language: Language;
  readonly topic: string;
  readonly text: string;
  readonly email?: string | undefined;
  readonly page: string;
  /** Chosen by the sender. A repeated key begins no second chat. */
  readonly messageKey?: string | undefined;
  /** The group of networks that a visitor's address belongs to; '' for a user. */
  readonly area: string;
}

interface NewChatFacts {
  readonly isOpen: boolean;
  readonly isUrgent: boolean;
  readonly key: string | undefined;
  readonly areaKey: string | null;
}

/** An operator, or another newcomer, may have got the question first. */
const ROOM_TRIES_MAX = 3;

/** Of a chat's limit of messages, the number that is kept for events such as its end. */
const EVENTS_LEFT = 10;

type PictureMessage = Pick<NewMessage, 'sender' | 'operator' | 'key'>;
interface SentPicture {
  readonly upload: Uint8Array | null;
  /** The sender in whose queue the picture waits to be decoded. */
  readonly by: string;
}

export interface SupportParts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly hub: StreamHub;
  /** The hours of customer service; null: always. */
  readonly hours: () => Hours | null;
  /** Notifies a customer who has left the chat of an answer. */
  readonly notifyOfAnswer: (answer: Answer) => Promise<void>;
  readonly now?: () => number;
}

export class Support {
  readonly chats: Chats;
  readonly line: WaitingLine;
  readonly canned: CannedReplies;
  readonly pictures: Pictures;
  readonly #parts: SupportParts;
  readonly #now: () => number;
  /** By operator: until when they count as present. */
  readonly #present = new Map<string, number>();
  /** By chat: until when its visitor, or its operator, counts as typing. */
  readonly #typing = { visitor: new Map<number, number>(), operator: new Map<number, number>() };
  /** By chat: when its visitor's page last fetched it. */
  readonly #askedMs = new Map<number, number>();
  /** By session of an operator: the key of its channel, which ends with the session. */
  readonly #inboxes = new Map<string, string>();
  /** By session of an operator: the chats that it has looked at. */
  readonly #opened = new Map<string, Set<number>>();
  readonly #work = new KeyedMutex();

  constructor(parts: SupportParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.chats = new Chats(parts.database, this.#now);
    this.line = new WaitingLine(parts.database, this.#now);
    this.canned = new CannedReplies(parts.database);
    this.pictures = new Pictures(parts.database, parts.secrets);
    parts.hub.registerChannel('chat', {
      accepts: (key) => this.chatOf(key) !== null,
      snapshot: () => null,
    });
    parts.hub.registerChannel('inbox', {
      accepts: (key) => [...this.#inboxes.values()].some((known) => isSameSecret(key, known)),
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
    return Number.isSafeInteger(chatId) && chatId > 0 && isSameSecret(key, this.keyOf(chatId))
      ? chatId
      : null;
  }

  /**
   * The channel on which an operator's session hears of changes. Call it before you wait for
   * anything: a session that has ended meanwhile must not get another channel.
   */
  inboxChannel(sessionKey: string): string {
    const key = this.#inboxes.get(sessionKey) ?? randomBytes(KEY_BYTES).toString('base64url');
    this.#inboxes.set(sessionKey, key);
    return channelOfInbox(key);
  }

  /** The chats that this session of an operator has looked at, for the caller to add to. */
  openedBy(sessionKey: string): Set<number> {
    const chats = this.#opened.get(sessionKey) ?? new Set();
    this.#opened.set(sessionKey, chats);
    return chats;
  }

  /**
   * Ends the channel of a session. Its operator counts as present again once another session says
   * so.
   */
  endSession({ sessionKey, name }: { readonly sessionKey: string; readonly name: string }): void {
    this.#inboxes.delete(sessionKey);
    this.#opened.delete(sessionKey);
    this.setPresence(name, false);
  }

  setPresence(operator: string, isTaking: boolean): void {
    const wasTaking = this.isPresent(operator);
    if (isTaking) this.#present.set(operator, this.#now() + PRESENCE_MS);
    else this.#present.delete(operator);
    if (wasTaking !== isTaking) this.#sendInboxFrame(0);
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
      this.line.counts(),
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
    const { userId, messageKey } = chat;
    const key = messageKey === undefined ? undefined : this.#parts.secrets.mac('support-begin', messageKey);
    // A user has one chat at a time: what is begun twice goes on.
    const turn = userId === 0 ? (key ?? randomBytes(8).toString('hex')) : `user ${userId}`;
    return this.#work.run(turn, async () => {
      const chatId = await this.#ask(chat, key);
      if (typeof chatId !== 'number') return chatId;
      const row = await this.chats.find(chatId);
      if (row === undefined) throw new Error(`chat ${chatId} is not there`);
      this.changed(row);
      return row;
    });
  }

  /** Puts the question into a chat: that of an earlier try, the user's open one, or a new one. */
  async #ask(chat: NewQuestion, key: string | undefined): Promise<number | Refusal> {
    const { userId, text } = chat;
    const isUrgent = soundsUrgent(text);
    const first = { sender: 'visitor', text, isUrgent, key } as const;
    const repeated = key === undefined ? null : await this.chats.begunWith(userId, key);
    if (repeated !== null) {
      // Adds what a crash has left out.
      await this.chats.add(repeated, first);
      return repeated;
    }
    const isOpen = this.isOpen();
    const areaKey = userId === 0 ? this.#parts.secrets.mac('support-area', chat.area) : null;
    const refusal = areaKey === null ? null : await this.#visitorRefusal(chat, isOpen, areaKey);
    if (refusal !== null) return refusal;
    const known = await this.#goOn(userId, isOpen);
    const isAdded = known !== null && typeof (await this.chats.add(known, first)) === 'number';
    // An open chat can be closed, or filled, before the message comes to it.
    const chatId = isAdded ? known : await this.#beginNew(chat, { isOpen, isUrgent, key, areaKey });
    if (!isAdded) await this.chats.add(chatId, first);
    return chatId;
  }

  /** Why a visitor cannot begin a chat now, or null. */
  async #visitorRefusal({ email }: NewQuestion, isOpen: boolean, areaKey: string): Promise<Refusal | null> {
    if (!isOpen && email === undefined) return { error: 'support/email-missing', field: 'email' };
    const ofArea = await this.line.visitorsOf(areaKey);
    const hasRoom =
      ofArea < WAITING_OF_AREA_MAX &&
      ((await this.line.visitors()) < WAITING_MAX || (await this.#makeRoom(ofArea)));
    return hasRoom ? null : { error: 'support/full' };
  }

  /** Closes a question of an area with more than the newcomer's. False if there is none. */
  async #makeRoom(ofArea: number): Promise<boolean> {
    for (let tries = 0; tries < ROOM_TRIES_MAX; tries++) {
      const chatId = await this.line.crowdedOut(ofArea);
      if (chatId === null) return false;
      const chat = await this.chats.closeUnanswered(chatId);
      if (chat === undefined) continue;
      await this.#tellEnd(chat, 'closed-crowded');
      return true;
    }
    return false;
  }

  async #beginNew(chat: NewQuestion, { isOpen, isUrgent, key, areaKey }: NewChatFacts) {
    const { userId, topic, language, page, email = null } = chat;
    const chatId = await this.chats.begin({
      userId: userId === 0 ? null : userId,
      topic,
      language,
      page,
      email,
      state: isOpen ? CHAT_STATE.waiting : CHAT_STATE.mail,
      isUrgent,
      areaKey,
      ...(userId === 0 ? { beginKey: key } : {}),
    });
    await this.chats.addEvent(chatId, 'begun');
    return chatId;
  }

  /** The user's open chat, if it can take more; one by mail becomes one that waits. */
  async #goOn(userId: number, isOpen: boolean): Promise<number | null> {
    const known = userId === 0 ? undefined : await this.chats.openOf(userId);
    if (known === undefined) return null;
    if (known.message_count >= MESSAGES_MAX - EVENTS_LEFT) {
      await this.close(known, 'closed-full');
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
      await this.#notifyAbsent(chat, message.text, added);
    }
    this.changed(chat, added);
    return added;
  }

  async #notifyAbsent(chat: ChatRow, text: string, message: number): Promise<void> {
    if (chat.state !== CHAT_STATE.mail && this.isVisitorHere(chat)) return;
    const claim = () => this.chats.claimMail(chat, message);
    await this.#parts.notifyOfAnswer({ chat, text, message, claim });
  }

  /** Adds a picture. One that is sent again while the first is worked on waits for that. */
  async sayPicture(chat: ChatRow, message: PictureMessage, sent: SentPicture): Promise<number | Refusal> {
    const { key } = message;
    if (key === undefined) return this.#addPicture(chat, message, sent);
    return this.#work.run(
      `picture ${chat.chat_id} ${key}`,
      async () =>
        (await this.chats.known(chat.chat_id, message)) ?? (await this.#addPicture(chat, message, sent)),
    );
  }

  async #addPicture(
    chat: ChatRow,
    message: PictureMessage,
    { upload, by }: SentPicture,
  ): Promise<number | Refusal> {
    if (upload === null) return { error: 'kyc/photo-type', field: 'body' };
    if (chat.state === CHAT_STATE.closed) return { error: 'support/chat-closed' };
    const photo = await cleanPhoto(upload, { sender: by, size: PICTURE_SIZE });
    if ('error' in photo) return photo;
    const picture = await this.pictures.add(chat, photo, message.sender === 'visitor');
    if (typeof picture !== 'number') return picture;
    const added = await this.say(chat, { ...message, text: '', picture });
    // A picture without a message is never shown, and would take up space until the chat is
    // removed.
    if (isRefusal(added)) await this.pictures.remove(chat.chat_id, picture);
    return added;
  }

  async close(chat: ChatRow, event: ChatEvent, operator = ''): Promise<void> {
    if (await this.chats.close(chat.chat_id)) await this.#tellEnd(chat, event, operator);
  }

  async #tellEnd(chat: ChatRow, event: ChatEvent, operator = ''): Promise<void> {
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

  /** A page of its visitor has asked for the chat. */
  asked(chat: ChatRow): void {
    this.#askedMs.set(chat.chat_id, this.#now());
  }

  /** Whether its visitor sees the chat now. */
  isVisitorHere(chat: ChatRow): boolean {
    return this.#parts.hub.hasSubscribers(this.#channelOf(chat.chat_id));
  }

  /** Sends both sides a frame that a chat has changed. */
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
    this.#sendInboxFrame(chat.chat_id);
  }

  #channelOf(chatId: number): string {
    return `chat:${this.keyOf(chatId)}`;
  }

  #sendInboxFrame(chat: number): void {
    for (const key of this.#inboxes.values()) {
      const channel = channelOfInbox(key);
      this.#parts.hub.publish(channel, { type: 'inbox', channel, chat });
    }
  }

  /** Whether the chat of a visitor who wrote nothing for a while stays, as a page of it is open. */
  #isStaying(chat: ChatRow, nowMs: number): boolean {
    const isOfVisitor = chat.user_id === null && chat.email === null && chat.state === CHAT_STATE.waiting;
    const isOpen = this.isVisitorHere(chat) || this.#askedMs.has(chat.chat_id);
    return isOfVisitor && isOpen && chat.changed_ms >= nowMs - STAY_MS;
  }

  /** Closes what nobody uses, and removes what is old. Runs once a minute. */
  async keepUp(): Promise<void> {
    const nowMs = this.#now();
    for (const kind of [this.#typing.visitor, this.#typing.operator])
      for (const [chat, untilMs] of kind) if (untilMs <= nowMs) kind.delete(chat);
    for (const [chat, ms] of this.#askedMs) if (ms <= nowMs - ASKED_MS) this.#askedMs.delete(chat);
    const unused = await this.chats.unused({
      anyMs: nowMs - UNUSED_MS,
      leftMs: nowMs - LEFT_MS,
      mailMs: nowMs - MAIL_MS,
      // Chats that must stay open may be among these, but at most WAITING_MAX; so enough others are
      // left to close.
      limit: WAITING_MAX + CLOSED_AT_ONCE,
    });
    const left = unused.filter((chat) => !this.#isStaying(chat, nowMs));
    for (const chat of left.slice(0, CLOSED_AT_ONCE)) await this.close(chat, 'closed-unused');
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

/** Whether an answer can go by mail; users have an address. */
export const hasEmail = ({ user_id, email }: Pick<ChatRow, 'user_id' | 'email'>): boolean =>
  user_id !== null || email !== null;

const channelOfInbox = (key: string): string => `inbox:${key}`;

/** Words of somebody whose money or account may be in danger: their chat stands out. */
const URGENT =
  /\b(freeze|frozen|stole|stolen|steal\w*|theft|hack\w*|hijack\w*|compromised|unauthori[sz]ed|phish\w*|scam\w*|not me|lost (my )?(phone|device))\b|被盗|盗号|被黑|冻结|诈骗|被骗|丢失|钓鱼|不是我|非本人|异常登录|转走/i;
const soundsUrgent = (text: string): boolean => URGENT.test(text);
