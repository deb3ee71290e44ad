/** What others may use of finance. */
export type { FinanceCommand } from './commands.ts';
export type { FinanceChanged } from './events.ts';
