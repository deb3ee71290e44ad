/** What all layers know of finance: its states and its articles. Without zod. */
import { numbersOf, type FixedTermStates } from '../../fixed-term-states.ts';

/** Its articles in the help center, in the order in which they are shown. */
export const articles = ['finance-interest', 'finance-early'] as const;

export const states = {
  hosting: { follows: null, isOpen: true, earns: 'so-far' },
  completed: { follows: 'hosting', isOpen: false, earns: 'all' },
} as const satisfies FixedTermStates;
export const STATUS = numbersOf(states);
