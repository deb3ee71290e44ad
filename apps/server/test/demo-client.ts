/** Calls of the demo trader over HTTP to a server that runs as a process of its own. */
import { DEMO_TRADER } from '../src/features/identity/demo-trader.ts';

export interface DemoReply<T> {
  readonly code: number;
  readonly error?: string;
  readonly data: T;
  readonly tick?: unknown;
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

  async login(): Promise<void> {
    const { email, password } = DEMO_TRADER;
    await this.post('/bb/app/user/sendEmailCode', { email, type: 'login' });
    const mails = await fetch(`${this.#base}/dev/mail.json?to=${email}`);
    const [newest] = (await mails.json()) as { code: string }[];
    const input = { account: email, code: newest?.code, password };
    const reply = await this.post<{ token: string } | undefined>('/bb/app/user/login', input);
    if (reply.code !== 1) throw new Error(`the demo trader was refused: ${reply.error}`);
    this.#token = reply.data?.token ?? '';
  }
}
