/** The definition of finance. */
import { defineFeature } from '../../feature.ts';
import { FINANCE_COMMANDS } from './commands.ts';
import { Finance, FINANCE, FINANCE_CODE } from './finance.ts';
import { FINANCE_HOUSE, FINANCE_REASON } from './reasons.ts';

export const finance = defineFeature({
  name: FINANCE,
  code: FINANCE_CODE,
  newestRules: 1,
  commands: FINANCE_COMMANDS,
  reasons: FINANCE_REASON,
  house: FINANCE_HOUSE,
  escrows: [],
  reserve: FINANCE_HOUSE.financeReserve,
  create: (kernel) => new Finance(kernel),
});
