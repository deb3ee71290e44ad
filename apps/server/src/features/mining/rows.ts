/** Miners as the API shows them. */
import { formatDecimal } from '@glasshouse/money';
import type { MinerRecord, MinerRow } from '@glasshouse/protocol/mining';
import { MINER_STATUS, minerName, poolLetter, redeemableOf } from '@glasshouse/protocol/mining/quote';
import type { Catalogue } from '../../catalogue.ts';
import { orderRowOf, type FixedTermFields } from '../../offers/fixed-terms/rows.ts';
import type { TextsOfOffers } from '../../offers/offer-texts.ts';

export const STATUSES = ['proceeding', 'to-be-redeemed', 'redeemed', 'redeemed-early'] as const;

/** A miner that was redeemed early has given its reward up. */
const HAS_EARNED: Readonly<Record<number, boolean | null>> = {
  [MINER_STATUS.proceeding]: null,
  [MINER_STATUS.toBeRedeemed]: true,
  [MINER_STATUS.redeemed]: true,
  [MINER_STATUS.redeemedEarly]: false,
};

export function minerRowOf(catalogue: Catalogue, miner: FixedTermFields, nowMs: number): MinerRow {
  const { decimals } = catalogue.assetAt(miner.asset);
  return {
    ...orderRowOf(catalogue, miner, { nowMs, hasEarned: HAS_EARNED[miner.status] ?? null }),
    redeemableAmount: formatDecimal(redeemableOf(miner), decimals),
  };
}

export function minerRecordOf(texts: TextsOfOffers, row: MinerRow): MinerRecord {
  const letter = poolLetter(texts.of('mining', row.offer).en.name);
  return { ...row, minerName: minerName(letter, row.place) };
}
