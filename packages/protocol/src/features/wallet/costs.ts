/** What the user's coins cost, and what they have brought. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import { amount, nothing } from '../../fields.ts';

const costRow = z.object({
  currency: z.string(),
  /** Over all accounts. */
  held: amount,
  /** Of all that is held, in USDT; null: unknown. */
  cost: amount.nullable(),
  /** Cost of one coin, rounded down to eight places; null: unknown, or nothing is held. */
  average: amount.nullable(),
  price: amount,
  /** What is held at that price, rounded down to the smallest unit of USDT. */
  value: amount,
  /** Value less cost; null if the cost is unknown. */
  open: amount.nullable(),
  /** What sales brought beyond the cost of what was sold. */
  realised: amount,
});
export type CostRow = z.output<typeof costRow>;

export const getCosts = defineCall({
  name: 'wallet/get-costs',
  path: '/wallet/getCosts',
  access: 'user',
  summary: 'Average cost of each coin except USDT, its open and its realised profit, in USDT',
  input: nothing,
  data: z.object({ list: z.array(costRow) }),
});
