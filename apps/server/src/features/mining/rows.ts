/** Miners as the API shows them. */
import { formatDecimal } from '@glasshouse/money';
import type { MinerRecord, MinerRow } from '@glasshouse/protocol/mining';
import { minerName, poolLetter, redeemableOf } from '@glasshouse/protocol/mining/quote';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Records } from '../../offers/fixed-terms/calls.ts';
import type { FixedTermFields, FixedTermRow } from '../../offers/fixed-terms/rows.ts';

export function minerRowOf(catalogue: Catalogue, miner: FixedTermFields, row: FixedTermRow): MinerRow {
  const { decimals } = catalogue.assetAt(miner.asset);
  return { ...row, redeemableAmount: formatDecimal(redeemableOf(miner), decimals) };
}

/** Each with the name that the miner has in its pool. */
export function minerRecords({ offerTexts }: Ports): Records<MinerRow, MinerRecord> {
  return {
    rowOf: (row) => {
      const letter = poolLetter(offerTexts.of('mining', row.offer).en.name);
      return { ...row, minerName: minerName(letter, row.place) };
    },
    file: 'miners',
    moreColumns: [{ name: 'miner', of: (row) => row.minerName }],
  };
}
