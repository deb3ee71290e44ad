/** The public exports of the wallet feature. */
export type { Transfer } from './commands.ts';
