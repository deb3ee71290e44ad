/** What others may use of mining. */
export type { MiningCommand } from './commands.ts';
export type { MiningChanged } from './events.ts';
