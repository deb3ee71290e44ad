/** The definition of finance. */
import { defineFeature } from '../../contract/feature.ts';
import { NEWEST_FIXED_TERM_RULES } from '../../offers/fixed-term-rules.ts';
import { FINANCE_COMMANDS } from './commands.ts';
import { Finance, FINANCE } from './finance.ts';
import { FINANCE_HOUSE, FINANCE_REASON } from './reasons.ts';

export const finance = defineFeature({
  name: FINANCE.name,
  code: FINANCE.code,
  newestRules: NEWEST_FIXED_TERM_RULES,
  commands: FINANCE_COMMANDS,
  reasons: FINANCE_REASON,
  house: FINANCE_HOUSE,
  escrows: [],
  reserve: FINANCE.reserve,
  create: (kernel) => new Finance(kernel),
});
