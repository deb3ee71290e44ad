/** The definition of subscription. */
import { defineFeature } from '../../feature.ts';
import { SUBSCRIPTION_COMMANDS } from './commands.ts';
import { Subscription, SUBSCRIPTION_HOUSE, SUBSCRIPTION_REASON } from './subscription.ts';

export const subscription = defineFeature({
  name: 'subscription',
  code: 8,
  newestRules: 1,
  commands: SUBSCRIPTION_COMMANDS,
  reasons: SUBSCRIPTION_REASON,
  house: SUBSCRIPTION_HOUSE,
  escrows: [SUBSCRIPTION_HOUSE.subscriptionEscrow],
  reserve: null,
  create: (kernel) => new Subscription(kernel),
});
