/**
 * Asks one endpoint for a program, whichever way the request came: weight, key, time, signature,
 * repetition, parameters, then slots, order limits, the guard of persons, growth and the handler.
 */
import { isRefusal, type CallName, type Refusal } from '@glasshouse/protocol';
import { isAskedOnce, ENDPOINTS, weightOf, type AnyEndpoint } from '@glasshouse/protocol/programs';
import type { ApiKey, ApiKeys, KeyPermission } from '../contract/api-keys.ts';
import { CheckedInput } from '../http/checked-input.ts';
import type { GrowthBudget } from '../http/growth-budget.ts';
import type { Guard } from '../http/guard.ts';
import type { Language } from '../http/handler.ts';
import { invalidField, invalidInput, unstorableField } from '../http/invalid-input.ts';
import type { Slots } from '../http/mounted-call.ts';
import { callerOfUser } from '../http/own-caller.ts';
import { networkOf } from '../values/network.ts';
import type { EndpointTable, ProgramCaller } from '../http/endpoint-handler.ts';
import { RepeatedRequests } from './repeated-requests.ts';
import type { RawParameters, SentParameters } from './signed-request.ts';
import type { OrderCounts, Weights } from './weights.ts';

export interface DoorOptions {
  readonly endpoints: EndpointTable;
  readonly apiKeys: ApiKeys;
  readonly guard: Guard;
  readonly growth: GrowthBudget;
  readonly slots: Slots;
  readonly weights: Weights;
  /** Loads what the orders of a user need in memory. */
  readonly ready: (userId: number) => Promise<unknown>;
  /** The time of commands. */
  readonly nowMs: () => number;
}

/** A program's connection or request, before it is known whose it is. */
export interface Asking {
  readonly ip: string;
  readonly userAgent: string;
  readonly language: Language;
  /** The key that it names; null without one. */
  readonly apiKey: string | null;
  /** The key that a socket has logged on with; its requests need no signature. */
  readonly session: ApiKey | null;
}

type Handler = (input: unknown, caller: ProgramCaller) => unknown;

/** One endpoint with all that asking it needs. */
export interface OpenEndpoint {
  readonly endpoint: AnyEndpoint;
  readonly input: CheckedInput;
  readonly handler: Handler;
  readonly isRead: boolean;
}

/** How long before a request may have been signed, unless it says otherwise (recvWindow). */
const RECEIVE_WINDOW_MS = 5_000;
const RECEIVE_WINDOW_MAX_MS = 60_000;
/** How far ahead of ours a clock may be. */
const AHEAD_MS = 1_000;

const UNKNOWN_KEY: Refusal = { error: 'request/unknown-key' };

export class ProgramDoor {
  readonly #options: DoorOptions;
  readonly #repeated = new RepeatedRequests();
  readonly #openedMs: number;
  readonly byPath: ReadonlyMap<string, OpenEndpoint>;
  readonly bySocketMethod: ReadonlyMap<string, OpenEndpoint>;

  constructor(options: DoorOptions) {
    this.#options = options;
    this.#openedMs = options.nowMs();
    const table = options.endpoints as unknown as Readonly<Record<string, Handler>>;
    const all = (ENDPOINTS as readonly AnyEndpoint[]).map((endpoint): OpenEndpoint => ({
      endpoint,
      input: new CheckedInput(endpoint.input),
      handler: table[endpoint.name]!,
      isRead: endpoint.method === 'GET' && endpoint.grows === null,
    }));
    this.byPath = new Map(all.map((one) => [`${one.endpoint.method} ${one.endpoint.path}`, one]));
    this.bySocketMethod = new Map(
      all.flatMap((one) =>
        one.endpoint.socketMethod === null ? [] : [[one.endpoint.socketMethod, one] as const],
      ),
    );
  }

  /** The time of commands. */
  nowMs(): number {
    return this.#options.nowMs();
  }

  get weights(): Weights {
    return this.#options.weights;
  }

  /** How many orders the owner of a key has placed; null if there is no such key. */
  orderCounts(apiKey: string): OrderCounts | null {
    const key = this.#options.apiKeys.find(apiKey);
    return key === null ? null : this.weights.ordersOf(key.userId);
  }

