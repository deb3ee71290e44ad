/** Which operations need a verified identity: names with commas, or nothing. */
import { OPERATIONS, type Operation } from '@glasshouse/protocol';

/** Documents are submitted as a change of settings, so that can never need a verified identity. */
export const IDENTITY_OPERATIONS: readonly Operation[] = OPERATIONS.filter((name) => name !== 'settings');

/** The operations of a list, in the order of `OPERATIONS`; null if it names anything else. */
export function operationsIn(text: string): readonly Operation[] | null {
  const names = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const known: ReadonlySet<string> = new Set(IDENTITY_OPERATIONS);
  if (!names.every((name) => known.has(name))) return null;
  return IDENTITY_OPERATIONS.filter((operation) => names.includes(operation));
}
