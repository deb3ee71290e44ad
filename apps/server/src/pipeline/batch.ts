/** Makes a batch: applies its commands in order, and gathers what they leave for the journal, the projections and the streams. */
import type { Command, CoreEvent, Outcome } from '@glasshouse/core';
import type { IdempotencyRequest } from './idempotency.ts';
import type { EventPlace, Projection } from './projection.ts';
import { type JournalPosition, type JournalRecord, makeRecord } from './record.ts';
import type { StateMachine } from './state-machine.ts';
import { IDEMPOTENCY_TABLE, type TableRows } from './statement.ts';

export interface Submitted {
  readonly command: Command;
  readonly request: IdempotencyRequest | null;
}

export interface PlacedEvent extends EventPlace {
  readonly event: CoreEvent;
}

/** A batch as the listeners get it, after its commit. */
export interface CommittedBatch {
  readonly record: JournalRecord;
  readonly batch: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly timeMs: number;
  readonly commands: readonly Command[];
  readonly outcomes: readonly Outcome[];
  readonly events: readonly PlacedEvent[];
}

export interface AppliedBatch {
  readonly tableRows: readonly TableRows[];
  readonly committed: CommittedBatch;
}

export interface BatchContext {
  readonly exchange: StateMachine;
  readonly projections: readonly Projection[];
  readonly position: JournalPosition;
  readonly timeMs: number;
}

/** Changes the exchange; the caller has to commit what comes back, or end. */
export function applyBatch(context: BatchContext, submitted: readonly Submitted[]): AppliedBatch {
  const { exchange, position, timeMs } = context;
  const commands = submitted.map(({ command }) => command);
  const outcomes = exchange.applyAll({ firstSeq: position.seq + 1, timeMs, commands });
  const events = drainEvents(exchange);
  const record = makeRecord(position, { timeMs, commands, outcomes });
  const tableRows = [
    ...projectRows(context.projections, events),
    idempotencyRows(record, submitted, outcomes),
  ];
  const { batch, first_seq: firstSeq, last_seq: lastSeq } = record;
  return { tableRows, committed: { record, batch, firstSeq, lastSeq, timeMs, commands, outcomes, events } };
}

export function drainEvents(exchange: StateMachine): PlacedEvent[] {
  const events: PlacedEvent[] = [];
  let lastSeq = 0;
  let ordinal = 0;
  exchange.drainEvents((event, seq, timeMs) => {
    ordinal = seq === lastSeq ? ordinal + 1 : 0;
    lastSeq = seq;
    events.push({ event, seq, timeMs, ordinal });
  });
  return events;
}

export function projectRows(projections: readonly Projection[], events: readonly PlacedEvent[]): TableRows[] {
  return projections.map((projection) => {
    const collector = projection.collect();
    for (const placed of events) collector.add(placed.event, placed);
    return { table: projection.table, rows: collector.rows() };
  });
}

function idempotencyRows(
  record: JournalRecord,
  submitted: readonly Submitted[],
  outcomes: readonly Outcome[],
): TableRows {
  const rows: object[] = [];
  submitted.forEach(({ request }, i) => {
    const outcome = outcomes[i];
    if (request === null || outcome === undefined) return;
    const { owner, key, requestHash } = request;
    rows.push({
      owner,
      key,
      request_hash: requestHash,
      seq: record.first_seq + i,
      time_ms: record.time_ms,
      ...outcome,
    });
  });
  return { table: IDEMPOTENCY_TABLE, rows };
}
