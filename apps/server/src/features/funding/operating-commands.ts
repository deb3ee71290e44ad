/** The operator's commands for the terms of networks. Only a running server takes them. */
import type { NetworkChange, NetworkTerm, NetworkTerms } from './network-terms.ts';

export function networkCommands(networks: NetworkTerms) {
  return {
    'funding/list-networks': async (_input: null): Promise<readonly NetworkTerm[]> => networks.list(),
    /** What is wrong with the value; null if it is in force now. */
    'funding/set-network': async (asked: NetworkChange): Promise<{ readonly problem: string | null }> => ({
      problem: await networks.set(asked),
    }),
  };
}
