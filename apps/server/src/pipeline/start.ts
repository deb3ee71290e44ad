/**
 * Starts the pipeline: becomes the only writer, recovers the exchange, and from then on loads the
 * idempotency keys, lets the projector write rows, and takes snapshots.
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
import { Pipeline, type PipelineParts, type PipelineTimes } from './pipeline.ts';
import type { Projection } from './projection.ts';
import { type Projected, takeProjected } from './projected.ts';
import { loadProjections } from './projection-modules.ts';
import type { Backlog } from './projector/backlog.ts';
import { ProjectorThread } from './projector/projector-thread.ts';
import { recover, RecoveryError, type Recovered } from './recovery.ts';
import { assertColumns } from './row-text.ts';
import { forgetBefore, forgetExpiredKeys } from './retention.ts';
import { IDEMPOTENCY_TABLE } from './statement.ts';
import { type SavedSnapshot, SNAPSHOT_EVERY_COMMANDS, SNAPSHOT_EVERY_MS, Snapshots } from './snapshots.ts';

export interface StartOptions {
  readonly database: Database;
  /** The modules of the projections, see `loadProjections`. */
  readonly projections: readonly string[];
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
  /** Resolves when the keys of the last day are in memory, or cannot be loaded. */
  readonly keysLoaded: Promise<void>;
  readonly backlog: Backlog;
  readonly recovered: Omit<Recovered<Exchange>, 'exchange'> & { readonly elapsedMs: number };
  /**
   * Commits the queued commands, writes their rows, takes a last snapshot so that the next start is
   * quick, and stops. Without the snapshot the next start replays. The database stays open.
   */
  readonly stop: (how?: { readonly withoutSnapshot: boolean }) => Promise<void>;
}

export async function startPipeline(options: StartOptions): Promise<RunningPipeline> {
  const { database, onError } = options;
  await database.writer.claim();
  const projections = await loadProjections(options.projections);
  const tables = projections.map(({ table }) => table);
  await assertColumns(database, [...tables, IDEMPOTENCY_TABLE]);
  const startMs = performance.now();
  const projected = await takeProjected(database);
  const { exchange, projector, ...recovered } = await recoverWithProjector(options, projected);
  const { backlog } = projector;
  database.projectedTables.follow(
    tables.map(({ name }) => name),
    () => backlog.reached(),
  );
  const keys = new IdempotencyKeys(database);
  const loading = keys
    .load(new SteadyClock(recovered.position.timeMs).nowMs())
    .catch((error: unknown) => onError?.(error));
  const pipeline = openPipeline(options, { exchange, keys, backlog, position: recovered.position });
  const stopFollowing = pipeline.onCommitted(({ record }) => projector.follow(record));
  const snapshots = new Snapshots(pipeline, database, {
    projector,
    everyCommands: options.snapshotEveryCommands ?? SNAPSHOT_EVERY_COMMANDS,
    everyMs: options.snapshotEveryMs ?? SNAPSHOT_EVERY_MS,
    onSaved: (saved) => tidyAfter(options, { pipeline, saved, projections }),
    onError: (error) => onError?.(error),
  });
  return {
    pipeline,
    exchange,
    snapshots,
    backlog,
    keysLoaded: loading,
    recovered: { ...recovered, elapsedMs: performance.now() - startMs },
    stop: async ({ withoutSnapshot } = { withoutSnapshot: false }) => {
      keys.stop();
      await loading;
      await snapshots.stop();
      const isDrained = (await pipeline.stop()) && !backlog.hasFailed;
      // As after any other snapshot: the journal must begin at a kept snapshot, or the audit lacks
      // what precedes it.
      if (isDrained && !withoutSnapshot)
        await tidyAfter(options, { pipeline, saved: await snapshots.take(), projections });
      if (isDrained) await backlog.reached();
      stopFollowing();
      snapshots.close();
      await projector.stop();
    },
  };
}

/** The projector recovers at the same time from the same bytes and records. */
async function recoverWithProjector(
  { database, onNote, onFatal, projections: modules }: StartOptions,
  { batch: projectedBatch, writer }: Projected,
): Promise<Recovered<Exchange> & { readonly projector: ProjectorThread }> {
  const started: ProjectorThread[] = [];
  try {
    const recovered = await database.session((session) =>
      recover(session, {
        factory: exchangeFactory,
        snapshotUpToBatch: projectedBatch,
        ...(onNote && { onNote }),
        onBase: (base) => {
          const link = database.projectorLink();
          started.push(new ProjectorThread({ ...base, projectedBatch, writer, modules, link }, onFatal));
        },
        onRecord: (record) => started[0]?.follow(record),
      }),
    );
    const [projector] = started;
    if (projector === undefined) throw new Error('the recovery began with nothing');
    if (recovered.position.batch < projectedBatch)
      throw new RecoveryError(
        `it ends with batch ${recovered.position.batch}, but rows were written up to batch ${projectedBatch}: commits are lost. Put back a backup`,
      );
    return { ...recovered, projector };
  } catch (error) {
    await started[0]?.stop();
    throw error;
  }
}

function openPipeline(
  { database, onFatal, onError, times, clock, batchCommandsMax, queueCommandsMax }: StartOptions,
  parts: Pick<PipelineParts<Exchange>, 'exchange' | 'keys' | 'backlog' | 'position'>,
): Pipeline<Exchange> {
  return new Pipeline({
    ...parts,
    database,
    onFatal,
    onListenerError: onError,
    times,
    clock,
    batchCommandsMax,
    queueCommandsMax,
  });
}

async function tidyAfter(
  { database, mode, onNote }: StartOptions,
  {
    pipeline,
    saved,
    projections,
  }: {
    readonly pipeline: Pipeline;
    readonly saved: SavedSnapshot;
    readonly projections: readonly Projection[];
  },
): Promise<void> {
  onNote?.(
    `snapshot ${saved.seq} saved: ${saved.bytes} bytes in ${saved.elapsedMs.toFixed(0)} ms beside the writer`,
  );
  await forgetExpiredKeys(database, pipeline.nowMs());
  // While there is no older one, none was dropped, and the last deals are still to be seen after a
  // restart.
  if (mode === 'demo' && saved.oldestKeptSeq < saved.seq)
    await forgetBefore(database, saved.oldestKeptSeq, projections);
}
