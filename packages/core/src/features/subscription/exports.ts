/** The public exports of subscriptions. */
export type { CancelSubscription, DefineSubscription, Subscribe, SubscriptionCommand } from './commands.ts';
export { PHASE, SUBSCRIPTION_STATUS, type ProjectChanged, type SubscriptionChanged } from './events.ts';
export { SUBSCRIBERS_MAX } from './project.ts';
