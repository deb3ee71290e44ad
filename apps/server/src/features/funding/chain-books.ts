/** What the ledger says of a chain, for the comparison with it. */
import { REFERENCE_USE } from '@glasshouse/core';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { AskedReferences, ChainBooks, TransferReference } from '../../contract/chain-parts.ts';
import { COST_OUTPUT, numberOf, referenceOf } from './chain-amounts.ts';

/** Between two batches, so that a batch in flight is in none of it. */
export function booksOf(
  catalogue: Catalogue,
  chain: string,
  { deposits, settlements, costs }: AskedReferences,
): ChainBooks {
  const { coins, references } = catalogue.exchange.features.funding;
  const isUsed = (use: number) => (named: TransferReference) =>
    references.has({ use, ...referenceOf(named) });
  const held = coins
    .all()
    .filter((coin) => coin.chain === numberOf(chain))
    .map((coin) => {
      const units = BigInt(coins.heldOn(coin)) * 10n ** BigInt(coin.restDecimals) + BigInt(coin.rest);
      return [catalogue.assetAt(coin.asset).code, String(units)] as const;
    });
  return {
    holdings: Object.fromEntries(held),
    deposits: deposits.map(isUsed(REFERENCE_USE.deposit)),
    settlements: settlements.map(isUsed(REFERENCE_USE.settlement)),
    costs: costs.map((one) => isUsed(REFERENCE_USE.cost)({ ...one, output: COST_OUTPUT })),
  };
}