  /**
   * The key that a request has proved to hold, with this permission; else why not. A signed text
   * that `isOnce` is refused where it has been seen before, for whatever it was.
   */
  keyOf(
    asking: Asking,
    sent: SentParameters,
    { permission, isOnce }: { readonly permission: KeyPermission; readonly isOnce: boolean },
  ): ApiKey | Refusal {
    if (asking.session !== null && sent.signature === null) {
      const key = this.#options.apiKeys.again(asking.session.keyId);
      if (key === null) return UNKNOWN_KEY;
      // It needs no time, but one that has a time holds only so long.
      const time = sent.parameters['timestamp'] === undefined ? null : timeOf(sent.parameters);
      if (isRefusal(time)) return time;
      const late = time === null ? null : this.#refuseUntimely(time);
      return late ?? this.#permitted(key, asking, permission);
    }
    const { apiKey } = asking;
    if (apiKey === null || apiKey === '') return { error: 'request/key-malformed' };
    const key = this.#options.apiKeys.find(apiKey);
    if (key === null) return UNKNOWN_KEY;
    if (!this.#allows(key, asking.ip, permission)) return UNKNOWN_KEY;
    const unsigned = this.#refuseUnsigned(key, sent, isOnce);
    if (unsigned !== null) return unsigned;
    const repeated = this.#repeated.take(key.keyId, sent.payload, this.#options.nowMs());
    return isOnce && repeated !== null ? repeated : this.#permitted(key, asking, permission);
  }

  #permitted(key: ApiKey, { ip, userAgent }: Asking, permission: KeyPermission): ApiKey | Refusal {
    if (!this.#allows(key, ip, permission)) return UNKNOWN_KEY;
    this.#options.apiKeys.used(key.keyId, { ip, userAgent });
    return key;
  }

  #allows(key: ApiKey, ip: string, permission: KeyPermission): boolean {
    if (!key.allows(ip) || !key.permissions.has(permission)) return false;
    return permission !== 'withdraw' || this.#options.nowMs() >= key.withdrawsFromMs;
  }

  #refuseUnsigned(
    key: ApiKey,
    { parameters, payload, signature }: SentParameters,
    isOnce: boolean,
  ): Refusal | null {
    const time = timeOf(parameters);
    if (isRefusal(time)) return time;
    if (signature === null || signature === '') return invalidField('signature', 'is required');
    // Which texts were seen before the start is not known.
    if (isOnce && time.timestamp < this.#openedMs) return { error: 'request/wrong-time' };
    const late = this.#refuseUntimely(time);
    return late ?? (key.verify(payload, signature) ? null : { error: 'request/wrong-signature' });
  }

  #refuseUntimely({ timestamp, window }: RequestTime): Refusal | null {
    const nowMs = this.#options.nowMs();
    const isTimely = timestamp < nowMs + AHEAD_MS && nowMs - timestamp <= window;
    return isTimely ? null : { error: 'request/wrong-time' };
  }

  /** Returns the handler's answer or a refusal, or a promise of it. */
  ask(open: OpenEndpoint, asking: Asking, sent: SentParameters): unknown {
    const prepared = this.#prepare(open, asking, sent);
    return isRefusal(prepared) ? prepared : this.#inTurn(prepared);
  }

  /**
   * Asks several endpoints that place and cancel orders, in their order and as one request of their
   * user: each begins when the one before has submitted its command or is answered. What they
   * submit is committed together unless it fills more than one commit, or one waits for what
   * precedes it. Each answer comes when it is on the disk.
   */
  async askTogether(
    asked: readonly { readonly open: OpenEndpoint; readonly sent: SentParameters }[],
    asking: Asking & { readonly session: ApiKey },
  ): Promise<readonly Promise<unknown>[]> {
    const { userId } = asking.session;
    const { guard, slots, ready } = this.#options;
    await ready(userId);
    await guard.refusalNow(userId, 'trade');
    const prepared = asked.map(({ open, sent }) => this.#prepare(open, asking, sent));
    let answers: readonly Promise<unknown>[] = [];
    const started = new Promise<void>((resolve) => {
      void slots.own.run(callerOfUser(userId), async () => {
        answers = this.#inOrder(prepared);
        resolve();
        await Promise.allSettled(answers);
      });
    });
    await started;
    return answers;
  }

  #inOrder(prepared: readonly (Prepared | Refusal)[]): readonly Promise<unknown>[] {
    const answers: Promise<unknown>[] = [];
    let turn: Promise<unknown> = Promise.resolve();
    for (const one of prepared) {
      let onSubmitted = (): void => {};
      const submitted = new Promise<void>((resolve) => (onSubmitted = resolve));
      const count = answers.length;
      const earlier = (): Promise<unknown> => Promise.allSettled(answers.slice(0, count));
      const answer = turn.then(() =>
        isRefusal(one) ? one : this.#guarded({ ...one, caller: { ...one.caller, onSubmitted, earlier } }),
      );
      answers.push(answer);
      turn = Promise.race([submitted, Promise.allSettled([answer])]);
    }
    return answers;
  }

  #prepare(open: OpenEndpoint, asking: Asking, sent: SentParameters): Prepared | Refusal {
    const { endpoint } = open;
    const { security } = endpoint;
    // First of all, so that whom we do not hear costs nothing.
    const unheard = this.weigh(asking, 1);
    if (unheard !== null) return unheard;
    const key =
      security === 'none'
        ? null
        : this.keyOf(asking, sent, { permission: security, isOnce: isAskedOnce(endpoint) });
    if (isRefusal(key)) return key;
    // Libraries sign more than they need to: some sign what anybody may ask.
    const isSigned = key !== null || sent.signature !== null;
    const checked = open.input.check(ownParameters(sent.parameters, isSigned));
    if (!checked.success) return invalidInput(checked.error.issues, sent.parameters);
    const input = checked.data;
    const heavy = this.weigh(asking, weightOf(endpoint.weight, input) - 1);
    if (heavy !== null) return heavy;
    const unstorable = unstorableField(input);
    if (unstorable !== null) return invalidField(unstorable, 'not text');
    return { open, input, key, caller: this.#callerOf(open, asking, key) };
  }

  /** Counts a request of a network; the refusal if it is beyond the limit. */
  weigh({ ip }: Pick<Asking, 'ip'>, weight: number): Refusal | null {
    return this.#options.weights.take(networkOf(ip), weight);
  }

  #callerOf(
    { endpoint }: OpenEndpoint,
    { ip, userAgent, language }: Asking,
    key: ApiKey | null,
  ): ProgramCaller {
    const userId = key?.userId ?? 0;
    const { operation } = endpoint;
    return {
      userId,
      key,
      operator: null,
      ip,
      userAgent,
      language,
      idempotency: null,
      orderLimits: () => this.weights.orderLimitsOf(userId),
      refusalNow: () => (operation === null ? null : this.#options.guard.refusalNow(userId, operation)),
    };
  }

  /** A user's requests wait for their own others, and what they read takes turns. */
  #inTurn(prepared: Prepared): unknown {
    const { open, input, caller } = prepared;
    const { slots } = this.#options;
    // Public endpoints answer from memory, but for old candles and trades, which have places.
    if (caller.userId === 0) return open.handler(input, caller);
    const own = callerOfUser(caller.userId);
    if (open.isRead)
      return slots.own.run(own, () =>
        slots.reads.run(own, async () => this.#denied(prepared) ?? open.handler(input, caller)),
      );
    return slots.own.run(own, () => this.#guarded(prepared));
  }

  /** The key may have ended or may do less since the request began to wait. */
  #denied({ open: { endpoint }, key, caller }: Prepared): Refusal | null {
    const { security } = endpoint;
    if (key === null || security === 'none') return null;
    const now = this.#options.apiKeys.again(key.keyId);
    return now !== null && this.#allows(now, caller.ip, security) ? null : UNKNOWN_KEY;
  }

  #guarded(prepared: Prepared): unknown {
    const denied = this.#denied(prepared);
    if (denied !== null) return denied;
    const { endpoint, handler } = prepared.open;
    const { input, caller } = prepared;
    const { guard, growth, weights } = this.#options;
    const { operation, ownCall, orders } = endpoint;
    if (orders > 0) {
      const refusal = weights.takeOrders(caller.userId, orders);
      if (refusal !== null) return refusal;
    }
    guard.present(caller.userId);
    const decide = (): unknown =>
      operation === null
        ? handler(input, caller)
        : guard.run({ call: ownCall as CallName, operation, caller, input }, () => handler(input, caller));
    return endpoint.grows === null ? decide() : growth.run({ call: endpoint, caller }, decide);
  }
}

