/** The commands of finance. Amounts are in units of the offer's asset. */
import { command, type CommandOf } from '../../contract/feature.ts';
import { OFFER_SHAPE, PURCHASE_SHAPE } from '../../offers/fixed-term-offers.ts';

export const FINANCE_COMMANDS = {
  /** Defines an issue. Orders that exist keep their rate and their term. */
  'define-finance-offer': command({ code: 100, shape: OFFER_SHAPE }),
  /** Locks an amount of the owner's exchange account for the term of an offer. */
  'buy-finance': command({ code: 95, shape: PURCHASE_SHAPE }),
} as const;

export type FinanceCommand = CommandOf<typeof FINANCE_COMMANDS>;
type Of<T extends FinanceCommand['type']> = Extract<FinanceCommand, { readonly type: T }>;
export type DefineFinanceOffer = Of<'define-finance-offer'>;
export type BuyFinance = Of<'buy-finance'>;
