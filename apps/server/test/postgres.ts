/**
 * A real PostgreSQL for tests: a temporary cluster in a temporary folder, on a free loopback port,
 * stopped and removed when the process ends. Binaries come from /usr/lib/postgresql or the PATH.
 * PostgreSQL refuses to run as root, so root runs it as the user `postgres`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import type net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../../tools/free-port.ts';

/** After a kill it first recovers, on a disk of any speed. */
const START_MS_MAX = 180_000;
const DEBIAN_FOLDER = '/usr/lib/postgresql';

export interface TestPostgres {
  readonly port: number;
  /** The folder of its files. */
  readonly folder: string;
  /** Creates an empty database, or a copy of one that nobody is connected to; returns its URL. */
  createDatabase(from?: string): Promise<string>;
  /** Kills all its processes at once, like a power cut. */
  kill(): Promise<void>;
  /** Starts again on the same folder and port. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export class PostgresMissingError extends Error {}

/** The folder with initdb and postgres, or null. */
export function findPostgresBinaries(): string | null {
  const versions = fs.existsSync(DEBIAN_FOLDER) ? fs.readdirSync(DEBIAN_FOLDER) : [];
  const newestFirst = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(DEBIAN_FOLDER, version, 'bin'));
  const onPath = (process.env.PATH ?? '').split(path.delimiter);
  const isComplete = (folder: string): boolean =>
    ['initdb', 'postgres'].every((name) => fs.existsSync(path.join(folder, name)));
  return [...newestFirst, ...onPath].find(isComplete) ?? null;
}

export async function startPostgres(parentFolder = os.tmpdir()): Promise<TestPostgres> {
  const binaries = findPostgresBinaries();
  if (binaries === null) {
    throw new PostgresMissingError(
      `no PostgreSQL found: put initdb and postgres on the PATH, or install it below ${DEBIAN_FOLDER}`,
    );
  }
  const account = runAs();
  const folder = fs.mkdtempSync(path.join(parentFolder, 'glasshouse-postgres-'));
  if (account !== null) fs.chownSync(folder, account.uid, account.gid);
  const data = path.join(folder, 'data');
  const asUser = { ...account, cwd: folder, env: { ...process.env, LC_ALL: 'C', HOME: folder } };
  execFileSync(
    path.join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...asUser,
      stdio: 'pipe',
    },
  );
  const port = await freePort();
  const cluster = new Cluster({
    port,
    folder,
    command: [path.join(binaries, 'postgres'), '-D', data],
    asUser,
  });
  await cluster.start();
  return cluster;
}

function runAs(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) {
    throw new PostgresMissingError(
      'PostgreSQL does not run as root, and there is no user named postgres to run it as',
    );
  }
  return { uid: Number(uid), gid: Number(gid) };
}

interface ClusterParts {
  readonly port: number;
  readonly folder: string;
  readonly command: readonly [string, ...string[]];
  readonly asUser: object;
}

class Cluster implements TestPostgres {
  readonly port: number;
  readonly folder: string;
  readonly #parts: ClusterParts;
  #child: ChildProcess | null = null;
  #watchdog: ChildProcess | null = null;
  #databases = 0;
  readonly #onExit = (): void => this.#remove();

  constructor(parts: ClusterParts) {
    this.port = parts.port;
    this.folder = parts.folder;
    this.#parts = parts;
    process.once('exit', this.#onExit);
  }

  async start(): Promise<void> {
    const { command, asUser, folder, port } = this.#parts;
    const [file, ...args] = command;
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      max_connections: 60,
      fsync: 'on',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const log = fs.openSync(path.join(folder, 'postgres.log'), 'a');
    // A separate process group, so that a Ctrl-C at the test does not reach it.
    this.#child = spawn(file, [...args, ...options], {
      ...asUser,
      detached: true,
      stdio: ['ignore', log, log],
    });
    fs.closeSync(log);
    this.#watchdog = watch(this.#child.pid ?? 0, folder);
    await this.#untilReady();
  }

  async #untilReady(): Promise<void> {
    const deadline = performance.now() + START_MS_MAX;
    for (;;) {
      const client = new pg.Client({ connectionString: this.#url('postgres') });
      try {
        await client.connect();
        await client.end();
        return;
      } catch (error) {
        if (performance.now() > deadline || this.#child?.exitCode !== null) {
          const log = fs.readFileSync(path.join(this.#parts.folder, 'postgres.log'), 'utf8').slice(-2_000);
          throw new Error(`PostgreSQL did not start:\n${log}`, { cause: error });
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  #url(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  async createDatabase(from?: string): Promise<string> {
    const name = `test_${++this.#databases}`;
    const template = from === undefined ? '' : ` template ${new URL(from).pathname.slice(1)}`;
    const client = new pg.Client({ connectionString: this.#url('postgres') });
    await client.connect();
    await client.query(`create database ${name}${template}`);
    await client.end();
    return this.#url(name);
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGINT');
    process.off('exit', this.#onExit);
    this.#remove();
  }

  async #end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // SIGINT goes to the postmaster alone, which then ends the others in order. SIGKILL must reach
    // each of them.
    const others = signal === 'SIGKILL' ? childrenOf(child.pid) : [];
    for (const pid of [child.pid, ...others]) signalQuietly(pid, signal);
    while (others.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 10));
    await ended;
    this.#child = null;
    this.#watchdog?.kill('SIGKILL');
  }

  #remove(): void {
    const pid = this.#child?.exitCode === null ? this.#child.pid : undefined;
    if (pid !== undefined) for (const each of [pid, ...childrenOf(pid)]) signalQuietly(each, 'SIGKILL');
    fs.rmSync(this.#parts.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!fs.existsSync(file)) return [];
  return fs.readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number);
}

function isAlive(pid: number): boolean {
  return signalQuietly(pid, 0);
}

/** False if the process no longer exists. */
function signalQuietly(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/**
 * Ends the cluster also when this process is killed: the pipe to its standard input closes with us.
 */
function watch(pid: number, folder: string): ChildProcess {
  const script = 'read _; kill -QUIT "$0" 2>/dev/null; sleep 1; rm -rf "$1"';
  const watchdog = spawn('/bin/sh', ['-c', script, String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  (watchdog.stdin as net.Socket | null)?.unref();
  return watchdog;
}
