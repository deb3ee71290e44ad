/** What a page gives to a table. */
import type { ReactNode } from 'react';
import type { Column, Sort } from './columns.ts';
import type { Rows } from './useRows.ts';

export interface Choice {
  /** The keys of the chosen rows. */
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
}

export interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: Rows<Row>;
  readonly keyOf: (row: Row) => string;
  /** The key of the row that is open beside the table. */
  readonly openKey?: string | undefined;
  readonly onOpen?: (row: Row) => void;
  /** Whether nothing is left to do about a row: it is shown muted. */
  readonly isFinished?: (row: Row) => boolean;
  /** The present order; without it heads are no buttons. */
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
  /** Lets rows be chosen, for acts on several. */
  readonly choice?: Choice;
  /** Shown instead of no rows. */
  readonly empty: ReactNode;
  /** In the foot: sums of all rows, never of those in view. */
  readonly sums?: ReactNode;
}
