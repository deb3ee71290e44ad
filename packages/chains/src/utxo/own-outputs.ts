/**
 * Finds our outputs in the followed blocks. The chain shows whether one is still unspent; only we
 * can spend it, and the records of payments name the transaction that did.
 */
import type { ChainStep } from '../blocks/follower.ts';
import type { KeyPath } from '../paying/payments.ts';
import type { OwnOutput } from './payments.ts';

/** The source of outputs that a payer can spend. */
export interface OwnOutputs {
  outputs(): readonly OwnOutput[];
}

/** The outputs of a block that pay to our keys. */
export function ownOutputsOf(
  { transfers }: Extract<ChainStep, { type: 'added' }>,
  keyOf: (address: string) => KeyPath | undefined,
): readonly OwnOutput[] {
  return transfers.flatMap(({ txid, output, to, units }) => {
    const key = keyOf(to);
    return key === undefined || units <= 0n ? [] : [{ txid, output, key, units: units.toString() }];
  });
}
