/** Places the hold of a change of credentials in the core. */
import type { SecurityHold } from './security-holds.ts';
import type { Sequencer } from '../../contract/sequencer.ts';

const ALL_ASSETS = -1;

/**
 * Its key is that of the hold, so that a second attempt after a crash gets the first answer. Beyond
 * the life of keys the core finds the same hold placed already and changes nothing.
 */
export async function placeSecurityHold(
  sequencer: Sequencer,
  { userId, untilMs }: SecurityHold,
): Promise<void> {
  // Nothing is left to hold.
  if (untilMs <= sequencer.nowMs()) return;
  const { error } = await sequencer.submit(
    { type: 'place-hold', owner: userId, asset: ALL_ASSETS, amount: 0, reason: 'security', untilMs },
    { owner: userId, key: `security-hold:${untilMs}`, requestHash: '' },
  );
  if (error !== null) throw new Error(`the hold of ${userId} until ${untilMs} was refused: ${error}`);
}
