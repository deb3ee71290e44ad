/** Calls of one client from its own loopback address. A transport failure is status 0. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export const PASSWORD = 'Harness-2026';
const TIMEOUT_MS = 30_000;
let registered = 0;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly ms: number;
}

export interface Reply<T> {
  readonly status: number;
  readonly code: number;
  readonly error?: string;
  readonly data: T;
  readonly tick?: unknown;
  readonly ms: number;
}

export interface Ask {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface ClientOptions {
  readonly address?: string;
  /** Acts as a browser at this origin, which stores its cookies. */
  readonly origin?: string;
}

export class Client {
  readonly port: number;
  readonly address: string;
  token = '';
  readonly #origin: string | undefined;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  #cookies = new Map<string, string>();

  constructor(port: number, { address = '127.0.0.1', origin }: ClientOptions = {}) {
    this.port = port;
    this.address = address;
    this.#origin = origin;
  }

  ask({ path, method = 'POST', headers = {}, body }: Ask): Promise<Answer> {
    const startMs = performance.now();
    return new Promise((resolve) => {
      const failed = (): void =>
        resolve({ status: 0, headers: {}, text: '', ms: performance.now() - startMs });
      const sent = request(
        {
          host: '127.0.0.1',
          port: this.port,
          localAddress: this.address,
          agent: this.#agent,
          path,
          method,
          headers,
          timeout: TIMEOUT_MS,
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.once('error', failed).once('end', () => {
            const status = response.statusCode ?? 0;
            resolve({ status, headers: response.headers, text, ms: performance.now() - startMs });
          });
        },
      );
      sent.once('timeout', () => sent.destroy(new Error('timeout'))).once('error', failed);
      sent.end(body);
    });
  }

  async call<T = unknown>(path: string, input: object = {}): Promise<Reply<T>> {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (this.token !== '') headers['x-access-token'] = this.token;
    if (this.#origin !== undefined) headers['origin'] = this.#origin;
    if (this.#cookies.size > 0)
      headers['cookie'] = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.ask({ path, headers, body: JSON.stringify(input) });
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      this.#cookies.set(name, value);
    }
    return { ...replyIn(answer.text), status: answer.status, ms: answer.ms };
  }

  /** The newest code mailed to an address. */
  async codeFor(email: string): Promise<string> {
    const { text } = await this.ask({
      path: `/dev/mail.json?to=${encodeURIComponent(email)}`,
      method: 'GET',
    });
    const mails = text === '' ? [] : (JSON.parse(text) as { code: string | null }[]);
    return mails.find(({ code }) => code !== null)?.code ?? '';
  }

  /** Registers an account with a session; returns the address. */
  async register(name: string): Promise<string> {
    // Unique, because attacks may share a server.
    const email = `${name}-${++registered}@attack.example`;
    await this.call('/bb/app/user/sendEmailCode', { email, type: 'register' });
    const code = await this.codeFor(email);
    const { error, data } = await this.call<{ token: string } | null>('/bb/app/user/register', {
      email,
      code,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      agree: true,
    });
    if (error !== undefined || data === null) throw new Error(`${email} was not registered: ${error}`);
    this.token = data.token;
    return email;
  }

  /** The whole sign-in: requests a code, reads the mail, sends both. */
  async signIn(email: string, password = PASSWORD): Promise<Reply<{ token: string } | null>> {
    await this.call('/bb/app/user/sendEmailCode', { email, type: 'login' });
    return this.signInByCode(email, { code: await this.codeFor(email), password });
  }

  signInByCode(email: string, more: object): Promise<Reply<{ token: string } | null>> {
    return this.call('/bb/app/user/login', { account: email, password: PASSWORD, ...more });
  }

  /** Acts as the same browser on another network. */
  takeCookies(other: Client): void {
    this.#cookies = new Map(other.#cookies);
  }

  close(): void {
    this.#agent.destroy();
  }
}

function replyIn<T>(text: string): Omit<Reply<T>, 'status' | 'ms'> {
  try {
    return JSON.parse(text) as Omit<Reply<T>, 'status' | 'ms'>;
  } catch {
    return { code: 0, error: 'no reply', data: null as T };
  }
}
