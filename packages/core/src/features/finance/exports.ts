/** The public exports of finance. */
export type { BuyFinance, DefineFinanceOffer, FinanceCommand } from './commands.ts';
export type { FinanceOrderChanged } from './events.ts';
