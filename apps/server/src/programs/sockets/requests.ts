/**
 * The trading API over a WebSocket at /ws-api/v3: each message names a method and its parameters,
 * and gets one answer with its id. A program that has logged on need not sign each request.
 */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { UsedLimit } from '@glasshouse/protocol/programs';
import type { ApiKeys } from '../../contract/api-keys.ts';
import { isJsonDeep } from '../../http/body-shape.ts';
import { ReplyText, Serialised } from '../../http/handler.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { errorFields, type Log } from '../../process/log.ts';
import type { OpenEndpoint, ProgramDoor } from '../door.ts';
import { ProgramFailure } from '../../http/endpoint-handler.ts';
import { retryAfterS } from '../../http/envelope.ts';
import { programRefusal } from '../../http/program-refusals.ts';
import { parametersOfSocket, refuseWide, type SentParameters } from '../signed-request.ts';
import { networkOf } from '../../values/network.ts';
import { Logon, type LogonOptions } from './logon.ts';
import type { ProgramSocket } from './program-socket.ts';
import type { SocketKind } from './program-sockets.ts';

const PATH = '/ws-api/v3';
/** Requests of one batch. */
export const BATCH_MAX = 200;
/**
 * Requests of one socket that are not answered yet, those of batches included. One more is refused:
 * the admission that bounds requests over HTTP does not see these.
 */
export const IN_FLIGHT_MAX = 400;
/**
 * A longer message is for programs that have logged on, and weighs one for each 1,024 characters if
 * its requests weigh less: to read it costs more than a request.
 */
export const SHORT_MAX = 8_192;
const CHARACTERS_OF_ONE = 1_024;
/** What may be part of a batch. */
const OF_BATCHES: ReadonlySet<string> = new Set([
  'order.place',
  'order.cancel',
  'order.cancelReplace',
  'order.amend.keepPriority',
]);

export interface RequestOptions extends LogonOptions {
  readonly apiKeys: ApiKeys;
  readonly log: Log;
}

export function requestSockets(options: RequestOptions): SocketKind {
  const { door, apiKeys } = options;
  const open = new Set<Conversation>();
  apiKeys.onChange((keyId, key) => {
    for (const one of open) one.logon.keyChanged(keyId, key);
  });
  return {
    takes: (path) => path === PATH,
    // Weights decide about requests; this holds what has none, such as pings.
    frames: { burst: 2_000, perSecond: 1_000 },
    messageBytes: 131_072,
    open: (socket) => {
      const conversation = new Conversation(socket, options);
      open.add(conversation);
      socket.onMessage = (text) => conversation.answer(text);
      socket.onClose = () => {
        open.delete(conversation);
        conversation.logon.end();
      };
    },
    shutdownEvent: () => JSON.stringify({ event: { e: 'serverShutdown', E: door.nowMs() } }),
  };
}

const TOO_LARGE: Refusal = { error: 'request/too-large' };

export type Id = string | number | null;

interface Request {
  readonly id: Id;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What one socket asks, and whose it is. */
class Conversation {
  readonly logon: Logon;
  readonly #socket: ProgramSocket;
  readonly #options: RequestOptions;
  #inFlight = 0;

  constructor(socket: ProgramSocket, options: RequestOptions) {
    this.#socket = socket;
    this.#options = options;
    this.logon = new Logon(socket, options);
  }

