/** What all products hold of the reader, and what they have earned. */
import type { Accrued, Lock, ProductLocks } from '#shared/product-locks.ts';
import * as list from './product-locks.gen.ts';

const orderOf = ({ section }: ProductLocks): number => section.listed?.order ?? 0;
/** In the order of the navigation. */
const PRODUCTS: readonly ProductLocks[] = Object.values<ProductLocks>(list).toSorted(
  (a, b) => orderOf(a) - orderOf(b),
);

export interface HeldByProducts {
  /** Undefined while the data of any product loads. */
  readonly locks: readonly Lock[] | undefined;
  readonly accrued: readonly (Accrued & { readonly feature: string })[] | undefined;
  readonly failed: ReturnType<ProductLocks['useLocks']>['failed'];
}

export function useHeldByProducts(): HeldByProducts {
  // The list is constant, and so is the order of the hooks.
  const held = PRODUCTS.map(({ feature, useLocks }) => ({ feature, ...useLocks() }));
  const isKnown = held.every(({ locks, accrued }) => locks !== undefined && accrued !== undefined);
  return {
    locks: isKnown ? held.flatMap(({ locks }) => locks ?? []) : undefined,
    accrued: isKnown
      ? held.flatMap(({ feature, accrued }) => (accrued ?? []).map((one) => ({ ...one, feature })))
      : undefined,
    failed: held.find(({ failed }) => failed !== undefined)?.failed,
  };
}
