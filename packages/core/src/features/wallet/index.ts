/** The definition of the wallet feature. */
import { WALLET_COMMANDS } from './commands.ts';
import { NEWEST_WALLET_RULES, WALLET_FEATURE } from './rules.ts';
import { Wallet, WALLET_REASON } from './wallet.ts';
import { defineFeature } from '../../contract/feature.ts';

export const wallet = defineFeature({
  name: WALLET_FEATURE,
  code: 2,
  newestRules: NEWEST_WALLET_RULES,
  commands: WALLET_COMMANDS,
  reasons: WALLET_REASON,
  house: {},
  escrows: [],
  reserve: null,
  create: (kernel) => new Wallet(kernel),
});
