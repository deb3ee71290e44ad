/**
 * Requests and account events over a socket that has logged on, and comes back by itself when it
 * breaks. Nothing is queued meanwhile: an order that was priced before a cut is not sent after it.
 */
import type { EndpointName, SocketErrorBody, SocketResult, UserMessage } from '@glasshouse/protocol/programs';
import { AccountEvents, type EventFollower } from './account-events.ts';
import { BACKOFF, delay, type BackoffOptions } from './backoff.ts';
import {
  endpointNamed,
  parametersIn,
  type AnswerOf,
  type ArgumentsFor,
  type BatchedEndpoint,
  type ParametersFor,
  type SocketEndpoint,
} from './endpoint-types.ts';
import { ApiError, UnansweredError } from './errors.ts';
import { LastingLine } from './lasting-line.ts';
import { RequestLine, type LineReply } from './request-line.ts';
import { ServerClock, WINDOW_MS, WRONG_TIME } from './server-clock.ts';
import { socketPayload, type Credentials, type Values } from './signing.ts';

export interface SocketOptions {
  /** The address of the platform, such as 'https://exchange.example'. */
  readonly url: string;
  /** The key to log on with. Without one only public endpoints can be asked. */
  readonly credentials?: Credentials;
  /** How long a connection may take to open; default: 10 s. */
  readonly openMs?: number;
  /** How long a request may wait for its answer; default: 10 s. */
  readonly requestMs?: number;
  /** A line that is silent for so long is asked whether it is alive; default: 20 s. */
  readonly silentMs?: number;
  readonly backoff?: BackoffOptions;
}

/** One request of a batch. */
export type BatchPart = {
  [N in BatchedEndpoint]: { readonly endpoint: N; readonly parameters: ParametersFor<N> };
}[BatchedEndpoint];
/** What became of it. */
export type PartResult<N extends BatchedEndpoint = BatchedEndpoint> =
  | { readonly answer: AnswerOf<N>; readonly error: null }
  | { readonly answer: null; readonly error: ApiError };
type PartResults<P extends readonly BatchPart[]> = {
  -readonly [I in keyof P]: PartResult<P[I]['endpoint']>;
};

const DEFAULTS = { openMs: 10_000, requestMs: 10_000, silentMs: 20_000, backoff: BACKOFF };
/** Statuses after which the same request can succeed later. */
const LATER = new Set([418, 429]);

export class SocketClient {
  readonly clock = new ServerClock();
  readonly #options: SocketOptions & typeof DEFAULTS;
  readonly #events = new AccountEvents();
  readonly #lasting: LastingLine<RequestLine>;

