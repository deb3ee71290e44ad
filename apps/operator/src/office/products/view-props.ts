/** What the views of the page of products have in common. */
import type { ReactNode } from 'react';

export interface ViewProps {
  /** What is open at the side. */
  readonly open: string | undefined;
  readonly onOpen: (open: string | undefined) => void;
  /** The bar of views. */
  readonly views: ReactNode;
  /** Whether the operator may ask for changes. */
  readonly mayAsk: boolean;
}

/** What is open, besides the rows by their names. */
export const NEW = 'new';
export const DURATIONS = 'durations';
export const TIERS = 'tiers';
