/** What others may use of fund. */
export type { FundCommand } from './commands.ts';
export type { FundChanged } from './events.ts';
