/**
 * What a feature's `projection.ts` offers: a table, its columns, and how events become rows.
 * The pipeline writes the rows of all projections in the statement that also writes the journal, so they are never apart.
 */
import type { CoreEvent } from '@glasshouse/core';

/** Where an event stands: its command, the command's time, and its place among that command's events, from 0. */
export interface EventPlace {
  readonly seq: number;
  readonly timeMs: number;
  readonly ordinal: number;
}

export type ColumnType = 'bigint' | 'integer' | 'smallint' | 'text';
export type ColumnValue = number | string | null;

export interface ProjectionTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly key: readonly string[];
  /** 'insert': a row that exists already is an error. Else the columns that a newer row replaces. */
  readonly onConflict: 'insert' | { readonly update: readonly string[] };
}

/** Gathers the rows of one batch, at most one per key: several changes of a row are merged before they are written. */
export interface RowCollector {
  add(event: CoreEvent, place: EventPlace): void;
  rows(): readonly Readonly<Record<string, ColumnValue>>[];
}

export interface Projection {
  readonly table: ProjectionTable;
  /**
   * SQL by which a demo drops the rows of owners below $2, the platform's own, up to command $1. It
   * may run again for the same command. Null where all rows stay.
   */
  readonly forget: string | null;
  /** A fresh collector for a batch. */
  collect(): RowCollector;
}

/** Owners below are the house's accounts and those the platform runs itself (market maker and its takers); users follow. */
export const USER_OWNER_MIN = 1000;
