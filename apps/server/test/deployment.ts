/**
 * Follows docs/operating/deploy.md on this machine: its marked blocks, the units and the wrapper of
 * `deploy/`, in other folders and on other ports, without systemd. Root gives each process a user
 * of its own, as the units do; for anybody else all are one.
 */
import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { freePort } from '../../../tools/free-port.ts';
import { findPostgresBinaries, type TestPostgres } from './postgres.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const PAGE = path.join(ROOT, 'docs/operating/deploy.md');
const BLOCK = /^```bash test (\S+)\n(.*?)^```$/gms;
/** For what hangs. */
const BLOCK_MS_MAX = 240_000;
const STOP_MS_MAX = 30_000;

/** The marked blocks of the page by name, in its order. */
export function blocksOfPage(): ReadonlyMap<string, string> {
  return new Map([...fs.readFileSync(PAGE, 'utf8').matchAll(BLOCK)].map(([, name, text]) => [name!, text!]));
}

const IS_ROOT = process.getuid?.() === 0;
/** The first of the page's users; nobody of this machine has these numbers. */
const FIRST_ID = 64_811;
/** Others than the page's users, such as postgres, are who runs the test. */
const runuser = (ids: ReadonlyMap<string, number>): string => {
  const known = [...ids].map(
    ([name, id]) => `${name}) set -- setpriv --reuid=${id} --regid=${id} --clear-groups "$@" ;;`,
  );
  const become = IS_ROOT ? `case "$user" in ${known.join(' ')} esac` : ':';
  return `#!/bin/sh\n[ "$1" = -u ] && [ "$3" = -- ] || exit 64\nuser=$2\nshift 3\n${become}\nexec "$@"\n`;
};

export interface Unit {
  readonly name: string;
  /** Empty: root. */
  readonly user: string;
  readonly isOneshot: boolean;
  /** With which it stays ended; with 0 too. */
  readonly finalCode: number;
  readonly command: readonly string[];
  readonly environmentFile: string;
  readonly set: Readonly<Record<string, string>>;
  readonly unset: readonly string[];
}

/** What a unit starts, and in which environment. */
export function readUnit(name: string, text: string): Unit {
  const lines = text.split('\n').map((line) => /^(\w+)=(.*)$/.exec(line)?.slice(1) ?? []);
  const all = (key: string): string[] => lines.flatMap(([found, value]) => (found === key ? [value!] : []));
  return {
    name,
    user: all('User').join(''),
    finalCode: Number(all('RestartPreventExitStatus').join('')),
    isOneshot: all('Type').includes('oneshot'),
    command: all('ExecStart').join('').split(' '),
    environmentFile: all('EnvironmentFile').join(''),
    set: parseEnv(all('Environment').join('\n')) as Record<string, string>,
    unset: all('UnsetEnvironment').flatMap((names) => names.split(' ')),
  };
}

export class Deployment {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-deploy-'));
  readonly port: number;
  readonly officePort: number;
  /** Of the server on a restored copy. */
  readonly drillPort: number;
  readonly #postgres: TestPostgres;
  readonly #blocks = new Map(blocksOfPage());
  readonly #running = new Map<string, ChildProcess>();
  readonly #stopping = new Set<string>();
  readonly #systemctl: http.Server;
  /** The users of sysusers.d, each with a group of its number. */
  readonly #ids: ReadonlyMap<string, number>;

  private constructor(
    postgres: TestPostgres,
    [port, officePort, drillPort]: readonly [number, number, number],
  ) {
    this.#postgres = postgres;
    this.port = port;
    this.officePort = officePort;
    this.drillPort = drillPort;
    const users = fs.readFileSync(path.join(ROOT, 'deploy/sysusers.d/glasshouse.conf'), 'utf8');
    const names = [...users.matchAll(/^u (\S+)/gm)].map(([, name]) => name!);
    this.#ids = new Map(names.map((name, index) => [name, FIRST_ID + index]));
    this.#systemctl = http.createServer((request, response) => {
      this.#control(
        decodeURIComponent(request.url ?? '')
          .slice(1)
          .split(' '),
      ).then(
        () => response.end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  }

