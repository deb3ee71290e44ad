/** The real server in its own process, for tests and attacks that call it over HTTP and kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { DatabasePlace } from './engines.ts';

const READY_MS_MAX = 300_000;
export const SOURCE = path.resolve(import.meta.dirname, '../src');

type Place = Pick<DatabasePlace, 'dataDir' | 'databaseUrl'>;
type Settings = Readonly<Record<string, string>>;

/** Resolves when the server is ready for requests. */
export function startServer(place: Place, port: number, settings: Settings = {}): Promise<ChildProcess> {
  return startServerOf({ source: SOURCE, place, port, settings });
}

/** The same for the server of another version, whose `apps/server/src` is `source`. */
export async function startServerOf(options: {
  readonly source: string;
  readonly place: Place;
  readonly port: number;
  readonly settings: Settings;
}): Promise<ChildProcess> {
  const { source, place, port, settings } = options;
  const env = {
    ...process.env,
    MODE: 'demo',
    PORT: String(port),
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl ?? '',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const child = spawn(process.execPath, [path.join(source, 'main.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const deadline = performance.now() + READY_MS_MAX;
  while (!(await isReady(port))) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`the server did not become ready (exit code ${child.exitCode})`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return child;
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

export async function endServer(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exited;
}
