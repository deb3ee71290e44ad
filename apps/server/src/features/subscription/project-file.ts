/** A project as operators write it. */
import { offerTexts } from '@glasshouse/protocol/offer-texts';
import * as z from 'zod';
import { decimal, offerTime } from '../../contract/offer.ts';

export const projectFile = z.strictObject({
  /** The number of the project. */
  offer: z.number().int().min(1),
  coin: z.string(),
  /** What it is paid with; the pair of both has to be halted until the coin is listed. */
  paidWith: z.string().default('USDT'),
  price: decimal,
  supply: decimal,
  forSale: decimal,
  minAmount: decimal,
  maxPerOwner: decimal,
  opens: offerTime,
  closes: offerTime,
  distributes: offerTime,
  lists: offerTime,
  /** Of what is raised: "0.01" is 1%. */
  feeRate: decimal,
  texts: offerTexts,
});
export type ProjectFile = z.output<typeof projectFile>;
