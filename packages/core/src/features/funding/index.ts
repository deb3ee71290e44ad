/** The definition of the feature for money in and out. */
import { defineFeature } from '../../contract/feature.ts';
import { FUNDING_COMMANDS } from './commands.ts';
import { Funding, FUNDING, FUNDING_CODE } from './funding.ts';
import { FUNDING_HOUSE, FUNDING_REASON } from './reasons.ts';

export const funding = defineFeature({
  name: FUNDING,
  code: FUNDING_CODE,
  newestRules: 1,
  commands: FUNDING_COMMANDS,
  reasons: FUNDING_REASON,
  house: FUNDING_HOUSE,
  escrows: [],
  reserve: null,
  create: (kernel) => new Funding(kernel),
});