/** A request that may run. */
interface Prepared {
  readonly open: OpenEndpoint;
  readonly input: unknown;
  readonly key: ApiKey | null;
  readonly caller: ProgramCaller;
}

/** What belongs to the signature and the connection is no parameter of an endpoint. */
const NO_PARAMETERS: ReadonlySet<string> = new Set(['timestamp', 'recvWindow', 'apiKey', 'returnRateLimits']);

function ownParameters(parameters: RawParameters, isSigned: boolean): RawParameters {
  if (!isSigned) return parameters;
  // Without a prototype, which a parameter of that name would replace.
  const own = Object.create(null) as Record<string, unknown>;
  for (const name of Object.keys(parameters)) if (!NO_PARAMETERS.has(name)) own[name] = parameters[name];
  return own;
}

/** When a request was made, and for how many milliseconds it holds. */
interface RequestTime {
  readonly timestamp: number;
  readonly window: number;
}

function timeOf(parameters: RawParameters): RequestTime | Refusal {
  const timestamp = wholeOf(parameters['timestamp']);
  if (timestamp === null) return invalidField('timestamp', missingOr(parameters['timestamp']));
  const { recvWindow } = parameters;
  const window = recvWindow === undefined ? RECEIVE_WINDOW_MS : numberOf(recvWindow);
  if (window === null || window > RECEIVE_WINDOW_MAX_MS)
    return invalidField('recvWindow', `up to ${RECEIVE_WINDOW_MAX_MS}`);
  return { timestamp, window };
}

/** The text of a number or a text; others, which may have none at all, are neither. */
const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const wholeOf = (value: unknown): number | null => (/^\d{13}$/.test(plainText(value)) ? Number(value) : null);

/** Milliseconds with up to three decimals. */
const numberOf = (value: unknown): number | null =>
  /^\d{1,6}(\.\d{1,3})?$/.test(plainText(value)) ? Number(value) : null;

const missingOr = (value: unknown): string =>
  value === undefined || value === '' ? 'is required' : 'milliseconds since 1970';
