/**
 * The projector: a second exchange that follows the journal as a recovery would, verifying every
 * checksum and outcome, and writes the rows of all projections: in order, each batch once, as many
 * batches at a time as have gathered while the last rows were written.
 */
import type { Session } from '../../db/database.ts';
import { drainEvents, type PlacedEvent } from '../batch.ts';
import type { BatchStart, Projection } from '../projection.ts';
import { type JournalPosition, type JournalRecord } from '../record.ts';
import { applyRecord } from '../recovery.ts';
import type { StateMachine } from '../state-machine.ts';
import { type ProjectedStep, ProjectionStatements } from '../statement.ts';
import type { CountedWrite } from '../../db/database.ts';
import { Pace } from '../../process/pace.ts';
import { WaitingRows } from './waiting-rows.ts';

/** Rows that one statement writes, and those of the record that makes them too many. */
const ROWS_MAX = 5_000;

export interface ProjectorParts<S extends StateMachine> {
  readonly exchange: S;
  /** Of the exchange. */
  readonly position: JournalPosition;
  /** The last batch whose rows are written: not before `position`. */
  readonly projectedBatch: number;
  /** Whose rows it writes, see `takeProjected`. */
  readonly writer: number;
  readonly projections: readonly Projection[];
  readonly write: (write: CountedWrite) => Promise<void>;
  /** How long rows that nobody waits for gather before they are written, in milliseconds. */
  readonly paceMs: number;
  /** Called when rows are written, up to this batch. */
  readonly onProjected?: (batch: number) => void;
  /** What is in memory cannot be written: the process must end. */
  readonly onError: (error: Error) => void;
}

export class Projector<S extends StateMachine> {
  readonly exchange: S;
  readonly #parts: ProjectorParts<S>;
  readonly #statements = new ProjectionStatements();
  readonly #waiting: readonly WaitingRows[];
  readonly #pace: Pace;
  #position: JournalPosition;
  #projectedBatch: number;
  #writing: Promise<void> | null = null;
  #onTaken: () => void = () => {};
  /** After it nothing is written any more. */
  #failure: Error | null = null;

  /** Reads from `session` what the projections continue from. */
  static async open<S extends StateMachine>(
    session: Session,
    parts: ProjectorParts<S>,
  ): Promise<Projector<S>> {
    for (const projection of parts.projections) await projection.open?.(session);
    return new Projector(parts);
  }

  constructor(parts: ProjectorParts<S>) {
    const { exchange, position, projectedBatch, projections } = parts;
    if (position.batch > projectedBatch)
      throw new Error(
        `rows are written up to batch ${projectedBatch}, the state is that of ${position.batch}`,
      );
    this.exchange = exchange;
    this.#parts = parts;
    this.#position = position;
    this.#projectedBatch = projectedBatch;
    const tables = projections.map(({ table }) => table);
    this.#waiting = tables.map((table) => new WaitingRows(table));
    this.#pace = new Pace(parts.paceMs);
  }

  /** The end of the journal as far as it was followed. */
  get position(): JournalPosition {
    return this.#position;
  }

  /** Takes the next record. Throws a RecoveryError if it does not follow from what was before. */
  follow(record: JournalRecord): void {
    const { exchange, projections } = this.#parts;
    const start = { registry: exchange.registry, indexPrices: indexPricesOf(exchange) };
    this.#position = applyRecord(exchange, this.#position, record);
    if (record.batch <= this.#projectedBatch) return exchange.log.clear();
    const events = drainEvents(exchange);
    projections.forEach((projection, i) => this.#waiting[i]?.add(rowsOf(projection, start, events)));
    if (this.#failure === null) this.#writing ??= this.#write();
  }

  /**
   * Resolves when the rows of one more record have room: until then none should follow. Rejects if
   * rows cannot be written.
   */
  async room(): Promise<void> {
    while (this.#failure === null && this.#rowsWaiting() >= ROWS_MAX) {
      this.hurry();
      await new Promise<void>((resolve) => (this.#onTaken = resolve));
    }
    if (this.#failure !== null) throw this.#failure;
  }

  /** Somebody waits for the rows of the records so far. */
  hurry(): void {
    if (this.#writing !== null) this.#pace.hurry();
  }

  /** Resolves when the rows of all records so far are written; rejects if they cannot be. */
  async flushed(): Promise<void> {
    while (this.#writing !== null) {
      this.hurry();
      await this.#writing;
    }
    if (this.#failure !== null) throw this.#failure;
  }

  async #write(): Promise<void> {
    const { write, onProjected, onError } = this.#parts;
    try {
      while (this.#projectedBatch < this.#position.batch) {
        await this.#pace.due();
        const step = this.#nextStep();
        const taken = this.#waiting.map((rows) => rows.take());
        this.#onTaken();
        await write(this.#statements.build(step, taken));
        this.#projectedBatch = step.batch;
        onProjected?.(step.batch);
      }
      this.#writing = null;
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      this.#writing = null;
      this.#onTaken();
      onError(this.#failure);
    }
  }

  #rowsWaiting(): number {
    return this.#waiting.reduce((sum, { count }) => sum + count, 0);
  }

  #nextStep(): ProjectedStep {
    const { batch, seq } = this.#position;
    return { fromBatch: this.#projectedBatch, batch, seq, writer: this.#parts.writer };
  }
}

/** By market, as they are now. */
const indexPricesOf = ({ registry }: Pick<StateMachine, 'registry'>): readonly number[] =>
  registry.markets.map((market) => market?.indexPrice ?? 0);

function rowsOf(
  projection: Projection,
  start: BatchStart,
  events: readonly PlacedEvent[],
): ReturnType<ReturnType<Projection['collect']>['rows']> {
  const collector = projection.collect(start);
  for (const placed of events) collector.add(placed.event, placed);
  return collector.rows();
}
