/** What others may use of subscription. */
export type { SubscriptionCommand } from './commands.ts';
export type { SubscriptionChanged } from './events.ts';
