/**
 * Starts the pipeline: becomes the only writer, recovers the exchange, and from then on loads the
 * idempotency keys and takes snapshots.
 *
 * @example
 * const options = { database, projections, mode: 'demo', onFatal: () => process.exit(70) };
 * const running = await startPipeline(options);
 * const outcome = await running.pipeline.submit(command, { owner, key, requestHash });
 */
import type { Exchange } from '@glasshouse/core';
import type { Database } from '../db/database.ts';
import { SteadyClock } from './clock.ts';
import { exchangeFactory } from './exchange-factory.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { Pipeline, type PipelineTimes } from './pipeline.ts';
import type { Projection } from './projection.ts';
import { recover, type Recovered } from './recovery.ts';
import { Shadow } from './shadow/shadow.ts';
import { assertColumns } from './row-text.ts';
import { forgetBefore, forgetExpiredKeys } from './retention.ts';
import { IDEMPOTENCY_TABLE } from './statement.ts';
import { type SavedSnapshot, SNAPSHOT_EVERY_COMMANDS, SNAPSHOT_EVERY_MS, Snapshots } from './snapshots.ts';

export interface StartOptions {
  readonly database: Database;
  /** Projections of all features, in the order in which their tables are written. */
  readonly projections: readonly Projection[];
  /** A demo drops data that no recovery and no user needs after each snapshot. */
  readonly mode: 'demo' | 'production';
  /**
   * Called once when memory is ahead of the disk. The process must end at once; the next one
   * recovers from the journal.
   */
  readonly onFatal: (error: Error) => void;
  /** Receives notes for the log: a snapshot that was skipped or saved. */
  readonly onNote?: (note: string) => void;
  /** Receives errors that do not stop the commands: of a listener, a snapshot, the upkeep. */
  readonly onError?: (error: unknown) => void;
  readonly times?: PipelineTimes;
  /** Default: the machine's clock. */
  readonly clock?: SteadyClock | undefined;
  readonly snapshotEveryCommands?: number;
  readonly snapshotEveryMs?: number;
  readonly batchCommandsMax?: number;
  readonly queueCommandsMax?: number;
}

export interface RunningPipeline {
  readonly pipeline: Pipeline<Exchange>;
  readonly exchange: Exchange;
  readonly snapshots: Snapshots;
  readonly recovered: Omit<Recovered<Exchange>, 'exchange'> & { readonly elapsedMs: number };
  /**
   * Commits the queued commands, takes a last snapshot so that the next start is quick, and stops.
   * The database stays open.
   */
  stop(): Promise<void>;
}

export async function startPipeline(options: StartOptions): Promise<RunningPipeline> {
  const { database, projections, onFatal, onNote, onError } = options;
  await database.writer.claim();
  await assertColumns(database, [...projections.map(({ table }) => table), IDEMPOTENCY_TABLE]);
  const startMs = performance.now();
  // Recovers at the same time from the same bytes and records.
  let shadow: Shadow | null = null;
  const { exchange, ...recovered } = await database.session((session) =>
    recover(session, {
      factory: exchangeFactory,
      ...(onNote && { onNote }),
      onBase: (base) => (shadow = new Shadow(base)),
      onRecord: (record) => shadow?.follow(record),
    }),
  );
  const keys = new IdempotencyKeys(database);
  const loading = keys
    .load(new SteadyClock(recovered.position.timeMs).nowMs())
    .catch((error: unknown) => onError?.(error));
  const { position } = recovered;
  const { batchCommandsMax, queueCommandsMax } = options;
  const pipeline = new Pipeline({
    database,
    exchange,
    projections,
    keys,
    position,
    onFatal,
    onListenerError: onError,
    times: options.times,
    clock: options.clock,
    batchCommandsMax,
    queueCommandsMax,
  });
  const snapshots = new Snapshots(pipeline, database, {
    shadow: shadow ?? new Shadow({ state: exchange.snapshot(), position }),
    everyCommands: options.snapshotEveryCommands ?? SNAPSHOT_EVERY_COMMANDS,
    everyMs: options.snapshotEveryMs ?? SNAPSHOT_EVERY_MS,
    onSaved: (saved) => tidyAfter(options, pipeline, saved),
    onError: (error) => onError?.(error),
  });
  return {
    pipeline,
    exchange,
    snapshots,
    recovered: { ...recovered, elapsedMs: performance.now() - startMs },
    stop: async () => {
      keys.stop();
      await loading;
      await snapshots.stop();
      // As after any other snapshot: the journal must begin at a kept snapshot, or the audit lacks
      // what precedes it.
      if (await pipeline.stop()) await tidyAfter(options, pipeline, await snapshots.take());
      await snapshots.close();
    },
  };
}

async function tidyAfter(options: StartOptions, pipeline: Pipeline, saved: SavedSnapshot): Promise<void> {
  const { database, mode, onNote, projections } = options;
  onNote?.(
    `snapshot ${saved.seq} saved: ${saved.bytes} bytes in ${saved.elapsedMs.toFixed(0)} ms beside the writer`,
  );
  await forgetExpiredKeys(database, pipeline.nowMs());
  // While there is no older one, none was dropped, and the last deals are still to be seen after a
  // restart.
  if (mode === 'demo' && saved.oldestKeptSeq < saved.seq)
    await forgetBefore(database, saved.oldestKeptSeq, projections);
}
