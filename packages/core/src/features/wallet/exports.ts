/** The public exports of the wallet feature. */
export type { Transfer, WalletCommand } from './commands.ts';
