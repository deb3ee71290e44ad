/** The definition of the flash-exchange feature. */
import { defineFeature } from '../../contract/feature.ts';
import { FLASH_EXCHANGE_COMMANDS } from './commands.ts';
import { FLASH_EXCHANGE, FLASH_EXCHANGE_REASON, FlashExchange } from './flash-exchange.ts';

export const flashExchange = defineFeature({
  name: FLASH_EXCHANGE,
  code: 4,
  newestRules: 1,
  commands: FLASH_EXCHANGE_COMMANDS,
  reasons: FLASH_EXCHANGE_REASON,
  house: {},
  escrows: [],
  reserve: null,
  create: (kernel) => new FlashExchange(kernel),
});
