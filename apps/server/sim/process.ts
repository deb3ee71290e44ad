/**
 * One simulated process: the real pipeline on the simulated database and clock, from its recovery
 * to its end.
 */
import type { Exchange } from '@glasshouse/core';
import { flashExchangeProjections } from '../src/features/flash-exchange/projection.ts';
import { fundingProjections } from '../src/features/funding/projection.ts';
import { secondsContractProjections } from '../src/features/seconds-contract/projection.ts';
import { spotProjections } from '../src/features/spot/projection.ts';
import { walletProjections } from '../src/features/wallet/projection.ts';
import { SteadyClock, type ClockSources } from '../src/pipeline/clock.ts';
import { exchangeFactory } from '../src/pipeline/exchange-factory.ts';
import { IdempotencyKeys } from '../src/pipeline/idempotency.ts';
import { Pipeline } from '../src/pipeline/pipeline.ts';
import type { Projection } from '../src/pipeline/projection.ts';
import { recover } from '../src/pipeline/recovery.ts';
import { makeSnapshot } from '../src/pipeline/snapshot-content.ts';
import { saveSnapshot } from '../src/pipeline/snapshots.ts';
import type { SimulatedDatabase } from './database.ts';

export const PROJECTIONS: readonly Projection[] = [
  ...spotProjections,
  ...secondsContractProjections,
  ...walletProjections,
  ...fundingProjections,
  ...flashExchangeProjections,
];
/** Few, so that valid keys leave memory. */
const KEYS_IN_MEMORY = 20;
const BATCH_COMMANDS = 7;
/** Few, so that some commands do not fit into their batch. */
const BATCH_EVENTS = 25;

export class SimulatedProcess {
  readonly pipeline: Pipeline<Exchange>;
  readonly database: SimulatedDatabase;
  readonly notes: readonly string[];

  private constructor(parts: {
    pipeline: Pipeline<Exchange>;
    database: SimulatedDatabase;
    notes: readonly string[];
  }) {
    this.pipeline = parts.pipeline;
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
    const { exchange, position } = await recover(database, {
      factory: exchangeFactory,
      onNote: (note) => notes.push(note),
    });
    const clock = new SteadyClock(position.timeMs, clockSources);
    const keys = new IdempotencyKeys(database, KEYS_IN_MEMORY);
    await keys.load(clock.nowMs());
    const pipeline = new Pipeline({
      database,
      exchange,
      projections: PROJECTIONS,
      keys,
      position,
      clock,
      onFatal,
      batchCommandsMax: BATCH_COMMANDS,
      batchEventsMax: BATCH_EVENTS,
    });
    return new SimulatedProcess({ pipeline, database, notes });
  }

  get exchange(): Exchange {
    return this.pipeline.exchange;
  }

  async takeSnapshot(): Promise<void> {
    await this.pipeline.paused(() =>
      saveSnapshot(this.database, makeSnapshot(this.exchange, this.pipeline.position)),
    );
  }
}
