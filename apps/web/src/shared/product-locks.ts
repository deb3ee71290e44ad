/** What a product holds of the reader until when, for the portfolio: its feature's locks.ts. */
import type { ReactNode } from 'react';
import type { Section } from './section.ts';

export interface Lock {
  readonly key: string;
  /** Coin and amount that are locked. */
  readonly coin: string;
  readonly amount: string;
  /** The name of the offer, and what it is. */
  readonly name: ReactNode;
  readonly kind: ReactNode;
  /** When it ends, in milliseconds; null: nobody knows. */
  readonly endMs: number | null;
  /** What comes back then. */
  readonly gets: ReactNode;
}

/** What a product has earned so far, in a coin; losses are negative. */
export interface Earned {
  readonly coin: string;
  readonly paid: string;
  /** Not paid yet. */
  readonly open: string;
}

export interface ProductLocks {
  readonly section: Section;
  /** Undefined while it loads. */
  readonly useLocks: () => {
    readonly locks: readonly Lock[] | undefined;
    readonly earned: readonly Earned[] | undefined;
    readonly failed: { readonly isFetching: boolean; readonly refetch: () => unknown } | undefined;
  };
}
