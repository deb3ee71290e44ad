/** The definition of the fund feature. */
import { defineFeature } from '../../contract/feature.ts';
import { FUND_COMMANDS } from './commands.ts';
import { FUND_CODE, Funds } from './fund.ts';
import { FUND_HOUSE, FUND_REASON } from './reasons.ts';
import { FUND, NEWEST_FUND_RULES } from './rules.ts';

export const fund = defineFeature({
  name: FUND,
  code: FUND_CODE,
  newestRules: NEWEST_FUND_RULES,
  commands: FUND_COMMANDS,
  reasons: FUND_REASON,
  house: FUND_HOUSE,
  escrows: [FUND_HOUSE.fundVehicle],
  reserve: FUND_HOUSE.fundReserve,
  create: (kernel) => new Funds(kernel),
});
