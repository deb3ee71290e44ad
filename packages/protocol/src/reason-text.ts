/** A reason of postings as users see it (see posting-reasons.ts). */
import type { OtherSideKind, RecordKind } from './features/wallet/record-kinds.ts';
import type { StatementLine } from './features/wallet/statement-lines.ts';

/** What a posting of a user belongs to. */
export interface ShownReason {
  readonly record: RecordKind;
  /** Who is at the other side; null: the frozen part of the same account. */
  readonly side: OtherSideKind | null;
  /** What was bought, which the posting of what it cost follows: both make its average cost. */
  readonly swap?: 'received' | 'paid';
  /** The line of the yearly statement; two where what is received and what is paid differ. */
  readonly line: StatementLine | { readonly received: StatementLine; readonly paid: StatementLine };
}

export interface ReasonText {
  /** Its name in both languages. */
  readonly en: string;
  readonly zh: string;
  /** Null: users have no such postings. */
  readonly shown: ShownReason | null;
}