  async answer(text: string): Promise<void> {
    const isLong = text.length > SHORT_MAX;
    if (isLong) {
      const unread = this.#weighed(0) ?? (this.logon.session === null ? TOO_LARGE : null);
      if (unread !== null) return this.#refuse(null, unread);
    }
    const request = requestOf(text);
    const count = isRefusal(request) ? 1 : countOf(request);
    const unpaid = isLong ? Math.ceil(text.length / CHARACTERS_OF_ONE) - count : 0;
    const heavy = unpaid > 0 ? this.#weighed(unpaid) : null;
    if (isRefusal(request)) return this.#refuse(null, heavy ?? request);
    if (heavy !== null) return this.#send(request.id, heavy);
    if (this.#inFlight + count > IN_FLIGHT_MAX) return this.#refuse(request.id, { error: 'request/busy' });
    this.#inFlight += count;
    try {
      await (request.method === 'order.batch' ? this.#answerBatch(request) : this.#answerOne(request));
    } finally {
      this.#inFlight -= count;
    }
  }

  async #answerOne({ id, method, params }: Request): Promise<void> {
    const { door, log } = this.#options;
    const sent = parametersOfSocket(params);
    if (isRefusal(sent)) return this.#refuse(id, sent);
    try {
      const own = this.logon.answer(method, this.#askingOf(params), sent);
      if (own !== undefined) {
        const answer = own instanceof Promise ? ((await own) as unknown) : own;
        this.#send(id, answer, { sent });
        return this.logon.answered(answer);
      }
      const open = door.bySocketMethod.get(method);
      if (open === undefined)
        return this.#refuse(id, { error: 'request/unknown-route', field: 'method' }, { sent });
      const asked = door.ask(open, this.#askingOf(params), sent);
      this.#send(id, asked instanceof Promise ? ((await asked) as unknown) : asked, { sent, open });
    } catch (error) {
      log.error({ method, ...errorFields(error) }, 'a request over a socket failed');
      this.#send(id, { error: 'request/failed' }, { sent });
    }
  }

  #askingOf({ apiKey }: Request['params']) {
    const { ip, userAgent, language } = this.#socket;
    const { session } = this.logon;
    return { ip, userAgent, language, apiKey: typeof apiKey === 'string' ? apiKey : null, session };
  }

  /** Answers each request of a batch: all in one message, or each in its own. */
  async #answerBatch({ id, params }: Request): Promise<void> {
    const { door, log } = this.#options;
    const { session } = this.logon;
    if (session === null) return this.#refuse(id, { error: 'request/unknown-key' });
    const batch = batchOf(params, door);
    if (isRefusal(batch)) return this.#refuse(id, batch);
    const answers = await door.askTogether(batch.asked, { ...this.#askingOf({}), session });
    const textOf = async (answer: Promise<unknown>, { open }: { readonly open: OpenEndpoint }) => {
      try {
        return this.#textOf(await answer, open);
      } catch (error) {
        log.error({ method: 'order.batch', ...errorFields(error) }, 'a request over a socket failed');
        return this.#textOf({ error: 'request/failed' }, open);
      }
    };
    const texts = answers.map((answer, i) => textOf(answer, batch.asked[i]!));
    const name = JSON.stringify(id);
    if (batch.isSingly)
      for (const [index, text] of texts.entries())
        void text.then((found) => this.#socket.send(`{"id":${name},"index":${index},${found}}`));
    const all = await Promise.all(texts);
    const result = batch.isSingly ? `{"answered":${all.length}}` : `[{${all.join('},{')}}]`;
    this.#socket.send(`{"id":${name},"status":200,"result":${result}${this.#limits()}}`);
  }

  #weighed(weight: number): Refusal | null {
    return this.#options.door.weigh(this.#socket, weight);
  }

  /** Answers what is no request of an endpoint, which weighs 1 too. */
  #refuse(id: Id, refusal: Refusal, answered: Answered = {}): void {
    this.#send(id, this.#weighed(1) ?? refusal, answered);
  }

  #send(id: Id, answer: unknown, { sent, open }: Answered = {}): void {
    const limits = this.#limits(sent?.showsLimits);
    this.#socket.send(`{"id":${JSON.stringify(id)},${this.#textOf(answer, open)}${limits}}`);
  }

  /** Status and result, or status and error. */
  #textOf(answer: unknown, open?: OpenEndpoint): string {
    if (isRefusal(answer)) {
      const { status, body } = programRefusal(answer, this.#socket.language, open?.endpoint);
      const waitS = retryAfterS(answer, status);
      const serverTime = this.#options.door.nowMs();
      const data = { serverTime, retryAfter: serverTime + Number(waitS) * 1_000 };
      return `"status":${status},"error":${JSON.stringify(waitS === null ? body : { ...body, data })}`;
    }
    if (answer instanceof ProgramFailure)
      return `"status":${answer.status},"error":${JSON.stringify(answer.body)}`;
    const isText = answer instanceof ReplyText || answer instanceof Serialised;
    return `"status":200,"result":${isText ? answer.json : JSON.stringify(answer)}`;
  }

  /** What is left of the limits, unless the request or the logon does not want to be told. */
  #limits(shows: boolean | null = null): string {
    if (!(shows ?? this.logon.showsLimits)) return '';
    const { door } = this.#options;
    const { weights } = door;
    const weight = limitText({
      rateLimitType: 'REQUEST_WEIGHT',
      interval: 'MINUTE',
      intervalNum: 1,
      limit: weights.limits.weightOfMinute,
      count: weights.usedBy(networkOf(this.#socket.ip)),
    });
    const { session } = this.logon;
    if (session === null) return `,"rateLimits":[${weight}]`;
    return `,"rateLimits":[${[weight, ...weights.orderLimitsOf(session.userId).map(limitText)].join(',')}]`;
  }
}

/** The request that is answered, and its endpoint; neither if it is no request. */
interface Answered {
  readonly sent?: SentParameters;
  readonly open?: OpenEndpoint | undefined;
}

function limitText({ rateLimitType, interval, intervalNum, limit, count }: UsedLimit): string {
  return `{"rateLimitType":"${rateLimitType}","interval":"${interval}","intervalNum":${intervalNum},"limit":${limit},"count":${count}}`;
}

/** How many requests a message holds. */
function countOf({ method, params: { requests } }: Request): number {
  return method === 'order.batch' && Array.isArray(requests) ? Math.min(requests.length, BATCH_MAX) : 1;
}

interface Batch {
  readonly asked: readonly { readonly open: OpenEndpoint; readonly sent: SentParameters }[];
  readonly isSingly: boolean;
}

function batchOf(
  { requests, answers = 'together', ...more }: Request['params'],
  door: ProgramDoor,
): Batch | Refusal {
  const [unknown] = Object.keys(more);
  if (unknown !== undefined) return invalidField(unknown.slice(0, 64), 'is not a field of this call');
  if (answers !== 'together' && answers !== 'singly')
    return invalidField('answers', 'one of together, singly');
  if (!Array.isArray(requests) || requests.length === 0) return invalidField('requests', 'is required');
  if (requests.length > BATCH_MAX) return invalidField('requests', `at most ${BATCH_MAX}`);
  const asked: { open: OpenEndpoint; sent: SentParameters }[] = [];
  for (const [i, one] of (requests as readonly unknown[]).entries()) {
    const field = `requests.${i}`;
    if (!isObject(one) || typeof one['method'] !== 'string') return invalidField(field, 'has no method');
    const open = OF_BATCHES.has(one['method']) ? door.bySocketMethod.get(one['method']) : undefined;
    if (open === undefined) return invalidField(`${field}.method`, `one of ${[...OF_BATCHES].join(', ')}`);
    const { params } = one;
    if (!isObject(params) || 'signature' in params) return invalidField(`${field}.params`, 'not valid JSON');
    const wide = refuseWide(params);
    if (wide !== null) return wide;
    asked.push({ open, sent: { parameters: params, payload: '', signature: null, showsLimits: null } });
  }
  return { asked, isSingly: answers === 'singly' };
}

function requestOf(text: string): Request | Refusal {
  const sent = parsed(text);
  if (!isObject(sent)) return invalidField('message', 'not valid JSON');
  const { id = null, method, params = {} } = sent;
  if (!isId(id)) return invalidField('id', 'not an id');
  if (typeof method !== 'string') return invalidField('method', 'is required');
  if (!isObject(params)) return invalidField('params', 'not valid JSON');
  return { id, method, params };
}

/** Undefined for what is no JSON or is nested too deeply. */
function parsed(text: string): unknown {
  if (isJsonDeep(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As Binance takes it. */
const isId = (id: unknown): id is Id =>
  id === null || Number.isSafeInteger(id) || (typeof id === 'string' && /^[\w-]{0,36}$/.test(id));
