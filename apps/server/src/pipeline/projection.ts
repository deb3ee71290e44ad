/**
 * The contract of a feature's `projection.ts`: a table, its columns, and how events become rows.
 * The projector follows the journal and writes the rows of all projections, each batch once.
 */
import { FIRST_USER, type CoreEvent, type Exchange } from '@glasshouse/core';
import type { Session } from '../db/database.ts';

/**
 * The position of an event: its command, the command's time, and its index among that command's
 * events, from 0.
 */
export interface EventPlace {
  readonly seq: number;
  readonly timeMs: number;
  readonly ordinal: number;
}

export type ColumnType = 'bigint' | 'integer' | 'smallint' | 'numeric' | 'text';
export type ColumnValue = number | string | null;

export interface ProjectionTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly key: readonly string[];
  /**
   * What becomes of an existing row. 'insert': it is an error. Otherwise the columns that a newer
   * row replaces, or those that it adds to; or the SQL function (row that is there, row with moves)
   * that makes the next row, where the order matters in which things happened; or a rule of its
   * own.
   */
  readonly onConflict:
    | 'insert'
    | { readonly update: readonly string[] }
    | { readonly add: readonly string[] }
    | { readonly fold: string; readonly moves: string }
    | OwnRule;
}

/** One rule for a row that is there and a newer one, written twice. */
export interface OwnRule {
  /** By column: SQL that names the row that is there like the table, the newer `excluded`. */
  readonly set: Readonly<Record<string, string>>;
  /** The same here, for rows that wait to be written together. */
  readonly merged: (there: Row, newer: Row) => Row;
}

type Row = Readonly<Record<string, ColumnValue>>;

/** What a batch begins with. */
export interface BatchStart {
  /** Definitions, which are only added. */
  readonly registry: Exchange['registry'];
  /** By market: the index price of the last public tick, 0 before the first. */
  readonly indexPrices: readonly number[];
}

/** Between moves of one batch, and of several batches that are written together. */
export const MOVE_SEPARATOR = '_';

/**
 * Collects the rows of one batch, at most one per key: several changes of a row are merged before
 * they are written.
 */
export interface RowCollector {
  add(event: CoreEvent, place: EventPlace): void;
  rows(): readonly Readonly<Record<string, ColumnValue>>[];
}

/**
 * The row after `newer` has met `there`, which is the row with the same key. For 'insert' there is
 * none: the caller reports the error.
 */
export function mergedRow({ columns, onConflict }: ProjectionTable, there: Row, newer: Row): Row {
  if (onConflict === 'insert') throw new Error('a row that is only inserted has no successor');
  if ('merged' in onConflict) return onConflict.merged(there, newer);
  if ('fold' in onConflict) {
    const { moves } = onConflict;
    return { ...there, [moves]: `${there[moves]}${MOVE_SEPARATOR}${newer[moves]}` };
  }
  const changed =
    'update' in onConflict
      ? onConflict.update.map((column) => [column, newer[column] ?? null] as const)
      : onConflict.add.map(
          (column) => [column, sumOf(columns[column], there[column], newer[column])] as const,
        );
  return { ...there, ...Object.fromEntries(changed) };
}

/** Numeric columns are text, because they may exceed safe integers. */
function sumOf(type: ColumnType | undefined, a: ColumnValue = 0, b: ColumnValue = 0): ColumnValue {
  return type === 'numeric' ? String(BigInt(a ?? 0) + BigInt(b ?? 0)) : Number(a) + Number(b);
}

export interface Projection {
  readonly table: ProjectionTable;
  /**
   * SQL by which a demo drops the rows of owners below $2, the platform's own, up to command $1. It
   * may run again for the same command. Null if all rows are kept.
   */
  readonly forget: string | null;
  /**
   * Reads what its next rows continue from the rows that are written. Called once, before the first
   * batch that is not written yet.
   */
  open?(session: Session): Promise<void>;
  /** A fresh collector for a batch. Its `rows` is called once, when the batch has ended. */
  collect(start: BatchStart): RowCollector;
}

/**
 * Lower owners are the house and the accounts that the platform runs itself (market maker and
 * takers).
 */
export const USER_OWNER_MIN = FIRST_USER;
