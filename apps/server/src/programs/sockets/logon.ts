/**
 * Whose a socket is: the key that it has logged on with, and the accounts whose events it gets.
 * When a key ends, so does all that it opened.
 */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { UserEvent } from '@glasshouse/protocol/programs';
import type { ApiKey } from '../../contract/api-keys.ts';
import { invalidField } from '../../http/invalid-input.ts';
import type { Asking, ProgramDoor } from '../door.ts';
import type { SentParameters } from '../signed-request.ts';
import type { Listener, NumberedEvent, UserStreams } from '../user-streams.ts';
import type { ProgramSocket } from './program-socket.ts';

/** Weights as Binance's. */
const WEIGHT = 2;
/** Of one socket. */
const SUBSCRIPTIONS_MAX = 10;

export interface LogonOptions {
  readonly door: ProgramDoor;
  readonly userStreams: UserStreams;
}

interface Subscription {
  readonly key: ApiKey;
  readonly listener: Listener;
}

type Own = (asking: Asking, sent: SentParameters) => unknown;

export class Logon {
  session: ApiKey | null = null;
  showsLimits = true;
  readonly #socket: ProgramSocket;
  readonly #options: LogonOptions;
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #methods: ReadonlyMap<string, Own>;
  readonly #connectedMs: number;
  #sinceMs = 0;
  #nextSubscription = 0;
  #isEnded = false;
  /** What is sent behind an answer. */
  readonly #behind = new Map<unknown, () => void>();

  constructor(socket: ProgramSocket, options: LogonOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#connectedMs = options.door.nowMs();
    this.#methods = new Map<string, Own>([
      ['session.logon', (asking, sent) => this.#logOn(asking, sent)],
      ['session.status', () => this.#status()],
      ['session.logout', () => this.#logOut()],
      ['session.subscriptions', () => [...this.#subscriptions.keys()].map((id) => ({ subscriptionId: id }))],
      ['userDataStream.subscribe', (asking, sent) => this.#subscribe(asking, sent)],
      [
        'userDataStream.subscribe.signature',
        (asking, sent) => this.#subscribe({ ...asking, session: null }, sent),
      ],
      ['userDataStream.unsubscribe', (_asking, sent) => this.#unsubscribe(sent)],
    ]);
  }

  /** The answer to a method of its own; undefined for any other. */
  answer(method: string, asking: Asking, sent: SentParameters): unknown {
    const own = this.#methods.get(method);
    if (own === undefined) return undefined;
    return this.#options.door.weigh(asking, WEIGHT) ?? own(asking, sent);
  }

  /** A key has ended (null), or may do something else now. */
  keyChanged(keyId: string, key: ApiKey | null): void {
    const isLost = key === null || !key.allows(this.#socket.ip);
    if (this.session?.keyId === keyId) {
      this.session = isLost ? null : key;
      if (isLost) this.#socket.signIn(0);
    }
    if (!isLost) return;
    for (const [id, { key: of }] of this.#subscriptions)
      if (of.keyId === keyId) {
        this.#leave(id);
        this.#tell(id, { e: 'eventStreamTerminated', E: this.#options.door.nowMs() });
      }
  }

  /** To be called when an answer of `answer` has been sent. */
  answered(answer: unknown): void {
    this.#behind.get(answer)?.();
    this.#behind.delete(answer);
  }

  /** The socket has closed. */
  end(): void {
    this.#isEnded = true;
    for (const id of this.#subscriptions.keys()) this.#leave(id);
  }

  #logOn(asking: Asking, sent: SentParameters): unknown {
    const key = this.#options.door.keyOf({ ...asking, session: null }, sent, {
      permission: 'read',
      isOnce: true,
    });
    if (isRefusal(key)) return key;
    this.session = key;
    this.#sinceMs = this.#options.door.nowMs();
    this.showsLimits = sent.showsLimits ?? true;
    this.#socket.signIn(key.userId);
    return this.#status(asking.apiKey);
  }

  #status(apiKey: string | null = null): unknown {
    const isOn = this.session !== null;
    return {
      // The text of a key is nowhere kept, so only its logon can repeat it.
      apiKey: isOn ? apiKey : null,
      authorizedSince: isOn ? this.#sinceMs : null,
      connectedSince: this.#connectedMs,
      returnRateLimits: this.showsLimits,
      serverTime: this.#options.door.nowMs(),
      userDataStream: this.#subscriptions.size > 0,
    };
  }

  #logOut(): unknown {
    for (const [id, { key }] of this.#subscriptions) if (key.keyId === this.session?.keyId) this.#leave(id);
    this.session = null;
    this.#socket.signIn(0);
    return this.#status();
  }

  /** `after`, ours: the number of the last event that the program has seen. */
  async #subscribe(asking: Asking, sent: SentParameters): Promise<unknown> {
    const { after } = sent.parameters;
    if (after !== undefined && !Number.isSafeInteger(after))
      return invalidField('after', 'not a whole number');
    const key = this.#options.door.keyOf(asking, sent, { permission: 'read', isOnce: true });
    if (isRefusal(key)) return key;
    if (this.#subscriptions.size >= SUBSCRIPTIONS_MAX)
      return { error: 'request/too-many', retryAfterS: 60 } satisfies Refusal;
    const id = this.#nextSubscription++;
    const waiting: NumberedEvent[] = [];
    let isAnswered = false;
    const listener: Listener = (one) => {
      if (isAnswered) this.#send(id, one);
      else waiting.push(one);
    };
    this.#subscriptions.set(id, { key, listener });
    const { userStreams } = this.#options;
    const { seq, missed } = await userStreams.listen(
      key.userId,
      listener,
      (after as number | undefined) ?? null,
    );
    // Closed, or its key ended, while the first events were read.
    if (this.#isEnded || !this.#subscriptions.has(id)) {
      userStreams.leave(key.userId, listener);
      return { error: 'request/unknown-key' } satisfies Refusal;
    }
    const answer = { subscriptionId: id, seq, isWhole: missed !== null };
    // The answer first, then what was missed, then what came since.
    this.#behind.set(answer, () => {
      isAnswered = true;
      if (!this.#subscriptions.has(id)) return;
      this.#socket.sendAll([...(missed ?? []), ...waiting].map((one) => textOf(id, one)));
    });
    return answer;
  }

  /** `subscriptionId`: a number, which libraries also send as text. */
  #unsubscribe({ parameters: { subscriptionId } }: SentParameters): unknown {
    if (subscriptionId === undefined) {
      for (const id of this.#subscriptions.keys()) this.#leave(id);
      return {};
    }
    const ids = [...this.#subscriptions.keys()];
    const id = ids.find((one) => one === subscriptionId || String(one) === subscriptionId);
    if (id === undefined) return invalidField('subscriptionId', 'is not one of this connection');
    this.#leave(id);
    return {};
  }

  #leave(id: number): void {
    const subscription = this.#subscriptions.get(id);
    if (subscription === undefined) return;
    this.#subscriptions.delete(id);
    this.#options.userStreams.leave(subscription.key.userId, subscription.listener);
  }

  #send(id: number, one: NumberedEvent): void {
    if (this.#subscriptions.has(id)) this.#socket.send(textOf(id, one));
  }

  #tell(id: number, event: UserEvent): void {
    this.#socket.send(JSON.stringify({ subscriptionId: id, event }));
  }
}

const textOf = (id: number, { seq, event }: NumberedEvent): string =>
  `{"subscriptionId":${id},"seq":${seq},"event":${JSON.stringify(event)}}`;
