/**
 * The user's money that a product holds, and until when, for the portfolio: its feature's locks.ts.
 */
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
  /** The time of the end, in milliseconds; null if no time ends it, or if it is not known yet. */
  readonly endMs: number | null;
  /** Says what ends it if no time does. */
  readonly endsWhen?: string;
  /** Says what comes back at the end. */
  readonly gets: ReactNode;
}

/** The user's earnings from a product that are not paid yet, in one coin; losses are negative. */
export interface Accrued {
  readonly coin: string;
  readonly amount: string;
}

export interface ProductLocks {
  readonly section: Section;
  /** The name of its feature. */
  readonly feature: string;
  /** `locks` and `accrued` are undefined while they load. */
  readonly useLocks: () => {
    readonly locks: readonly Lock[] | undefined;
    readonly accrued: readonly Accrued[] | undefined;
    readonly failed: { readonly isFetching: boolean; readonly refetch: () => unknown } | undefined;
  };
}