  static async begin(postgres: TestPostgres): Promise<Deployment> {
    const one = new Deployment(postgres, [await freePort(), await freePort(), await freePort()]);
    one.#systemctl.listen(0, '127.0.0.1');
    await once(one.#systemctl, 'listening');
    one.#copyFiles();
    one.#makeFolders();
    return one;
  }

  /** The names that the page does not run yet, or that nobody has run. */
  get left(): readonly string[] {
    return [...this.#blocks.keys()];
  }

  /** The page's folders and ports, here. */
  placed(text: string): string {
    const places: Readonly<Record<string, string>> = {
      '/srv/glasshouse-pages': path.join(this.folder, 'pages'),
      '/srv/glasshouse/deploy': path.join(this.folder, 'deploy'),
      '/srv/glasshouse': ROOT,
      '/etc/glasshouse': path.join(this.folder, 'etc'),
      '/var/': `${path.join(this.folder, 'var')}/`,
      '/run/glasshouse': path.join(this.folder, 'run/glasshouse'),
      '8080': String(this.port),
      '8081': String(this.officePort),
      '8180': String(this.drillPort),
      // The office of that server: any.
      '8181': '0',
      '5432': String(this.#postgres.port),
    };
    const known = Object.keys(places).map((place) => (/^\d/.test(place) ? `\\b${place}\\b` : place));
    return text.replaceAll(new RegExp(known.join('|'), 'g'), (place) => places[place]!);
  }

  /** Runs a block of the page, once, as a shell would that stops at the first error. */
  async run(name: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const block = this.#blocks.get(name);
    assert.ok(block !== undefined, `the page has no block ${name}`);
    this.#blocks.delete(name);
    return this.shell(this.placed(block), env);
  }

  async shell(script: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: this.folder,
      env: { ...this.#env, ...env },
      timeout: BLOCK_MS_MAX,
      maxBuffer: 50_000_000,
    }).catch((error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`${script}\n${error.stdout ?? ''}\n${error.stderr ?? ''}`, { cause: error });
    });
    return stdout;
  }

  unit(name: string): Unit {
    const text = fs.readFileSync(path.join(this.folder, 'deploy/systemd', `${name}.service`), 'utf8');
    return readUnit(name, text);
  }

  isRunning(name: string): boolean {
    const child = this.#running.get(name);
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  async remove(): Promise<void> {
    for (const name of this.#running.keys()) await this.#stop(name);
    this.#systemctl.close();
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  get #env(): NodeJS.ProcessEnv {
    const { HOME, LANG } = process.env;
    const binaries = findPostgresBinaries() ?? '';
    const bin = [path.join(this.folder, 'bin'), binaries, path.dirname(process.execPath), '/usr/bin', '/bin'];
    return {
      HOME,
      LANG,
      PATH: bin.join(path.delimiter),
      PGHOST: '127.0.0.1',
      PGPORT: String(this.#postgres.port),
      PGUSER: 'postgres',
    };
  }

  #copyFiles(): void {
    const source = path.join(ROOT, 'deploy');
    for (const entry of fs.readdirSync(source, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const copy = path.join(this.folder, 'deploy', path.relative(source, file));
      fs.mkdirSync(path.dirname(copy), { recursive: true });
      fs.writeFileSync(copy, this.placed(fs.readFileSync(file, 'utf8')), { mode: fs.statSync(file).mode });
    }
    const bin = path.join(this.folder, 'bin');
    fs.mkdirSync(bin);
    fs.symlinkSync(path.join(this.folder, 'deploy/glasshouse'), path.join(bin, 'glasshouse'));
    fs.writeFileSync(path.join(bin, 'runuser'), runuser(this.#ids), { mode: 0o755 });
    const { port } = this.#systemctl.address() as AddressInfo;
    const ask = `#!/bin/sh\nexec curl -sS --fail-with-body --get "http://127.0.0.1:${port}/$(echo "$*" | sed 's/ /%20/g')"\n`;
    fs.writeFileSync(path.join(bin, 'systemctl'), ask, { mode: 0o755 });
  }

  /** As `install -d -o USER`, where root runs the test. */
  give(folder: string, user: string, group = user): void {
    if (IS_ROOT) fs.chownSync(folder, this.#ids.get(user) ?? 0, this.#ids.get(group) ?? 0);
  }

  /** As systemd-tmpfiles does. */
  #makeFolders(): void {
    fs.chmodSync(this.folder, 0o755);
    fs.mkdirSync(path.join(this.folder, 'etc'));
    const text = fs.readFileSync(path.join(this.folder, 'deploy/tmpfiles.d/glasshouse.conf'), 'utf8');
    for (const line of text.split('\n')) {
      const [, place = '', mode = '', user = '', group = ''] =
        /^d (\S+) +(\d+) (\S+) +(\S+)$/.exec(line) ?? [];
      if (place === '') continue;
      fs.mkdirSync(place, { recursive: true });
      this.give(place, user, group);
      fs.chmodSync(place, Number.parseInt(mode, 8));
    }
  }

  async #control([verb = '', ...words]: readonly string[]): Promise<void> {
    const names = words.filter((word) => word !== '--now');
    for (const name of names) {
      if (verb === 'restart' || verb === 'stop') await this.#stop(name);
      if (verb !== 'stop') await this.#start(this.unit(name));
    }
  }

  async #start(unit: Unit): Promise<void> {
    const { name, user, command, environmentFile, set, unset, isOneshot } = unit;
    const { PATH, HOME } = this.#env;
    const given = parseEnv(fs.readFileSync(environmentFile, 'utf8'));
    const env: NodeJS.ProcessEnv = { PATH, HOME, ...given, ...set };
    for (const secret of unset) delete env[secret];
    const [program = '', ...args] = command;
    const id = IS_ROOT ? this.#ids.get(user) : undefined;
    const child = spawn(program, args, {
      cwd: this.folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
      ...(id === undefined ? {} : { uid: id, gid: id }),
    });
    if (!isOneshot) return this.#keep(unit, child);
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
  }

  /** As Restart=on-failure does. */
  #keep(unit: Unit, child: ChildProcess): void {
    const { name, finalCode } = unit;
    this.#running.set(name, child);
    child.once('exit', (code, signal) => {
      if (this.#stopping.has(name) || code === 0) return;
      console.error(`${name} ended with ${code ?? signal}`);
      if (code !== finalCode) void this.#start(unit);
    });
  }

  async #stop(name: string): Promise<void> {
    const child = this.#running.get(name);
    if (child === undefined || !this.isRunning(name)) return;
    const ended = once(child, 'exit', { signal: AbortSignal.timeout(STOP_MS_MAX) });
    this.#stopping.add(name);
    child.kill('SIGTERM');
    await ended;
    this.#stopping.delete(name);
  }
}
