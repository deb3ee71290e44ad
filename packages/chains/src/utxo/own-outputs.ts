/**
 * Which outputs are ours, by the blocks that were followed. Whether one is still unspent tells the
 * chain: only we can spend it, and the records of payments know by which transaction.
 */
import type { ChainStep } from '../blocks/follower.ts';
import type { KeyPath } from '../paying/payments.ts';
import type { OwnOutput } from './payments.ts';

/** Where a payer looks for what it can spend. */
export interface OwnOutputs {
  outputs(): readonly OwnOutput[];
}

/** What a block brings to our keys. */
export function ownOutputsOf(
  { transfers }: Extract<ChainStep, { type: 'added' }>,
  keyOf: (address: string) => KeyPath | undefined,
): readonly OwnOutput[] {
  return transfers.flatMap(({ txid, output, to, units }) => {
    const key = keyOf(to);
    return key === undefined || units <= 0n ? [] : [{ txid, output, key, units: units.toString() }];
  });
}
