/** What others may use of the wallet feature. */
export type { Transfer } from './commands.ts';
