/**
 * Starts the whole server in this process for a test: a temporary data folder, a free port, real
 * HTTP, a market whose prices only the test changes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, type Config } from '../config.ts';
import { createLog } from '../process/log.ts';
import type { MarketPlug } from '../contract/market.ts';
import type { SteadyClock } from '../pipeline/clock.ts';
import { startServer, type RunningServer } from '../server.ts';
import { placeCluster } from './embedded-cluster.ts';
import { assertPublished } from './published.ts';
import { stillMarket, type StillMarket } from './still-market.ts';

export interface TestUser {
  readonly email: string;
  readonly password: string;
  readonly userId: string;
  readonly token: string;
}

export interface PostOptions {
  readonly token?: string;
  readonly language?: string;
  readonly key?: string;
  /** Sends the body form-encoded. */
  readonly isForm?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestServer {
  readonly server: RunningServer;
  readonly market: StillMarket;
  post<T = unknown>(path: string, body?: unknown, options?: PostOptions): Promise<TestReply<T>>;
  get<T = unknown>(path: string, options?: PostOptions): Promise<TestReply<T>>;
  /** The newest code mailed to an address. */
  codeFor(email: string): Promise<string>;
  /** Registers a user with play money. */
  register(name: string, more?: Readonly<Record<string, unknown>>): Promise<TestUser>;
  login(user: Pick<TestUser, 'email' | 'password'>): Promise<TestUser>;
  close(): Promise<void>;
}

export interface TestReply<T> {
  readonly http: number;
  readonly code: number;
  readonly msg: string;
  readonly data: T;
  readonly error?: string;
  readonly field?: string;
  readonly status?: string;
  readonly tick?: T;
}

export const PASSWORD = 'Harness-2026';

/** Six digits that match none of these codes. */
export function wrongCode(...codes: readonly string[]): string {
  const taken = new Set(codes);
  for (let number = 0; ; number++) {
    const code = String(number).padStart(6, '0');
    if (!taken.has(code)) return code;
  }
}

export interface HarnessOptions {
  /**
   * Settings that environment variables cannot set, because they are refused, such as production
   * without PostgreSQL.
   */
  readonly config?: Partial<Config>;
  readonly env?: Readonly<Record<string, string>>;
  /** Receives the log's lines; LOG_LEVEL filters them. */
  readonly writeLog?: (line: string) => void;
  /** Replaces the still market. */
  readonly plug?: MarketPlug;
  /** The clock of commands; default: the machine's. */
  readonly clock?: SteadyClock;
  /** An existing folder: the server starts on its data. */
  readonly dataDir?: string;
}

export async function startTestServer(options: HarnessOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'glasshouse-test-'));
  // An empty PostgreSQL database, to run the same tests on.
  const DATABASE_URL = process.env.TEST_DATABASE_URL;
  if (DATABASE_URL === undefined && options.env?.['DATABASE_URL'] === undefined)
    await placeCluster(dataDir, 'applied');
  const read = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DEMO_BLOCK_MS: '0',
    DATABASE_URL,
    ...options.env,
  });
  // Its looks would come between what a test counts.
  const config = { ...read, watchEveryMs: 0, ...options.config };
  const market = stillMarket();
  const server = await startServer({
    config,
    log: createLog(config.logLevel, options.writeLog === undefined ? {} : { write: options.writeLog }),
    market: options.plug ?? { projections: [], start: market.factory },
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    onProgress: () => {},
    onFatal: (error) => {
      throw error;
    },
  });
  const client = createClient(server.url);
  return {
    server,
    market,
    ...client,
    close: async () => {
      await server.stop();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type Client = Pick<TestServer, 'post' | 'get' | 'codeFor' | 'register' | 'login'>;

function createClient(url: string): Client {
  const post: Client['post'] = (target, body, options = {}) =>
    request(url + target, {
      method: 'POST',
      headers: headersOf(options, body !== undefined),
      ...(body === undefined ? {} : { body: bodyOf(body, options) }),
    });
  const get: Client['get'] = (target, options = {}) =>
    request(url + target, { headers: headersOf(options, false) });
  const codeFor = async (email: string) => {
    const response = await fetch(`${url}/dev/mail.json?to=${encodeURIComponent(email)}`);
    const list = (await response.json()) as { code: string | null }[];
    return list.find(({ code }) => code !== null)?.code ?? '';
  };
  const session = async (
    call: string,
    body: Record<string, unknown>,
    user: { email: string; password: string },
  ) => {
    const reply = await post<{ userId: string; token: string }>(`/bb/app/user/${call}`, body);
    if (reply.code !== 1) throw new Error(`${call} was refused: ${reply.error} ${reply.msg}`);
    return { ...user, ...reply.data };
  };
  return {
    post,
    get,
    codeFor,
    register: async (name, more = {}) => {
      const user = { email: `${name}@test.example`, password: PASSWORD };
      await post('/bb/app/user/sendEmailCode', { email: user.email, type: 'register' });
      const code = await codeFor(user.email);
      const { email, password } = user;
      return session(
        'register',
        { email, code, password, confirmPassword: password, agree: true, ...more },
        user,
      );
    },
    login: async (user) => {
      await post('/bb/app/user/sendEmailCode', { email: user.email, type: 'login' });
      const code = await codeFor(user.email);
      return session('login', { account: user.email, code, password: user.password }, user);
    },
  };
}

function headersOf(
  { token, language, key, isForm, headers }: PostOptions,
  hasBody: boolean,
): Record<string, string> {
  const type = isForm === true ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    ...(hasBody ? { 'content-type': type } : {}),
    ...(token === undefined ? {} : { 'x-access-token': token }),
    ...(language === undefined ? {} : { 'accept-language': language }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...headers,
  };
}

function bodyOf(body: unknown, { isForm }: PostOptions): string {
  if (isForm === true) return new URLSearchParams(body as Record<string, string>).toString();
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Checks every reply of every test against the published document. */
async function request<T>(url: string, init: RequestInit): Promise<TestReply<T>> {
  const response = await fetch(url, init);
  const { status } = response;
  if (response.headers.get('content-type')?.startsWith('text/csv') === true)
    return { http: status, code: 1, msg: '', data: (await response.text()) as T };
  const reply = (await response.json()) as Omit<TestReply<T>, 'http'>;
  assertPublished({ path: new URL(url).pathname, method: init.method ?? 'GET', status }, reply);
  return { http: status, ...reply };
}
