/** The definition of mining. */
import { defineFeature } from '../../contract/feature.ts';
import { MINING_COMMANDS } from './commands.ts';
import { Mining, MINING } from './mining.ts';
import { MINING_HOUSE, MINING_REASON } from './reasons.ts';

export const mining = defineFeature({
  name: MINING.name,
  code: MINING.code,
  newestRules: 1,
  commands: MINING_COMMANDS,
  reasons: MINING_REASON,
  house: MINING_HOUSE,
  escrows: [],
  reserve: MINING.reserve,
  create: (kernel) => new Mining(kernel),
});
