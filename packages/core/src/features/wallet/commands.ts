/** The commands that open accounts, define assets, issue money, and move money between wallets. */
import { command, type CommandOf } from '../../contract/feature.ts';
import { nameOf, text, whole } from '../../encoding/fields.ts';

export const WALLET_COMMANDS = {
  'define-asset': command({ code: 1, shape: { asset: whole, code: text(16), decimals: whole } }),
  /** Opens the ledger accounts of an owner. Idempotent. */
  'open-account': command({ code: 4, shape: { owner: whole } }),
  /** Issues units from outside: play money, and the house's own capital. */
  issue: command({
    code: 5,
    shape: {
      owner: whole,
      wallet: whole,
      asset: whole,
      amount: whole,
      reason: nameOf(['play-money', 'house-capital']),
    },
  }),
  transfer: command({
    code: 6,
    shape: { owner: whole, from: whole, to: whole, asset: whole, amount: whole },
  }),
  /** Moves the house's own units between its treasury, its fees and its reserves, by owner. */
  'move-capital': command({ code: 94, shape: { from: whole, to: whole, asset: whole, amount: whole } }),
  /**
   * Moves units from the treasury to the exchange account of a trader that the platform runs, such
   * as the market maker; a negative amount moves them back. What its orders hold stays.
   */
  'fund-trader': command({ code: 123, shape: { owner: whole, asset: whole, amount: whole } }),
} as const;

export type WalletCommand = CommandOf<typeof WALLET_COMMANDS>;
type Of<T extends WalletCommand['type']> = Extract<WalletCommand, { readonly type: T }>;
export type DefineAsset = Of<'define-asset'>;
export type OpenAccount = Of<'open-account'>;
export type Issue = Of<'issue'>;
export type Transfer = Of<'transfer'>;
export type MoveCapital = Of<'move-capital'>;
export type FundTrader = Of<'fund-trader'>;