  constructor(options: SocketOptions) {
    this.#options = { ...DEFAULTS, ...options };
    this.#lasting = new LastingLine({
      backoff: this.#options.backoff,
      open: () => this.#open(),
      opened: (line) => this.#opened(line),
      isFinal: (error) =>
        error instanceof ApiError &&
        error.status < 500 &&
        !LATER.has(error.status) &&
        error.code !== WRONG_TIME,
    });
  }

  /** Resolves when requests can be sent; rejects if the key is refused, or after `close`. */
  async ready(): Promise<void> {
    await this.#lasting.ready();
  }

  /** Rejects, with the reason, when it comes back no more: its key is refused, or `close`. */
  get ended(): Promise<never> {
    return this.#lasting.ended;
  }

  /** How often an event did not have the next number, and the account was read anew for it. */
  get misfits(): number {
    return this.#events.misfits;
  }

  get isClosed(): boolean {
    return this.#lasting.isClosed;
  }

  /** Ends it for ever. Requests that wait are rejected as unknown. */
  close(): void {
    this.#lasting.close();
  }

  /**
   * Asks an endpoint by its name. Throws an ApiError if it is refused, an UnansweredError if no
   * answer comes or there is no line now.
   */
  async ask<N extends SocketEndpoint>(name: N, ...given: ArgumentsFor<N>): Promise<AnswerOf<N>> {
    return (await this.#ask(name, parametersIn(given))) as AnswerOf<N>;
  }

  /**
   * Sends up to 200 requests as one message. They run in their order; each is decided alone, so the
   * results may have refusals. Throws as `ask` does if the whole batch is refused or unanswered.
   */
  async batch<const P extends readonly BatchPart[]>(parts: P): Promise<PartResults<P>> {
    const requests = parts.map(({ endpoint, parameters }) => ({
      method: endpointNamed(endpoint).socketMethod!,
      params: this.#stamped(endpoint, parameters),
    }));
    const reply = await this.#line('order.batch').ask('order.batch', { requests }, this.#endsMs());
    return (resultOf(reply) as LineReply[]).map((part): PartResult =>
      part.error === undefined
        ? { answer: part.result as AnswerOf<BatchedEndpoint>, error: null }
        : { answer: null, error: errorOf(part) },
    ) as PartResults<P>;
  }

  /** From now on the follower gets the events of the account. */
  follow(follower: EventFollower): void {
    this.#events.add(follower);
    const { line } = this.#lasting;
    if (line !== null && !this.#events.isOn) void this.#subscribe(line);
  }

  /**
   * What became of a new order whose answer is missing, by its client order id: the order, or null
   * if it was not placed and never will be. Where only time can tell, waits for it.
   */
  async findOrder(
    name: { readonly symbol: string; readonly origClientOrderId: string },
    { endsMs }: Pick<UnansweredError, 'endsMs'>,
  ): Promise<AnswerOf<'spot/query-order'> | null> {
    for (;;) {
      await this.ready();
      const waitMs = endsMs === null ? 0 : endsMs - this.clock.now();
      try {
        return await this.ask('spot/query-order', name);
      } catch (error) {
        if (error instanceof UnansweredError) continue;
        if (!(error instanceof ApiError) || error.error !== 'spot/unknown-order') throw error;
        if (waitMs < 0) return null;
      }
      await delay(waitMs + 1, new AbortController().signal);
    }
  }

  async #ask(name: EndpointName, given: Values): Promise<unknown> {
    const method = endpointNamed(name).socketMethod!;
    const send = () => this.#line(method).ask(method, this.#stamped(name, given), this.#endsMs());
    const reply = await send();
    if (reply.error?.code !== WRONG_TIME) return resultOf(reply);
    await this.#setClock(this.#line(method));
    return resultOf(await send());
  }

  #line(asked: string): RequestLine {
    const { line } = this.#lasting;
    if (line === null) throw new UnansweredError({ asked, why: 'there is no line', endsMs: null });
    return line;
  }

  /** What changes something carries a time, so that it cannot begin long after it was sent. */
  #stamped(name: EndpointName, given: Values): Values {
    const { method, security } = endpointNamed(name);
    if (method === 'GET' || security === 'none') return given;
    return { ...given, recvWindow: WINDOW_MS, timestamp: this.clock.now() };
  }

  #endsMs(): number {
    return this.clock.endOf(this.clock.now());
  }

  async #open(): Promise<RequestLine> {
    const line = await RequestLine.open(this.#options);
    line.onMessage = (message) => {
      if (!('subscriptionId' in message) || !('event' in message)) return;
      if (!this.#events.take(message as unknown as UserMessage)) line.close();
    };
    try {
      await this.#setClock(line);
      if (this.#options.credentials !== undefined) await this.#logOn(line, this.#options.credentials);
      return line;
    } catch (error) {
      line.close();
      throw error;
    }
  }

  #opened(line: RequestLine): void {
    const { silentMs } = this.#options;
    const watch = setInterval(() => {
      if (Date.now() - line.heardMs >= silentMs) line.ask('ping').catch(() => line.close());
    }, silentMs);
    void line.closed.then(() => clearInterval(watch));
    if (this.#events.isFollowed) void this.#subscribe(line);
    else this.#events.pause();
  }

  #setClock(line: RequestLine): Promise<void> {
    return this.clock.set(async () => resultOf(await line.ask('time')) as AnswerOf<'market/get-time'>);
  }

  async #logOn(line: RequestLine, { apiKey, sign }: Credentials): Promise<void> {
    const signed = { apiKey, recvWindow: WINDOW_MS, returnRateLimits: false, timestamp: this.clock.now() };
    const signature = await sign(socketPayload(signed));
    resultOf(await line.ask('session.logon', { ...signed, signature }));
  }

  async #subscribe(line: RequestLine): Promise<void> {
    try {
      const reply = await line.ask('userDataStream.subscribe', this.#events.asked());
      if (this.#events.resume(resultOf(reply) as SocketResult<'userDataStream.subscribe'>)) return;
    } catch {
      // Without events the line is of no use. The next one subscribes again.
    }
    line.close();
  }
}

function resultOf(reply: LineReply): unknown {
  if (reply.error !== undefined) throw errorOf(reply);
  return reply.result;
}

function errorOf({ status, error }: LineReply): ApiError {
  const body = error as SocketErrorBody;
  const retryAfterS =
    body.data?.retryAfter === undefined
      ? null
      : Math.ceil((body.data.retryAfter - body.data.serverTime) / 1_000);
  return new ApiError({ status, body, retryAfterS });
}
