/** The definition of finance. */
import { defineFeature } from '../../feature.ts';
import { FINANCE_COMMANDS } from './commands.ts';
import { Finance, FINANCE_HOUSE, FINANCE_REASON } from './finance.ts';

export const finance = defineFeature({
  name: 'finance',
  code: 5,
  newestRules: 1,
  commands: FINANCE_COMMANDS,
  reasons: FINANCE_REASON,
  house: FINANCE_HOUSE,
  escrows: [FINANCE_HOUSE.financeEscrow],
  reserve: null,
  create: (kernel) => new Finance(kernel),
});
