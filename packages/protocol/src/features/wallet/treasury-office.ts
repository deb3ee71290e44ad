/** The house's own money in the back office. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import { amount, coin, decimal, nothing } from '../../fields.ts';
import { defineOperatorAct } from '../../office-act.ts';

const houseAccount = z.object({
  /** 'treasury', 'fees', the name of a product for its reserve, 'maker'. */
  account: z.string(),
  currency: z.string(),
  available: amount,
  /** What the house has promised, or its orders hold. */
  frozen: amount,
});
export type HouseAccountRow = z.output<typeof houseAccount>;

const getAccounts = defineOperatorCall({
  name: 'treasury/get-accounts',
  path: '/treasury/getAccounts',
  permission: 'treasury/look',
  isLogged: false,
  summary: 'What the house has: treasury, fees, each reserve, the market maker',
  input: nothing,
  data: z.object({ list: z.array(houseAccount) }),
});

const account = z
  .string()
  .trim()
  .regex(/^[a-z][a-z-]{1,39}$/, 'not an account of the house');
const moveCapital = defineOperatorAct({
  name: 'treasury/move-capital',
  path: '/treasury/moveCapital',
  section: 'treasury',
  people: 2,
  refusals: ['wallet/insufficient-balance'],
  summary: 'Moves what no promise holds from one account of the house to another',
  input: z.object({ from: account, to: account, currency: coin, amount: decimal }),
});

export const calls = [getAccounts, moveCapital] as const;
/** Empty: these calls answer with refusals of all calls. */
export const refusals = {};
