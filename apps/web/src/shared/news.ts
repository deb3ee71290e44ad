/**
 * The contract for a product's news: changes of the account's rows that the user did not make. Each
 * product implements it in its feature's news.ts.
 */
import type { formatNumber } from '@glasshouse/ui';
import type { PairInfo } from '#data/pairs.ts';
import type { Translation } from './i18n.ts';
import type { TextPart } from './text-keys.ts';

export type AmountText = typeof formatNumber;

export interface NewsRow {
  readonly id: string;
}
/** A row that belongs to a pair. */
export interface PairRow {
  readonly baseCoin: string;
  readonly quoteCoin: string;
}
/** `amountText` formats amounts of the user, which can be hidden. */
export interface NewsLine<Row> {
  readonly kind: string;
  readonly row: Row;
  readonly pair: PairInfo | undefined;
  readonly amountText: AmountText;
}
/**
 * A source of news. Its functions are methods, so that sources of different rows fit into one list.
 */
export interface NewsSource<Row extends NewsRow = NewsRow> {
  /** The feature's name in the account channel. */
  readonly feature: string;
  /** The part of the site's texts that contains the source's. */
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
