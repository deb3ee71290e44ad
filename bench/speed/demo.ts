/**
 * The demo of a checkout, as its owner runs it: what it takes to start on its data, and its memory
 * when nobody uses it. For comparison, the same of a bare Node.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../tools/free-port.ts';
import { median } from '../report.ts';
import { nodeOf } from './checkout.ts';

/** The first start of all makes the database and the history of a demo. */
const START_MS_MAX = 300_000;
const POLL_MS = 10;
/** In which /proc counts. */
const TICK_MS = 10;
/** What a start leaves behind is collected meanwhile. */
const SETTLE_MS = 8000;
const SAMPLES = 5;
const SAMPLE_MS = 500;
const SERVES =
  "require('node:http').createServer((_, reply) => reply.end()).listen(Number(process.argv[1]), '127.0.0.1')";

/** A running demo. */
export interface RunningDemo {
  readonly url: string;
  /** From the spawn to the first request that is served, by the clock. */
  readonly startMs: number;
  /** The same in CPU time of all threads, which a busy machine changes little. */
  readonly startCpuMs: number;
  /** Waits until it is quiet. */
  readonly residentMb: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Keeps its data and its compiled modules from one start to the next, as `npm start` does. */
export class Demo {
  readonly #tree: string;
  readonly #folder = fs.mkdtempSync(path.join(tmpdir(), 'glasshouse-speed-'));

  constructor(tree: string) {
    this.#tree = tree;
    process.once('exit', () => fs.rmSync(this.#folder, { recursive: true, force: true }));
  }

  async start(): Promise<RunningDemo> {
    const port = await freePort();
    const { DATABASE_URL: _, ...env } = process.env;
    const main = path.join(this.#tree, 'apps', 'server', 'src', 'main.ts');
    return await started([nodeOf(this.#tree), main], port, {
      ...env,
      PORT: String(port),
      DATA_DIR: path.join(this.#folder, 'data'),
      LOG_LEVEL: 'error',
      NODE_COMPILE_CACHE: path.join(this.#folder, 'modules'),
    });
  }
}

/** CPU time that Node takes to start and execute nothing. */
export async function bareStartCpuMs(): Promise<number> {
  const program = 'const { user, system } = process.cpuUsage(); console.log(user + system)';
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program]);
  return Number(stdout) / 1000;
}

/** Memory of a node:http server that nobody uses. */
export async function bareResidentMb(): Promise<number> {
  const port = await freePort();
  const server = await started([process.execPath, '-e', SERVES, String(port)], port, process.env);
  try {
    return await server.residentMb();
  } finally {
    await server.stop();
  }
}

async function started(
  [program, ...args]: readonly [string, ...string[]],
  port: number,
  env: NodeJS.ProcessEnv,
): Promise<RunningDemo> {
  const beginMs = performance.now();
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const killed = (): void => void child.kill('SIGKILL');
  process.once('exit', killed);
  child.once('exit', () => process.off('exit', killed));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  while (!(await isServed(`${url}/readyz`))) {
    if (child.exitCode === null && performance.now() < beginMs + START_MS_MAX) await sleep(POLL_MS);
    else {
      child.kill('SIGKILL');
      throw new Error(`${args.join(' ')} did not start:\n${errors}`);
    }
  }
  return {
    url,
    startMs: performance.now() - beginMs,
    startCpuMs: cpuMs(child),
    residentMb: () => residentMb(child),
    stop: () => ended(child),
  };
}

/** Without the pool of fetch, whose connections would keep the server from ending. */
function isServed(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent: false }, (reply) => {
      reply.resume();
      reply.once('end', () => resolve(reply.statusCode === 200));
    });
    request.once('error', () => resolve(false));
  });
}

/** The 12th and 13th fields after the name are user and system time. */
function cpuMs(child: ChildProcess): number {
  const stat = fs.readFileSync(`/proc/${child.pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function residentMb(child: ChildProcess): Promise<number> {
  await sleep(SETTLE_MS);
  const samples: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    await sleep(SAMPLE_MS);
    const status = fs.readFileSync(`/proc/${child.pid}/status`, 'utf8');
    samples.push(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024);
  }
  return median(samples);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exit;
}
