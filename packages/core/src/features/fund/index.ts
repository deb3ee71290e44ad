/** The definition of fund. */
import { defineFeature } from '../../feature.ts';
import { FUND_COMMANDS } from './commands.ts';
import { Fund, FUND_HOUSE, FUND_REASON } from './fund.ts';

export const fund = defineFeature({
  name: 'fund',
  code: 7,
  newestRules: 1,
  commands: FUND_COMMANDS,
  reasons: FUND_REASON,
  house: FUND_HOUSE,
  escrows: [FUND_HOUSE.fundEscrow],
  reserve: null,
  create: (kernel) => new Fund(kernel),
});
