/** The definition of mining. */
import { defineFeature } from '../../feature.ts';
import { MINING_COMMANDS } from './commands.ts';
import { Mining, MINING_HOUSE, MINING_REASON } from './mining.ts';

export const mining = defineFeature({
  name: 'mining',
  code: 6,
  newestRules: 1,
  commands: MINING_COMMANDS,
  reasons: MINING_REASON,
  house: MINING_HOUSE,
  escrows: [MINING_HOUSE.miningEscrow],
  reserve: null,
  create: (kernel) => new Mining(kernel),
});
