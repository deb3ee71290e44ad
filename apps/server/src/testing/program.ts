/** A program for tests: an API key of a user, and signed requests of the trading API. */
import { createHmac, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { formOf, RequestLine, socketPayload } from '@glasshouse/client';
import { userMessage, type ErrorBody } from '@glasshouse/protocol/programs';
import { FUND_PASSWORD, giveFundPassword } from './fund-password.ts';
import type { TestServer, TestUser } from './harness.ts';
import { assertPublished } from './published.ts';

export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

export interface ProgramReply<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export type ProgramError = ErrorBody;

export class Program {
  readonly apiKey: string;
  readonly #url: string;
  readonly secret: string;
  #lastMs = 0;

  constructor(url: string, { apiKey, secret }: ProgramKey) {
    this.#url = url;
    this.apiKey = apiKey;
    this.secret = secret;
  }

  /** Hex by an HMAC key, base64 by the others. */
  sign(text: string): string {
    if (!this.secret.startsWith('-----')) return createHmac('sha256', this.secret).update(text).digest('hex');
    const key = createPrivateKey(this.secret);
    const algorithm = key.asymmetricKeyType === 'rsa' ? 'sha256' : null;
    return sign(algorithm, Buffer.from(text), key).toString('base64');
  }

  /** The parameters with time and signature, as a query or a form. No two have the same time. */
  signed(parameters: Parameters): string {
    this.#lastMs = Math.max(Date.now(), this.#lastMs + 1);
    const text = formOf({ ...parameters, timestamp: parameters['timestamp'] ?? this.#lastMs });
    return `${text}&signature=${encodeURIComponent(this.sign(text))}`;
  }

  /** 'GET /api/v3/order'; a POST and a PUT send a form, all others a query. */
  async ask<T = ProgramError>(target: string, parameters: Parameters = {}): Promise<ProgramReply<T>> {
    return this.send(target, this.signed(parameters));
  }

  /** The answer is checked against the published document. */
  async send<T = ProgramError>(target: string, text: string): Promise<ProgramReply<T>> {
    const [method = '', path = ''] = target.split(' ');
    const isForm = method === 'POST' || method === 'PUT';
    const response = await fetch(`${this.#url}${path}${isForm || text === '' ? '' : `?${text}`}`, {
      method,
      headers: {
        'x-mbx-apikey': this.apiKey,
        ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(isForm ? { body: text } : {}),
    });
    const { status, headers } = response;
    const body = (await response.json()) as T;
    assertPublished({ path, method, status }, body);
    return { status, headers, body };
  }
}

export interface ProgramKey {
  readonly apiKey: string;
  /** The text that an HMAC is made with, or a private key as PEM. */
  readonly secret: string;
}

/** A new key of the user. The server needs the MASTER_KEY of fund-password.ts. */
export async function keyOf(
  server: TestServer,
  user: TestUser,
  {
    kind = 'hmac',
    permissions = ['trade'],
    networks = [],
  }: {
    readonly kind?: 'hmac' | 'ed25519' | 'rsa';
    readonly permissions?: readonly string[];
    readonly networks?: readonly string[];
  } = {},
): Promise<ProgramKey> {
  await giveFundPassword(server, user);
  await server.server.database.query('update email_codes set created_ms = 0 where email = $1', [user.email]);
  await server.post('/bb/app/user/sendEmailCode', { email: user.email, type: 'withdraw' });
  const pair = kind === 'hmac' ? null : pairOf(kind);
  const { data, msg } = await server.post<{ apiKey: string; secret: string | null }>(
    '/bb/app/apiKeys/createKey',
    {
      name: `A test of ${kind}`,
      kind,
      permissions,
      networks,
      ...(pair === null ? {} : { publicKey: pair.publicKey }),
      fundPassword: FUND_PASSWORD,
      code: await server.codeFor(user.email),
    },
    user,
  );
  if (data === null) throw new Error(msg);
  return { apiKey: data.apiKey, secret: pair?.privateKey ?? data.secret ?? '' };
}

function pairOf(kind: 'ed25519' | 'rsa'): { readonly publicKey: string; readonly privateKey: string } {
  const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
  const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const;
  return kind === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding, privateKeyEncoding })
    : generateKeyPairSync('ed25519', { publicKeyEncoding, privateKeyEncoding });
}

/** A program with a new HMAC key of the user. */
export async function programOf(
  server: TestServer,
  user: TestUser,
  permissions: readonly string[] = ['trade'],
): Promise<Program> {
  return new Program(server.server.url, await keyOf(server, user, { permissions }));
}

/** A key of the user that may withdraw, a day after it was allowed to unless it is to be young. */
export async function withdrawKeyOf(
  server: TestServer,
  user: TestUser,
  { isYoung = false, permissions = ['withdraw'] } = {},
): Promise<ProgramKey> {
  const key = await keyOf(server, user, { permissions, networks: ['127.0.0.1', '::1'] });
  if (isYoung) return key;
  const { database, features } = server.server;
  await database.query(
    'update api_keys set withdraws_from_ms = withdraws_from_ms - 86400000 where user_id = $1',
    [Number(user.userId)],
  );
  await features.open['api-keys'].gives.userKeys.settle(Number(user.userId));
  return key;
}

/** Long enough for any machine. */
const ANSWER_MS_MAX = 60_000;

/** The answers and events that one socket of the trading API gets. */
export interface SocketReply {
  readonly id?: number;
  readonly status?: number;
  readonly result?: unknown;
  readonly error?: ProgramError;
  readonly subscriptionId?: number;
  readonly seq?: number;
  readonly event?: Readonly<Record<string, unknown>>;
}

/** A socket at /ws-api/v3. Each event of an account must be exactly as its schema says. */
export class ProgramLine {
  readonly #line: RequestLine;
  readonly events: SocketReply[] = [];
  #wake = (): void => undefined;

  private constructor(line: RequestLine) {
    this.#line = line;
    line.onMessage = (message) => {
      if (message['subscriptionId'] !== undefined) userMessage.parse(message);
      this.events.push(message);
      this.#wake();
    };
  }

  static async open({ server }: TestServer): Promise<ProgramLine> {
    return new ProgramLine(
      await RequestLine.open({ url: server.url, openMs: ANSWER_MS_MAX, requestMs: ANSWER_MS_MAX }),
    );
  }

  ask(method: string, params: object = {}): Promise<SocketReply> {
    return this.#line.ask(method, { ...params });
  }

  /** Logs on with the key of a program. */
  async logOn(program: Program, timestamp = Date.now()): Promise<SocketReply> {
    const params = { apiKey: program.apiKey, timestamp };
    return this.ask('session.logon', { ...params, signature: program.sign(socketPayload(params)) });
  }

  /** Resolves when so many events have come. */
  async untilEvents(count: number): Promise<readonly SocketReply[]> {
    while (this.events.length < count) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.events;
  }

  close(): void {
    this.#line.close();
  }
}
