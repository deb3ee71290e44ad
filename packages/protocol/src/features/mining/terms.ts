/** What all layers know of mining: its states and its articles. Without zod. */
import { numbersOf, type FixedTermStates } from '../../fixed-term-states.ts';

/** The articles on mining in the help center, in the order in which they are shown. */
export const articles = ['mining-rewards', 'mining-redeem'] as const;

export const states = {
  proceeding: { follows: null, isOpen: true, earns: 'so-far' },
  toBeRedeemed: { follows: 'proceeding', isOpen: true, earns: 'all' },
  redeemed: { follows: 'toBeRedeemed', isOpen: false, earns: 'all' },
  // The owner has given up the reward.
  redeemedEarly: { follows: 'proceeding', isOpen: false, earns: 'nothing', listedAs: 'redeemed' },
} as const satisfies FixedTermStates;
export const STATUS = numbersOf(states);
