/** Calls of one user, the demo trader or another, over HTTP to a server in its own process. */
import { DEMO_TRADER } from '../src/features/identity/demo-trader.ts';

export interface DemoReply<T> {
  readonly code: number;
  readonly error?: string;
  readonly data: T;
  readonly tick?: unknown;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export class DemoClient {
  readonly #base: string;
  #token = '';

  constructor(port: number) {
    this.#base = `http://127.0.0.1:${port}`;
  }

  get token(): string {
    return this.#token;
  }

  async post<T>(route: string, body: object = {}, key?: string): Promise<DemoReply<T>> {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (this.#token !== '') headers['x-access-token'] = this.#token;
    if (key !== undefined) headers['idempotency-key'] = key;
    const response = await fetch(this.#base + route, { method: 'POST', headers, body: JSON.stringify(body) });
    if (response.status !== 200) throw new Error(`${route}: HTTP ${response.status}`);
    return (await response.json()) as DemoReply<T>;
  }

  /** Continues a session that was opened before. */
  resume(token: string): void {
    this.#token = token;
  }

  async login({ email, password }: Credentials = DEMO_TRADER): Promise<void> {
    const code = await this.mailedCode(email, 'login');
    await this.#open('/bb/app/user/login', { account: email, code, password });
  }

  async register({ email, password }: Credentials, inviteCode = ''): Promise<void> {
    const code = await this.mailedCode(email, 'register');
    const input = { email, code, password, confirmPassword: password, inviteCode, agree: true };
    await this.#open('/bb/app/user/register', input);
  }

  /** Requests a code and reads it from the captured mail of demo mode. */
  async mailedCode(email: string, type: string): Promise<string> {
    const { code, error } = await this.post('/bb/app/user/sendEmailCode', { email, type });
    if (code !== 1) throw new Error(`no code for ${email}: ${error}`);
    const mails = await fetch(`${this.#base}/dev/mail.json?to=${email}`);
    const list = (await mails.json()) as { code: string | null }[];
    return list.find((mail) => mail.code !== null)?.code ?? '';
  }

  async #open(route: string, input: object): Promise<void> {
    const reply = await this.post<{ token: string } | undefined>(route, input);
    if (reply.code !== 1) throw new Error(`${route} was refused: ${reply.error}`);
    this.#token = reply.data?.token ?? '';
  }
}
