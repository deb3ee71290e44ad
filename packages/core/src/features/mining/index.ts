/** The definition of mining. */
import { defineFeature } from '../../feature.ts';
import { MINING_COMMANDS } from './commands.ts';
import { Mining, MINING, MINING_CODE } from './mining.ts';
import { MINING_HOUSE, MINING_REASON } from './reasons.ts';

export const mining = defineFeature({
  name: MINING,
  code: MINING_CODE,
  newestRules: 1,
  commands: MINING_COMMANDS,
  reasons: MINING_REASON,
  house: MINING_HOUSE,
  escrows: [],
  reserve: MINING_HOUSE.miningReserve,
  create: (kernel) => new Mining(kernel),
});
