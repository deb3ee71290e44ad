/** A fund as an operator writes it. */
import { offerTexts } from '@glasshouse/protocol/offer-texts';
import * as z from 'zod';
import { decimal, limit, offerTime } from '../../contract/offer.ts';

export const fundFile = z.strictObject({
  offer: z.number().int().min(1),
  coin: z.string(),
  /** How much of each coin 10^6 units of the fund hold. It never changes. */
  basket: z.array(z.strictObject({ coin: z.string(), amount: decimal })).min(1),
  /** Shares: "0.001" is 0.1%. */
  buyFee: decimal,
  sellFee: decimal,
  exitFee: decimal,
  /** Of the loan per full day. */
  lendingDaily: decimal,
  /** Of the notional. */
  maintenance: decimal,
  /** Above 2 a fall of some per cent takes all of a margin: an operator has to want it. */
  maxLeverage: z.number().int().min(1).max(5).default(2),
  minUnits: decimal,
  /** Absent: no limit. */
  maxPerOwner: limit,
  quota: decimal,
  /** What the reserve sets aside for a profit, as a share of the notional. */
  cover: decimal,
  /** Absent: sold without an end. */
  ends: offerTime.optional(),
  texts: offerTexts,
});
export type FundFile = z.output<typeof fundFile>;
