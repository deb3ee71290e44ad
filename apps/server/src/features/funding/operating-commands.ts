/** The commands of operators for networks: terms and coins. Only a running server takes them. */
import type { AskedListing, CoinListing, ListingAnswer } from './coin-listing.ts';
import type { ConfirmationsChange, NetworkChange, NetworkTerm, NetworkTerms } from './network-terms.ts';

/** What is wrong with what was asked for; null if it is in force now. */
interface Answer {
  readonly problem: string | null;
}

export function networkCommands(terms: NetworkTerms, listing: CoinListing) {
  return {
    'funding/list-networks': async (_input: null): Promise<readonly NetworkTerm[]> => terms.list(),
    'funding/set-network': async (asked: NetworkChange): Promise<Answer> => ({
      problem: await terms.set(asked),
    }),
    'funding/set-confirmations': async (asked: ConfirmationsChange): Promise<Answer> => ({
      problem: await terms.setConfirmations(asked),
    }),
    /** What listing the coin would do. */
    'funding/plan-coin': (asked: AskedListing): Promise<ListingAnswer> => listing.plan(asked),
    'funding/list-coin': ({
      operator,
      ...asked
    }: AskedListing & { readonly operator: string }): Promise<ListingAnswer> => listing.list(asked, operator),
  };
}
