/** What operators read of seconds contracts at the machine: `npx glasshouse terms`. */
import type { Ports } from '../../contract/ports.ts';
import { termsHistory } from '../../contract/terms-acts.ts';
import { termsInForce } from './office.ts';

type Parts = Pick<Ports, 'catalogue' | 'operators'>;

/** The acts of terms of contracts, by the beginning of their names. */
const ACTS = ['products/set-durations', 'products/set-limits'] as const;

export function secondsContractCommands(parts: Parts) {
  return {
    'seconds-contract/list-terms': async (_input: null): Promise<readonly string[]> => linesOf(parts),
    'seconds-contract/list-terms-history': (_input: null) =>
      termsHistory(parts, { acts: ACTS, former: 'contracts' }),
  };
}

function linesOf(parts: Parts): string[] {
  const { coin, durations, pairs } = termsInForce(parts);
  const bound = (amount: string): string => (amount === '0' ? 'without bound' : `${amount} ${coin}`);
  return [
    ...pairs.map(
      ({ pair, maxPositions, maxUserStake, maxOpenStake }) =>
        `contracts ${pair}: at most ${maxPositions} open of a user, open stakes ${bound(maxUserStake)} of a user, ${bound(maxOpenStake)} of all`,
    ),
    ...durations.map(
      ({ seconds, profit, minStake, maxStake }) =>
        `contracts of ${seconds} s: profit ${profit} %, stakes ${minStake} to ${maxStake} ${coin}`,
    ),
  ];
}
