/** The definition of the spot feature. */
import { defineFeature } from '../../contract/feature.ts';
import { SPOT_COMMANDS } from './commands.ts';
import { SPOT_CODE } from './due-orders.ts';
import { SPOT_REASON } from './reasons.ts';
import { Spot } from './spot.ts';

export const spot = defineFeature({
  name: 'spot',
  code: SPOT_CODE,
  newestRules: 1,
  commands: SPOT_COMMANDS,
  reasons: SPOT_REASON,
  house: {},
  escrows: [],
  reserve: null,
  create: (kernel) => new Spot(kernel),
});
