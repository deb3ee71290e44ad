/**
 * Makes a batch: applies its commands in order and collects the results for the journal, the
 * streams and the answers.
 */
import type { Command, CoreEvent, Outcome } from '@glasshouse/core';
import type { Answer } from './answer.ts';
import type { IdempotencyRequest } from './idempotency.ts';
import type { EventPlace } from './projection.ts';
import { type JournalPosition, type JournalRecord, makeRecord } from './record.ts';
import type { StateMachine } from './state-machine.ts';

export interface Submitted {
  readonly command: Command;
  readonly request: IdempotencyRequest | null;
  /** Writes the reply's text, if any. A repeated key gets this same text. */
  readonly replyOf: ReplyOf | null;
}

/**
 * Turns a command's outcome and events into the text of its reply. Pure: it runs before the commit.
 */
export type ReplyOf = (outcome: Outcome, events: readonly PlacedEvent[]) => string | null;

export interface PlacedEvent extends EventPlace {
  readonly event: CoreEvent;
}

/** A batch that is in memory and perhaps not on disk: no client may see any of it. */
export interface UncommittedBatch {
  readonly record: JournalRecord;
  readonly batch: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly timeMs: number;
  readonly commands: readonly Command[];
  readonly answers: readonly Answer[];
  readonly events: readonly PlacedEvent[];
}

declare const isOnDisk: unique symbol;
/**
 * A batch after its commit. Everything that keeps data for readers (candles, ticks, deals, streams)
 * takes only this type, and only the pipeline creates it, so showing uncommitted data does not
 * compile.
 */
export type CommittedBatch = UncommittedBatch & { readonly [isOnDisk]: true };

/** For the pipeline, after the database has confirmed the commit. */
export function afterCommit(batch: UncommittedBatch): CommittedBatch {
  return batch as CommittedBatch;
}

export interface AppliedBatch {
  readonly content: UncommittedBatch;
  /** The rows of `idempotency`: the answers of the commands that have a key. */
  readonly keys: readonly object[];
}

export interface BatchContext {
  readonly exchange: StateMachine;
  readonly position: JournalPosition;
  readonly timeMs: number;
  readonly eventsMax: number;
}

/**
 * Events per batch. A batch ends after the command that reaches this limit; one command makes at
 * most about as many again.
 */
export const BATCH_EVENTS_MAX = 10_000;

/**
 * Applies the first commands, as many as fit into a batch; `content.commands` holds them. The
 * caller must commit the result or end the process.
 */
export function applyBatch(context: BatchContext, submitted: readonly Submitted[]): AppliedBatch {
  const { exchange, position, timeMs } = context;
  const outcomes = exchange.applyAll({
    firstSeq: position.seq + 1,
    timeMs,
    commands: submitted.map(({ command }) => command),
    eventsMax: context.eventsMax,
  });
  const commands = submitted.slice(0, outcomes.length).map(({ command }) => command);
  const postings = exchange.postingsDigest();
  const events = drainEvents(exchange);
  const record = makeRecord(position, { timeMs, commands, outcomes, postings });
  const { batch, first_seq: firstSeq, last_seq: lastSeq } = record;
  const answers = answersOf(submitted, { firstSeq, outcomes, events });
  return {
    content: { record, batch, firstSeq, lastSeq, timeMs, commands, answers, events },
    keys: keyRows(record, submitted, answers),
  };
}

function answersOf(
  submitted: readonly Submitted[],
  batch: {
    readonly firstSeq: number;
    readonly outcomes: readonly Outcome[];
    readonly events: readonly PlacedEvent[];
  },
): readonly Answer[] {
  const { firstSeq, outcomes, events } = batch;
  let at = 0;
  return outcomes.map((outcome, i) => {
    const seq = firstSeq + i;
    while (at < events.length && events[at]!.seq < seq) at++;
    const from = at;
    while (at < events.length && events[at]!.seq === seq) at++;
    const replyOf = outcome.error === null ? (submitted[i]?.replyOf ?? null) : null;
    const reply = replyOf === null ? null : replyOf(outcome, events.slice(from, at));
    return { ...outcome, reply };
  });
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

function keyRows(
  record: JournalRecord,
  submitted: readonly Submitted[],
  answers: readonly Answer[],
): readonly object[] {
  const rows: object[] = [];
  submitted.forEach(({ request }, i) => {
    const answer = answers[i];
    if (request === null || answer === undefined) return;
    const { owner, key, requestHash } = request;
    rows.push({
      owner,
      key,
      request_hash: requestHash,
      seq: record.first_seq + i,
      time_ms: record.time_ms,
      ...answer,
    });
  });
  return rows;
}
