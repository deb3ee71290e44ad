/** Networks in the back office: coins on them with their terms, and the acts that change these. */
import type { Ports } from '../../../contract/ports.ts';
import type { FeatureHandlers } from '../../../http/handler.ts';
import type { CoinListing } from '../coin-listing.ts';
import type { NetworkTerms } from '../network-terms.ts';

export function networkHandlers(
  { operators: { act }, networks }: Pick<Ports, 'operators' | 'networks'>,
  { terms, listing }: { readonly terms: NetworkTerms; readonly listing: CoinListing },
): FeatureHandlers<'networks'> {
  return {
    'networks/get-all': () => ({ coins: terms.list(), networks: networks.all.map(({ chain }) => chain) }),
    'networks/open-coin': act('networks/open-coin', (input) => terms.planWay(input, true)),
    'networks/close-coin': act('networks/close-coin', (input) => terms.planWay(input, false)),
    'networks/set-terms': act('networks/set-terms', (input) => terms.planTerms(input)),
    'networks/set-confirmations': act('networks/set-confirmations', (input) =>
      terms.planConfirmations(input),
    ),
    'networks/list-coin': act('networks/list-coin', (input) => listing.plan(input)),
  };
}
