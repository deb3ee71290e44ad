/** What all layers know of mining: its states and its articles. Without zod. */
import { numbersOf, type FixedTermStates } from '../../fixed-term-states.ts';

/** Its articles in the help center, in the order in which they are shown. */
export const articles = ['mining-rewards', 'mining-redeem'] as const;

export const states = {
  proceeding: { follows: null, isOpen: true, earns: 'so-far' },
  toBeRedeemed: { follows: 'proceeding', isOpen: true, earns: 'all' },
  redeemed: { follows: 'toBeRedeemed', isOpen: false, earns: 'all' },
  // It has given its reward up.
  redeemedEarly: { follows: 'proceeding', isOpen: false, earns: 'nothing', listedAs: 'redeemed' },
} as const satisfies FixedTermStates;
export const STATUS = numbersOf(states);
