/**
 * The states of an order with a fixed term. A product lists them once, in its terms.ts: the number
 * of a state is its place there, in the core, in tables and in replies.
 */

export interface FixedTermState {
  /** The state before it; null for the one in which an order begins. */
  readonly follows: string | null;
  readonly isOpen: boolean;
  /** What an order has of its interest: that of the full days, all of it, or nothing. */
  readonly earns: 'so-far' | 'all' | 'nothing';
  /** The state among whose orders lists show it; absent: its own. Such states come last. */
  readonly listedAs?: string;
}
export type FixedTermStates = Readonly<Record<string, FixedTermState>>;

/** The number of each state by its name. */
export function numbersOf<S extends FixedTermStates>(states: S): { readonly [K in keyof S]: number } {
  const numbers = Object.keys(states).map((name, number) => [name, number]);
  return Object.fromEntries(numbers) as { readonly [K in keyof S]: number };
}

/** 'toBeRedeemed' as 'to be redeemed', or with another mark between its words. */
export const stateWords = (name: string, between = ' '): string =>
  name.replace(/[A-Z]/g, (capital) => between + capital.toLowerCase());
