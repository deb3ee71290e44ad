/** The definition of subscriptions. */
import { defineFeature } from '../../contract/feature.ts';
import { SUBSCRIPTION_COMMANDS } from './commands.ts';
import { SUBSCRIPTION_HOUSE, SUBSCRIPTION_REASON } from './reasons.ts';
import { Subscriptions, SUBSCRIPTION, SUBSCRIPTION_CODE } from './subscriptions.ts';

export const subscription = defineFeature({
  name: SUBSCRIPTION,
  code: SUBSCRIPTION_CODE,
  newestRules: 1,
  commands: SUBSCRIPTION_COMMANDS,
  reasons: SUBSCRIPTION_REASON,
  house: SUBSCRIPTION_HOUSE,
  escrows: [SUBSCRIPTION_HOUSE.subscriptionProceeds],
  reserve: SUBSCRIPTION_HOUSE.subscriptionPool,
  create: (kernel) => new Subscriptions(kernel),
});
