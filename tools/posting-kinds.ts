/**
 * What the projector must know of the reasons of postings, as a file of its own: their texts would
 * bring the whole protocol into its thread, at every start.
 */
import { POSTING_REASON_TEXTS } from '@glasshouse/protocol';

export const POSTING_KINDS = 'apps/server/src/features/wallet/posting-kinds.gen.ts';

type Reason = (typeof POSTING_REASON_TEXTS)[keyof typeof POSTING_REASON_TEXTS];

export function postingKindsFile(): string {
  return `/** Kinds of reasons of postings: made from the protocol by \`npm run generate\`. */

/**
 * The reasons of transfers between two accounts of the owner, whose two postings follow each other.
 */
export const OWN_MOVES: ReadonlySet<string> = ${setOf(({ shown }) => shown?.side === 'own')};

/**
 * The reasons of exchanges of coins: of the bought coin and of the paid one, whose two postings
 * follow each other.
 */
export const SWAPPED: Readonly<Record<'received' | 'paid', ReadonlySet<string>>> = {
  received: ${setOf(({ shown }) => shown?.swap === 'received')},
  paid: ${setOf(({ shown }) => shown?.swap === 'paid')},
};
`;
}

/** In the order of the letters. */
function setOf(isOfKind: (reason: Reason) => boolean): string {
  const names = Object.entries(POSTING_REASON_TEXTS)
    .filter(([, reason]) => isOfKind(reason))
    .map(([name]) => `'${name}'`);
  return `new Set([${names.toSorted().join(', ')}])`;
}
