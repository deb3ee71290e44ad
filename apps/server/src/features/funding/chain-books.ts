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
  const here = coins.all().filter((coin) => coin.chain === numberOf(chain));
  const byCoin = (unitsOf: (coin: (typeof here)[number], scale: bigint) => bigint) =>
    Object.fromEntries(
      here.map((coin) => {
        const units = unitsOf(coin, 10n ** BigInt(coin.restDecimals));
        return [catalogue.assetAt(coin.asset).code, String(units)] as const;
      }),
    );
  return {
    holdings: byCoin((coin, scale) => BigInt(coins.heldOn(coin)) * scale + BigInt(coin.rest)),
    approved: byCoin((coin, scale) => BigInt(coin.approved) * scale),
    deposits: deposits.map(isUsed(REFERENCE_USE.deposit)),
    settlements: settlements.map(isUsed(REFERENCE_USE.settlement)),
    costs: costs.map((one) => isUsed(REFERENCE_USE.cost)({ ...one, output: COST_OUTPUT })),
  };
}
