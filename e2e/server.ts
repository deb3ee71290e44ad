/**
 * A real server for browser tests and screenshots: its own process on its own folder, which can be
 * killed and restarted.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../tools/free-port.ts';
import { placeCluster } from '../apps/server/src/testing/embedded-cluster.ts';

const SOURCE = path.resolve(import.meta.dirname, '..', 'apps', 'server', 'src');
const MAIN = path.join(SOURCE, 'main.ts');
const COMMANDS = path.join(SOURCE, 'commands');
const START_LIMIT_MS = 300_000;
const MAIL_MS_MAX = 60_000;

/** The signed-in user, as the site stores it. */
export interface Session {
  readonly userId: string;
  readonly token: string;
  readonly email: string;
}

export class TestServer {
  readonly url: string;
  readonly #port: number;
  readonly #dataDir: string;
  readonly #env: Readonly<Record<string, string>>;
  #process: ChildProcess | null = null;

  private constructor(port: number, env: Readonly<Record<string, string>>) {
    this.#port = port;
    this.#env = env;
    this.#dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-e2e-'));
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
    const server = new TestServer(await freePort(), env);
    await placeCluster(server.#dataDir, 'applied');
    await server.start();
    return server;
  }

  /** Starts the process and waits until it is ready. */
  async start(): Promise<void> {
    const env = {
      ...process.env,
      PORT: String(this.#port),
      DATA_DIR: this.#dataDir,
      LOG_LEVEL: 'warn',
      ...this.#env,
    };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = child;
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const deadlineMs = Date.now() + START_LIMIT_MS;
    while (!(await this.#isReady())) {
      if (child.exitCode !== null || Date.now() > deadlineMs)
        throw new Error(`the server did not start:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Runs an operating command beside the server, such as `kyc list`; returns its output. */
  async operate(
    command:
      | 'acts'
      | 'brand'
      | 'clock'
      | 'kyc'
      | 'maintenance'
      | 'markets'
      | 'networks'
      | 'notices'
      | 'offers'
      | 'operators'
      | 'parameters'
      | 'vouchers',
    ...args: readonly string[]
  ): Promise<string> {
    const file = path.join(COMMANDS, `${command}.ts`);
    const env = { ...process.env, DATA_DIR: this.#dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], { env });
    return stdout;
  }

  /**
   * The same for acts of two people: what waits for a second person is agreed to by another one.
   */
  async operateByTwo(...asked: Parameters<TestServer['operate']>): Promise<string> {
    const output = await this.operate(...asked);
    const [, act] = /^Act (\d+) waits/m.exec(output) ?? [];
    return act === undefined ? output : output + (await this.operate('acts', 'agree', act, '--by', 'second'));
  }

  /** SIGKILL: no time to clean up. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  async #isReady(): Promise<boolean> {
    try {
      const response = await fetch(`${this.url}/readyz`);
      return response.ok;
    } catch {
      return false;
    }
  }

  /** Waits for a mail with a code to an address; returns the newest code. */
  async codeFor(email: string, options: { after?: number } = {}): Promise<string> {
    const lateMs = Date.now() + MAIL_MS_MAX;
    while (Date.now() < lateMs) {
      const response = await fetch(`${this.url}/dev/mail.json?to=${encodeURIComponent(email)}`);
      const mails = (await response.json()) as { code: string | null; time: number }[];
      const mail = mails.find(({ code, time }) => code !== null && time >= (options.after ?? 0));
      if (mail?.code) return mail.code;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`no code was mailed to ${email}`);
  }

  /** Registers an account by the calls of the registration page. */
  async register(person: {
    readonly email: string;
    readonly password: string;
    readonly inviteCode?: string;
  }): Promise<Session> {
    const { email, password, inviteCode = '' } = person;
    await this.call('/bb/app/user/sendEmailCode', { email, type: 'register' });
    const code = await this.codeFor(email);
    const opened = await this.call<{ userId: string; token: string }>('/bb/app/user/register', {
      email,
      code,
      password,
      confirmPassword: password,
      inviteCode,
      agree: true,
    });
    return { ...opened, email };
  }

  async call<T>(call: string, body: Readonly<Record<string, unknown>> = {}, token = ''): Promise<T> {
    const response = await fetch(this.url + call, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'X-Access-Token': token },
      body: JSON.stringify(body),
    });
    const envelope = (await response.json()) as { code: number; msg: string; data: T };
    if (envelope.code !== 1) throw new Error(`${call}: ${envelope.msg}`);
    return envelope.data;
  }
}
