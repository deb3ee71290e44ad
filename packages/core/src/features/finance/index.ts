/** The definition of finance. */
import { defineFeature } from '../../contract/feature.ts';
import { FINANCE_COMMANDS } from './commands.ts';
import { Finance, FINANCE } from './finance.ts';
import { FINANCE_HOUSE, FINANCE_REASON } from './reasons.ts';

export const finance = defineFeature({
  name: FINANCE.name,
  code: FINANCE.code,
  newestRules: 1,
  commands: FINANCE_COMMANDS,
  reasons: FINANCE_REASON,
  house: FINANCE_HOUSE,
  escrows: [],
  reserve: FINANCE.reserve,
  create: (kernel) => new Finance(kernel),
});
