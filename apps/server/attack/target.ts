/** The server under attack: a real process with its own data folder, port and log file. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../tools/free-port.ts';
import { sleep } from './measuring.ts';

const READY_MS_MAX = 300_000;
const STOP_MS_MAX = 20_000;
const WATCH_EVERY_MS = 100;

/** Its environment, and in `FILES_MAX` how many files its process may have open. */
export type TargetSettings = Readonly<Record<string, string>>;

/**
 * Targets whose files and process still exist. They are removed when this process ends, however it
 * ends.
 */
const left = new Set<Target>();
process.once('exit', () => {
  for (const target of left) target.removeAtOnce();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

export class Target {
  readonly port: number;
  readonly dataDir: string;
  readonly #checkout: string;
  readonly #settings: TargetSettings;
  readonly #logFile: string;
  #child: ChildProcess | null = null;
  #peakBytes = 0;
  #watch: NodeJS.Timeout | null = null;

  private constructor(parts: {
    readonly checkout: string;
    readonly port: number;
    readonly settings: TargetSettings;
  }) {
    this.#checkout = parts.checkout;
    this.port = parts.port;
    this.#settings = parts.settings;
    this.dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-attack-'));
    this.#logFile = `${this.dataDir}.log`;
  }

  /**
   * Resolves when the server is ready. `model` is the data folder of a stopped server, which is
   * copied.
   */
  static async start(
    checkout: string,
    { model, settings = {} }: { readonly model?: string | undefined; readonly settings?: TargetSettings },
  ): Promise<Target> {
    const target = new Target({ checkout, port: await freePort(), settings });
    left.add(target);
    if (model !== undefined) fs.cpSync(model, target.dataDir, { recursive: true });
    await target.startAgain();
    return target;
  }

  get isAlive(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get logBytes(): number {
    return fs.statSync(this.#logFile).size;
  }

  /** Peak resident memory of the process and its children since the last call of `watchMemory`. */
  get peakMegabytes(): number {
    this.#look();
    return Math.round(this.#peakBytes / 1e6);
  }

  async startAgain(): Promise<void> {
    const log = fs.openSync(this.#logFile, 'a');
    const env = {
      ...process.env,
      MODE: 'demo',
      PORT: String(this.port),
      DATA_DIR: this.dataDir,
      DATABASE_URL: '',
      LOG_LEVEL: 'info',
      ...this.#settings,
    };
    const main = path.join(this.#checkout, 'apps/server/src/main.ts');
    const { FILES_MAX: filesMax } = this.#settings;
    const stdio = ['ignore', log, log] as const;
    // The shell becomes the server, so that signals reach it.
    const script = `ulimit -n ${filesMax}; exec "$0" "$1"`;
    this.#child =
      filesMax === undefined
        ? spawn(process.execPath, [main], { env, stdio: [...stdio] })
        : spawn('sh', ['-c', script, process.execPath, main], { env, stdio: [...stdio] });
    fs.closeSync(log);
    const deadline = performance.now() + READY_MS_MAX;
    while (!(await this.isReady())) {
      if (!this.isAlive || performance.now() > deadline)
        throw new Error(`the server did not start:\n${fs.readFileSync(this.#logFile, 'utf8').slice(-2_000)}`);
      await sleep(50);
    }
    this.watchMemory();
  }

  isReady(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.port}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  watchMemory(): void {
    this.#peakBytes = 0;
    this.#watch ??= setInterval(() => this.#look(), WATCH_EVERY_MS).unref();
  }

  #look(): void {
    const pid = this.#child?.pid;
    if (pid !== undefined && this.isAlive)
      this.#peakBytes = Math.max(this.#peakBytes, residentBytesOfTree(pid));
  }

  async end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child === null || !this.isAlive) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
    await exited;
    clearTimeout(timer);
  }

  /** Ends it and removes its files. */
  async remove(): Promise<void> {
    if (this.#watch !== null) clearInterval(this.#watch);
    await this.end('SIGKILL');
    this.removeAtOnce();
  }

  removeAtOnce(): void {
    left.delete(this);
    this.#child?.kill('SIGKILL');
    fs.rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
    fs.rmSync(this.#logFile, { force: true });
  }
}

function residentBytesOfTree(pid: number): number {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    const own = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
    const children = fs.readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      fs
        .readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
        .split(' ')
        .filter((child) => child.trim() !== ''),
    );
    return children.reduce((sum, child) => sum + residentBytesOfTree(Number(child)), own);
  } catch {
    // The process has just ended.
    return 0;
  }
}
