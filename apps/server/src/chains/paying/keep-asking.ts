/**
 * Keeps the processes of the payer and of the signer connected to the server across its restarts.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { errorFields, type Log } from '../../process/log.ts';
import type { OperatingTable, RunningServer } from '../../operating/socket.ts';

/** Thrown if the process must end, because going on could pay twice, or sign without a record. */
export class MustEnd extends Error {
  override readonly name = 'MustEnd';
}

export interface Asking<Table extends OperatingTable> {
  /** Connects to the server; null if none is running. */
  readonly connect: () => Promise<RunningServer<Table> | null>;
  /** Repeated on one connection until it throws, then on a new one. */
  readonly work: (server: RunningServer<Table>) => Promise<void>;
  readonly betweenMs: number;
  readonly afterFailureMs: number;
  readonly log: Log;
}

/** @throws {MustEnd} As `work` does. Settles otherwise only by a signal to end. */
export async function keepAsking<Table extends OperatingTable>(asking: Asking<Table>): Promise<void> {
  const { connect, work, betweenMs, afterFailureMs, log } = asking;
  const ending = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ending.abort());
  const wait = async (ms: number) => delay(ms, undefined, { signal: ending.signal }).catch(() => undefined);
  let isMissing = false;
  while (!ending.signal.aborted) {
    const server = await connect().catch(() => null);
    if (server === null) {
      if (!isMissing) log.warn({}, 'the server is not there');
      isMissing = true;
      await wait(afterFailureMs);
      continue;
    }
    isMissing = false;
    const hangUp = () => server.close();
    ending.signal.addEventListener('abort', hangUp);
    try {
      while (!ending.signal.aborted) {
        await work(server);
        await wait(betweenMs);
      }
    } catch (error) {
      if (error instanceof MustEnd) throw error;
      if (!ending.signal.aborted) log.error(errorFields(error), 'it goes on with a new connection');
      await wait(afterFailureMs);
    } finally {
      ending.signal.removeEventListener('abort', hangUp);
      server.close();
    }
  }
}
