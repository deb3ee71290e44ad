/** The definition of the fund feature. */
import { defineFeature } from '../../contract/feature.ts';
import { FUND_COMMANDS } from './commands.ts';
import { FUND_CODE, Funds } from './fund.ts';
import { FUND_HOUSE, FUND_REASON } from './reasons.ts';

export const fund = defineFeature({
  name: 'fund',
  code: FUND_CODE,
  newestRules: 1,
  commands: FUND_COMMANDS,
  reasons: FUND_REASON,
  house: FUND_HOUSE,
  escrows: [FUND_HOUSE.fundVehicle],
  reserve: FUND_HOUSE.fundReserve,
  create: (kernel) => new Funds(kernel),
});
