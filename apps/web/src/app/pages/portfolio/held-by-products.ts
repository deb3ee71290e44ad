/** What all products hold of the reader, and what they have earned. */
import type { Earned, Lock, ProductLocks } from '#shared/product-locks.ts';
import type { Section } from '#shared/section.ts';
import * as list from './product-locks.ts';

const orderOf = ({ section }: ProductLocks): number => section.listed?.order ?? 0;
/** In the order of the navigation. */
const PRODUCTS: readonly ProductLocks[] = Object.values(
  list as Readonly<Record<string, ProductLocks>>,
).toSorted((a, b) => orderOf(a) - orderOf(b));

export interface HeldByProducts {
  /** Undefined while one of them loads. */
  readonly locks: readonly Lock[] | undefined;
  readonly earned: readonly (Earned & { readonly section: Section })[] | undefined;
  readonly failed: ReturnType<ProductLocks['useLocks']>['failed'];
}

export function useHeldByProducts(): HeldByProducts {
  // The list is constant, and so is the order of the hooks.
  const held = PRODUCTS.map(({ section, useLocks }) => ({ section, ...useLocks() }));
  const isKnown = held.every(({ locks, earned }) => locks !== undefined && earned !== undefined);
  return {
    locks: isKnown ? held.flatMap(({ locks }) => locks ?? []) : undefined,
    earned: isKnown
      ? held.flatMap(({ section, earned }) => (earned ?? []).map((one) => ({ ...one, section })))
      : undefined,
    failed: held.find(({ failed }) => failed !== undefined)?.failed,
  };
}
