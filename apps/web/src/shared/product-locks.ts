/** What a product holds of the reader until when, for the portfolio: its feature's locks.ts. */
import type { ReactNode } from 'react';
import type { Section } from './section.ts';

export interface Lock {
  readonly key: string;
  /** Coin and amount that are locked. */
  readonly coin: string;
  readonly amount: string;
  /** The name of the offer, and what it is. */
  readonly name: string;
  readonly kind: string;
  /** When it ends, in milliseconds; null: no time ends it, or it is not known yet. */
  readonly endMs: number | null;
  /** What ends it then. */
  readonly endsWhen?: string;
  /** What comes back then. */
  readonly gets: ReactNode;
}

/** What a product has earned the reader and not paid yet, in a coin; losses are negative. */
export interface Accrued {
  readonly coin: string;
  readonly amount: string;
}

export interface ProductLocks {
  readonly section: Section;
  /** The name of its feature. */
  readonly feature: string;
  /** Undefined while it loads. */
  readonly useLocks: () => {
    readonly locks: readonly Lock[] | undefined;
    readonly accrued: readonly Accrued[] | undefined;
    readonly failed: { readonly isFetching: boolean; readonly refetch: () => unknown } | undefined;
  };
}
