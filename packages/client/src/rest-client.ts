/** Requests over HTTP, signed where an endpoint needs it. */
import type { EndpointName, ErrorBody } from '@glasshouse/protocol/programs';
import { endpointNamed, parametersIn, type AnswerOf, type ArgumentsFor } from './endpoint-types.ts';
import { ApiError, UnansweredError } from './errors.ts';
import { ServerClock, WINDOW_MS, WRONG_TIME } from './server-clock.ts';
import { formOf, type Credentials, type Values } from './signing.ts';

export interface RestOptions {
  /** The address of the platform, such as 'https://exchange.example'. */
  readonly url: string;
  /** Needed for endpoints with a permission. */
  readonly credentials?: Credentials;
  /** How long a request may wait for its answer; default: 10 s. */
  readonly requestMs?: number;
}

const REQUEST_MS = 10_000;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Asks endpoints by their names: `rest.ask('spot/query-order', { symbol, orderId })`. */
export class RestClient {
  readonly clock = new ServerClock();
  readonly #options: RestOptions;

  constructor(options: RestOptions) {
    this.#options = options;
  }

  /**
   * Returns the answer. Throws an ApiError if it is refused, an UnansweredError if no answer comes.
   * Asks once more only where the refusal was for a wrong time of ours.
   */
  async ask<N extends EndpointName>(name: N, ...given: ArgumentsFor<N>): Promise<AnswerOf<N>> {
    return (await this.#ask(name, parametersIn(given))) as AnswerOf<N>;
  }

  async #ask(name: EndpointName, given: Values): Promise<unknown> {
    if (endpointNamed(name).security === 'none') return this.#send(name, given);
    if (!this.clock.isSet) await this.#setClock();
    try {
      return await this.#signed(name, given);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== WRONG_TIME) throw error;
      await this.#setClock();
      return this.#signed(name, given);
    }
  }

  #setClock(): Promise<void> {
    return this.clock.set(() => this.ask('market/get-time'));
  }

  async #signed(name: EndpointName, given: Values): Promise<unknown> {
    const { credentials } = this.#options;
    if (credentials === undefined) throw new TypeError(`${name} needs an API key`);
    const timestamp = this.clock.now();
    const text = formOf({ ...given, recvWindow: WINDOW_MS, timestamp });
    const signature = encodeURIComponent(await credentials.sign(text));
    return this.#exchange(name, `${text}&signature=${signature}`, this.clock.endOf(timestamp));
  }

  #send(name: EndpointName, given: Values): Promise<unknown> {
    return this.#exchange(name, formOf(given), Date.now());
  }

  async #exchange(name: EndpointName, text: string, endsMs: number): Promise<unknown> {
    const { method, path } = endpointNamed(name);
    const { url, credentials, requestMs = REQUEST_MS } = this.#options;
    const isForm = method === 'POST' || method === 'PUT';
    const target = `${url.replace(/\/$/, '')}${path}${isForm || text === '' ? '' : `?${text}`}`;
    const key = credentials === undefined ? {} : { 'x-mbx-apikey': credentials.apiKey };
    const signal = AbortSignal.timeout(requestMs);
    try {
      const response = isForm
        ? await fetch(target, { method, headers: { ...key, ...FORM }, body: text, signal })
        : await fetch(target, { method, headers: key, signal });
      const body = (await response.json()) as unknown;
      if (response.ok) return body;
      if (isError(body)) throw refusalOf(response, body);
      throw new Error(`HTTP ${response.status}`);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw new UnansweredError({ asked: name, why: (error as Error).message, endsMs }, error);
    }
  }
}

function refusalOf({ status, headers }: Response, body: ErrorBody): ApiError {
  const seconds = headers.get('retry-after');
  return new ApiError({ status, body, retryAfterS: seconds === null ? null : Number(seconds) });
}

/** What does not come from the platform, such as a proxy's page, is no refusal. */
const isError = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'msg' in body;
