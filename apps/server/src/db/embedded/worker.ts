/**
 * The worker thread that runs PGlite, so that a commit's fsync never blocks the event loop that
 * serves users.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { assertCounts, type QueryResult } from '../database.ts';
import { INT8_OID, parseInt8 } from '../int8.ts';
import { openDurableCluster } from './durable-fs.ts';
import {
  type BoundStatement,
  READY_ID,
  type Work,
  type WorkerAnswer,
  type WorkerError,
  type WorkerOptions,
  type WorkerRequest,
} from './messages.ts';
import { PreparedStatements } from './prepared.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');

const PARSERS = { [INT8_OID]: parseInt8 };
let pglite: PGlite;
let prepared: PreparedStatements;
/** Set after a FATAL or PANIC, because the next call into PGlite would never return. */
let stopped: WorkerError | null = null;

try {
  const { folder } = workerData as WorkerOptions;
  pglite = (await openDurableCluster(folder, PARSERS)).pglite;
  prepared = new PreparedStatements(pglite, PARSERS);
  port.on('message', (request: WorkerRequest) => void serve(request));
  answer({ id: READY_ID, rows: [], rowCount: 0, error: null });
} catch (error) {
  answer({ id: READY_ID, rows: [], rowCount: 0, error: { ...describe(error), fatal: true } });
}

async function serve(request: WorkerRequest): Promise<void> {
  if (stopped !== null) return answer({ id: request.id, rows: [], rowCount: 0, error: stopped });
  try {
    answer({ id: request.id, ...(await run(request.work)), error: null });
  } catch (error) {
    const description = describe(error);
    if (description.fatal) stopped = description;
    answer({ id: request.id, rows: [], rowCount: 0, error: description });
  }
}

async function run(work: Work): Promise<QueryResult<unknown>> {
  if (work.kind === 'bound') return inTransaction([work], { isSynced: false });
  if (work.kind === 'take-over')
    return inTransaction(work.writes, { isSynced: work.isSynced, last: work.last });
  if (work.kind === 'query') {
    const result = await pglite.query(work.text, [...work.params]);
    return {
      rows: result.rows,
      rowCount: result.rows.length > 0 ? result.rows.length : (result.affectedRows ?? 0),
    };
  }
  if (work.kind === 'exec') await pglite.exec(work.text);
  else await pglite.close();
  return { rows: [], rowCount: 0 };
}

/** Throws if commits were taken over that do not follow the last one. */
async function takeNumbers(from: number, last: number): Promise<void> {
  const text = 'update commit_log set taken = $2 where taken = $1';
  const { affectedRows } = await pglite.query(text, [from, last]);
  if (affectedRows !== 1) throw new Error(`commits ${from + 1} to ${last} do not follow what was taken over`);
}

/**
 * Writes all or nothing, and the number of the last commit with it. What is not synced reaches the
 * disk with the next transaction that is, or the next checkpoint.
 */
async function inTransaction(
  writes: readonly BoundStatement[],
  { isSynced, last }: { readonly isSynced: boolean; readonly last?: number },
): Promise<QueryResult<unknown>> {
  await pglite.exec(isSynced ? 'begin' : 'begin; set local synchronous_commit = off');
  try {
    for (const write of writes) {
      const { rows } = await prepared.run(write.statement, write.bound);
      assertCounts(write, rows[0] as Record<string, number> | undefined);
    }
    if (last !== undefined) await takeNumbers(last - writes.length, last);
    await pglite.exec('commit');
  } catch (error) {
    await pglite.exec('rollback');
    throw error;
  }
  return { rows: [], rowCount: writes.length };
}

function answer(message: WorkerAnswer): void {
  port?.postMessage(message);
}

function describe(error: unknown): WorkerError {
  const message = error instanceof Error ? error.message : String(error);
  const fields = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const { code, severity, detail } = fields;
  // An error that PostgreSQL did not send comes from WebAssembly itself (an abort, out of memory):
  // nothing after it can be trusted.
  const isAnswer = typeof severity === 'string' && typeof code === 'string';
  return {
    code: typeof code === 'string' ? code : 'XX000',
    message,
    detail: typeof detail === 'string' ? detail : undefined,
    fatal: isAnswer ? severity === 'FATAL' || severity === 'PANIC' : !(error instanceof RangeError),
  };
}
