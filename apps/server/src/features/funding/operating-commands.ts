/** What operators read of networks at the machine. Only a running server takes it. */
import type { NetworkCoin } from '@glasshouse/protocol/funding/networks-office';
import type { NetworkTerms } from './network-terms.ts';

export function networkCommands(terms: NetworkTerms) {
  return {
    'funding/list-networks': async (_input: null): Promise<readonly NetworkCoin[]> => terms.list(),
  };
}
