/**
 * A product's news: what happens to rows of the account without the user. In its feature's news.ts.
 */
import type { formatNumber } from '@glasshouse/ui';
import type { PairInfo } from '#data/pairs.ts';
import type { Translation } from './i18n.ts';
import type { TextPart } from './text-keys.ts';

export type AmountText = typeof formatNumber;

export interface NewsRow {
  readonly id: string;
}
/** A row of a pair. */
export interface PairRow {
  readonly baseCoin: string;
  readonly quoteCoin: string;
}
/** `amountText` writes amounts of the user, which can be hidden. */
export interface NewsLine<Row> {
  readonly kind: string;
  readonly row: Row;
  readonly pair: PairInfo | undefined;
  readonly amountText: AmountText;
}
/** Methods, so that sources of different rows are of one type. */
export interface NewsSource<Row extends NewsRow = NewsRow> {
  /** Its name in the account channel. */
  readonly feature: string;
  /** The part with its texts. */
  readonly part: TextPart;
  /** The page that shows a row, with the row's pair if it has one. */
  readonly page: string;
  isOpen(row: Row): boolean;
  /** The time of the row's last change. */
  timeOf(row: Row): number;
  /**
   * The kind of change from `before`, an open row, to `row`; null if the user need not be notified.
   */
  kindOf(before: Row, row: Row): string | null;
  text(t: Translation['t'], line: NewsLine<Row>): string;
  /** Fetches rows that have ended. */
  fetch(ids: readonly string[]): Promise<readonly Row[]>;
}
