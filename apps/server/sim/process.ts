/**
 * One simulated process: the real pipeline and projector on the simulated database and clock, from
 * the recovery to the end.
 */
import type { Exchange } from '@glasshouse/core';
import { createProjections as flashExchange } from '../src/features/flash-exchange/projection.ts';
import { createProjections as funding } from '../src/features/funding/projection.ts';
import { createProjections as secondsContract } from '../src/features/seconds-contract/projection.ts';
import { createProjections as spot } from '../src/features/spot/projection.ts';
import { createProjections as wallet } from '../src/features/wallet/projection.ts';
import { SteadyClock, type ClockSources } from '../src/pipeline/clock.ts';
import { exchangeFactory } from '../src/pipeline/exchange-factory.ts';
import { IdempotencyKeys } from '../src/pipeline/idempotency.ts';
import { Pipeline } from '../src/pipeline/pipeline.ts';
import type { Projection } from '../src/pipeline/projection.ts';
import { takeProjected } from '../src/pipeline/projected.ts';
import { Projector } from '../src/pipeline/projector/projector.ts';
import { recover } from '../src/pipeline/recovery.ts';
import { makeSnapshot } from '../src/pipeline/snapshot-content.ts';
import { saveSnapshot } from '../src/pipeline/snapshots.ts';
import type { SimulatedDatabase } from './database.ts';

export const PROJECTIONS: readonly Projection[] = [
  spot,
  secondsContract,
  wallet,
  funding,
  flashExchange,
].flatMap((create) => create());
/** Few, so that valid keys leave memory. */
const KEYS_IN_MEMORY = 20;
const BATCH_COMMANDS = 7;
/** Few, so that some commands do not fit into their batch. */
const BATCH_EVENTS = 25;

export class SimulatedProcess {
  readonly pipeline: Pipeline<Exchange>;
  readonly database: SimulatedDatabase;
  readonly projector: Projector<Exchange>;
  readonly notes: readonly string[];

  private constructor(parts: {
    pipeline: Pipeline<Exchange>;
    projector: Projector<Exchange>;
    database: SimulatedDatabase;
    notes: readonly string[];
  }) {
    this.pipeline = parts.pipeline;
    this.projector = parts.projector;
    this.database = parts.database;
    this.notes = parts.notes;
  }

  /** Like `startPipeline`, without threads and sockets. Rejects if the recovery refuses. */
  static async start(
    database: SimulatedDatabase,
    clockSources: ClockSources,
    onFatal: (error: Error) => void,
  ): Promise<SimulatedProcess> {
    const notes: string[] = [];
    const { batch: projectedBatch, writer } = await takeProjected(database);
    let begun: Projector<Exchange> | null = null;
    const { exchange, position } = await recover(database, {
      factory: exchangeFactory,
      snapshotUpToBatch: projectedBatch,
      onNote: (note) => notes.push(note),
      onBase: ({ state, position: from }) =>
        (begun = new Projector({
          exchange: exchangeFactory.restore(state),
          position: from,
          projectedBatch,
          writer,
          projections: PROJECTIONS,
          write: (write) => database.project(write),
          paceMs: 0,
          onError: onFatal,
        })),
      onRecord: (record) => begun?.follow(record),
    });
    const projector = begun as Projector<Exchange> | null;
    if (projector === null) throw new Error('the recovery began with nothing');
    const clock = new SteadyClock(position.timeMs, clockSources);
    const keys = new IdempotencyKeys(database, KEYS_IN_MEMORY);
    await keys.load(clock.nowMs());
    const pipeline = new Pipeline({
      database,
      exchange,
      keys,
      position,
      clock,
      onFatal,
      batchCommandsMax: BATCH_COMMANDS,
      batchEventsMax: BATCH_EVENTS,
    });
    pipeline.onCommitted(({ record }) => projector.follow(record));
    return new SimulatedProcess({ pipeline, projector, database, notes });
  }

  get exchange(): Exchange {
    return this.pipeline.exchange;
  }

  /** Of the projector, when the rows up to it are written. */
  async takeSnapshot(): Promise<void> {
    await this.projector.flushed();
    await saveSnapshot(this.database, makeSnapshot(this.projector.exchange, this.projector.position));
  }
}
