/** Miners as the API shows them. */
import { formatDecimal } from '@glasshouse/money';
import type { MinerRecord, MinerRow } from '@glasshouse/protocol/mining';
import { minerName, poolLetter, redeemableOf } from '@glasshouse/protocol/mining/quote';
import type { Catalogue } from '../../contract/catalogue.ts';
import { orderRowOf, type FixedTermFields } from '../../offers/fixed-terms/rows.ts';
import type { TextsOfOffers } from '../../contract/offer-texts.ts';
import { MINING } from './source.ts';

export function minerRowOf(catalogue: Catalogue, miner: FixedTermFields, nowMs: number): MinerRow {
  const { decimals } = catalogue.assetAt(miner.asset);
  return {
    ...orderRowOf(catalogue, miner, { nowMs, ...MINING }),
    redeemableAmount: formatDecimal(redeemableOf(miner), decimals),
  };
}

export function minerRecordOf(texts: TextsOfOffers, row: MinerRow): MinerRecord {
  const letter = poolLetter(texts.of('mining', row.offer).en.name);
  return { ...row, minerName: minerName(letter, row.place) };
}
