/** Visitors of the support chat, and the operator who answers them, as programs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

export interface Arrivals {
  /** From a visitor's call until the operator has the words. */
  readonly toOperatorMs: number[];
  /** From the operator's call until the visitor has the words. */
  readonly toVisitorMs: number[];
  /** Calls that were refused or failed. */
  faults: number;
}

export interface CrowdOptions {
  readonly url: string;
  readonly visitors: number;
  /** The cookie of an operator. */
  readonly cookie: string;
  /** Each visitor writes, and is answered, once in this time. */
  readonly everyMs: number;
}

interface Visitor {
  readonly chat: string;
  readonly number: number;
  /** A network of their own. */
  readonly ip: string;
  readonly socket: WebSocket;
  /** Called when the stream says that the chat has changed. */
  onChanged: () => void;
}

interface Message {
  readonly id: number;
  readonly text: string;
}

const LATE_MS = 30_000;
const OPENED_AT_ONCE = 25;

export class Crowd {
  readonly #options: CrowdOptions;
  readonly #visitors: Visitor[] = [];
  readonly #waitingForInbox = new Map<number, () => void>();
  #inbox: WebSocket | null = null;
  #keys = 0;

  private constructor(options: CrowdOptions) {
    this.#options = options;
  }

  /** Opens all chats, with a stream each. */
  static async open(options: CrowdOptions): Promise<Crowd> {
    const crowd = new Crowd(options);
    await crowd.#present();
    const inbox = await crowd.#desk<{ channel: string }>('getInbox', {});
    crowd.#inbox = await crowd.#stream(inbox.channel, '127.0.0.1', (frame) => {
      if (frame.type === 'inbox') crowd.#waitingForInbox.get(frame.chat ?? 0)?.();
    });
    for (let begun = 0; begun < options.visitors; begun += OPENED_AT_ONCE) {
      const some = Math.min(OPENED_AT_ONCE, options.visitors - begun);
      await Promise.all(Array.from({ length: some }, (_, i) => crowd.#arrive(begun + i)));
    }
    return crowd;
  }

  /** Everybody writes and is answered at random times, for so long. */
  async talk(seconds: number): Promise<Arrivals> {
    const arrivals: Arrivals = { toOperatorMs: [], toVisitorMs: [], faults: 0 };
    const untilMs = performance.now() + seconds * 1_000;
    const { everyMs } = this.#options;
    const presence = setInterval(() => {
      this.#present().catch(() => arrivals.faults++);
    }, 20_000);
    await Promise.all(
      this.#visitors.map(async (visitor) => {
        await sleep(Math.random() * everyMs);
        while (performance.now() < untilMs) {
          const beginMs = performance.now();
          try {
            arrivals.toOperatorMs.push(await this.#ask(visitor));
            arrivals.toVisitorMs.push(await this.#answer(visitor));
          } catch {
            arrivals.faults++;
          }
          await sleep(Math.max(0, everyMs - (performance.now() - beginMs)));
        }
      }),
    );
    clearInterval(presence);
    return arrivals;
  }

  close(): void {
    this.#inbox?.terminate();
    for (const { socket } of this.#visitors) socket.terminate();
  }

  async #arrive(index: number): Promise<void> {
    const ip = `10.${1 + (index >> 8)}.${index & 255}.7`;
    const begun = await this.#support<{ chat: string; number: number }>('openChat', ip, {
      topic: 'deposit',
      text: 'Where is it?',
    });
    const heard = { onChanged: () => {} };
    const socket = await this.#stream(`chat:${begun.chat}`, ip, () => heard.onChanged());
    this.#visitors.push(Object.assign(heard, { ...begun, ip, socket }));
  }

  /** A visitor's words, until the operator's inbox says so and the operator has read them. */
  async #ask(visitor: Visitor): Promise<number> {
    const text = `words ${++this.#keys}`;
    const beginMs = performance.now();
    const heard = this.#changed((done) => this.#waitingForInbox.set(visitor.number, done));
    const { id } = await this.#support<{ id: number }>('send', visitor.ip, {
      chat: visitor.chat,
      text,
      messageKey: `v${this.#keys}`,
    });
    await heard;
    this.#waitingForInbox.delete(visitor.number);
    const { messages } = await this.#desk<{ messages: Message[] }>('getChat', {
      chat: visitor.number,
      after: id - 1,
    });
    if (!messages.some((message) => message.text === text)) throw new Error('the words are not there');
    return performance.now() - beginMs;
  }

  async #answer(visitor: Visitor): Promise<number> {
    const text = `answer ${++this.#keys}`;
    const beginMs = performance.now();
    const heard = this.#changed((done) => (visitor.onChanged = done));
    const { id } = await this.#desk<{ id: number }>('reply', {
      chat: visitor.number,
      text,
      messageKey: `o${this.#keys}`,
    });
    await heard;
    visitor.onChanged = () => {};
    const { messages } = await this.#support<{ messages: Message[] }>('getMessages', visitor.ip, {
      chat: visitor.chat,
      after: id - 1,
    });
    if (!messages.some((message) => message.text === text)) throw new Error('the answer is not there');
    return performance.now() - beginMs;
  }

  #changed(listen: (done: () => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('nothing was heard')), LATE_MS);
      listen(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  async #present(): Promise<void> {
    await this.#desk('setPresence', { isTaking: true });
  }

  #support<T>(call: string, ip: string, input: object): Promise<T> {
    return ask(`${this.#options.url}/bb/app/support/${call}`, { 'x-forwarded-for': ip }, input);
  }

  #desk<T>(call: string, input: object): Promise<T> {
    return ask(`${this.#options.url}/operator/app/desk/${call}`, { cookie: this.#options.cookie }, input);
  }

  async #stream(
    channel: string,
    ip: string,
    onFrame: (frame: { readonly type: string; readonly chat?: number }) => void,
  ): Promise<WebSocket> {
    const socket = new WebSocket(`${this.#options.url.replace('http', 'ws')}/ws`, {
      headers: { 'x-forwarded-for': ip },
    });
    socket.on('message', (data: Buffer) => {
      for (const frame of [JSON.parse(data.toString()) as never].flat()) onFrame(frame);
    });
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    socket.send(JSON.stringify({ op: 'subscribe', channels: [channel] }));
    return socket;
  }
}

async function ask<T>(url: string, headers: Readonly<Record<string, string>>, input: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  });
  const reply = (await response.json()) as { code: number; msg: string; data: T };
  if (reply.code !== 1) throw new Error(`${url}: ${reply.msg}`);
  return reply.data;
}
