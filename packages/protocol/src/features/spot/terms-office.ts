/** The fee tiers in the back office. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import { decimal, nothing } from '../../fields.ts';
import { defineOperatorAct } from '../../office-act.ts';

const TIERS_MAX = 16;
const tier = {
  /** From this volume of 30 days on, in the tiers' coin. */
  volume: decimal,
  /** What is charged of a pair's fees, in percent. */
  makerShare: decimal,
  takerShare: decimal,
};
const tierShown = z.object({ volume: z.string(), makerShare: z.string(), takerShare: z.string() });
export type OfficeFeeTier = z.output<typeof tierShown>;

const getFeeTiers = defineOperatorCall({
  name: 'products/get-fee-tiers',
  path: '/products/getFeeTiers',
  permission: 'products/look',
  isLogged: false,
  summary: 'The fee tiers, by rising volume',
  input: nothing,
  data: z.object({
    /** In which volumes are counted. */
    coin: z.string(),
    tiers: z.array(tierShown),
  }),
});
const setFeeTiers = defineOperatorAct({
  name: 'products/set-fee-tiers',
  path: '/products/setFeeTiers',
  section: 'products',
  people: 2,
  summary: 'Replaces all fee tiers, for trades from then on',
  input: z.object({ tiers: z.array(z.strictObject(tier)).min(1).max(TIERS_MAX) }),
});

export const calls = [getFeeTiers, setFeeTiers] as const;
/** Empty: the act answers with refusals of all calls. */
export const refusals = {};
