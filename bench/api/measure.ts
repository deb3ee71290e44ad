/**
 * Puts a server under load: its own process, of this checkout or another one, and PostgreSQL where
 * it uses that. Gives rates, delays and the CPU time of a request.
 */
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { startPostgres } from '../../apps/server/test/postgres.ts';
import { load, type LoadResult } from './load.ts';
import { order } from './order.ts';
import type { Figures, Ready } from './server.ts';

export const KINDS = ['echo', 'none', 'postgres', 'embedded'] as const;
export type Kind = (typeof KINDS)[number];

/** A server under load. */
export interface Player {
  readonly kind: Kind;
  /** The checkout whose server it is. */
  readonly tree: string;
}

export interface Measured extends LoadResult {
  readonly delayP99Ms: number;
  /** In CPU time of the main thread. */
  readonly ownDelayP99Ms: number;
  /** CPU time per request, in microseconds. */
  readonly mainUs: number;
  readonly threadsUs: number;
  readonly postgresUs: number;
  readonly commitsPerSecond: number;
}

export interface Load {
  readonly connections: number;
  readonly seconds: number;
}

export interface ProcessOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** The Node that runs the server. Absent: the one that runs this. */
  readonly node?: string;
}

/** Before a measurement: V8 compiles what an order passes through, in threads of its own. */
const WARM_UP_SECONDS = 10;

/** Throws where an order is refused. */
export async function measure(player: Player, given: Load): Promise<Measured> {
  const server = await startPlayer(player);
  try {
    await server.play({ ...given, seconds: WARM_UP_SECONDS });
    return await server.play(given);
  } finally {
    await server.end();
  }
}

export interface RunningPlayer {
  readonly ready: Ready;
  readonly play: (load: Load) => Promise<Measured>;
  /** Runs a load of its own, and measures the server meanwhile. */
  readonly during: (work: () => Promise<LoadResult>) => Promise<Measured>;
  readonly end: () => Promise<void>;
}

/** Starts a server, on a PostgreSQL of its own where it uses one. */
export async function startPlayer(player: Player, options: ProcessOptions = {}): Promise<RunningPlayer> {
  const postgres = player.kind === 'postgres' ? await startPostgres() : null;
  try {
    const database = postgres === null ? {} : { DATABASE_URL: await postgres.createDatabase() };
    const child = fork(path.join(player.tree, 'bench/api/server.ts'), [player.kind], {
      env: { ...process.env, ...options.env, ...database },
      execPath: options.node ?? process.execPath,
    });
    const ready = await message<Ready>(child);
    return {
      ready,
      play: (given) => play(child, ready, given),
      during: (work) => during(child, ready, work),
      end: async () => {
        await ended(child);
        await postgres?.stop();
      },
    };
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}

async function play(child: ChildProcess, ready: Ready, { connections, seconds }: Load): Promise<Measured> {
  const request = (connection: number, n: number): Buffer =>
    order(ready.tokens[connection % ready.tokens.length] ?? '', (connection + n) % 2 === 0 ? 'buy' : 'sell');
  return during(child, ready, () => load({ port: ready.port, connections, seconds, request }));
}

async function during(child: ChildProcess, ready: Ready, work: () => Promise<LoadResult>): Promise<Measured> {
  child.send('reset');
  const result = await work();
  child.send('figures');
  const { delayP99Ms, ownDelayP99Ms, cpuMs } = await message<Figures>(child);
  if (result.refused > 0)
    throw new Error(`${result.refused} orders of ${result.requests} were refused: ${result.refusal}`);
  const perRequest = (ms: number): number => (ms * 1000) / result.requests;
  return {
    ...result,
    delayP99Ms,
    ownDelayP99Ms,
    mainUs: perRequest(cpuMs.main),
    threadsUs: perRequest(cpuMs.threads),
    postgresUs: perRequest(cpuMs.postgres),
    commitsPerSecond: ready.commitsPerSecond,
  };
}

/** Sends SIGTERM, so that the server removes its folder. */
function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.removeAllListeners('exit').once('exit', () => resolve());
    child.kill();
  });
}

function message<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`the server ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (value) => {
      child.off('exit', onExit);
      resolve(value as T);
    });
  });
}
