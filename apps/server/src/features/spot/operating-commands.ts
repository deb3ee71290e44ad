/** What operators read of the fee tiers at the machine: `npx glasshouse terms`. */
import type { Ports } from '../../contract/ports.ts';
import { termsHistory } from '../../contract/terms-acts.ts';
import { tiersInForce } from './tiers-office.ts';

type Parts = Pick<Ports, 'catalogue' | 'operators'>;

export function spotCommands(parts: Parts) {
  return {
    'spot/list-fee-tiers': async (_input: null): Promise<readonly string[]> => {
      const { coin, tiers } = tiersInForce(parts);
      return tiers.map(
        ({ volume, makerShare, takerShare }) =>
          `fee tier from ${volume} ${coin}: maker ${makerShare} %, taker ${takerShare} % of a pair's fees`,
      );
    },
    'spot/list-fee-tiers-history': (_input: null) =>
      termsHistory(parts, { acts: ['products/set-fee-tiers'], former: 'fee-tiers' }),
  };
}
