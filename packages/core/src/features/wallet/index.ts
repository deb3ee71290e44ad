/** The definition of the wallet feature. */
import { WALLET_COMMANDS } from './commands.ts';
import { Wallet, WALLET_REASON } from './wallet.ts';
import { defineFeature } from '../../contract/feature.ts';

export const wallet = defineFeature({
  name: 'wallet',
  code: 2,
  newestRules: 1,
  commands: WALLET_COMMANDS,
  reasons: WALLET_REASON,
  house: {},
  escrows: [],
  reserve: null,
  create: (kernel) => new Wallet(kernel),
});
