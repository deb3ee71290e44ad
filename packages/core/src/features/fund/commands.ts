/**
 * The commands of funds. Amounts are in units of the fund's quote asset, units of a fund are
 * hundredths, a NAV has eight decimals.
 */
import { command, type CommandOf } from '../../contract/feature.ts';
import { records, whole } from '../../encoding/fields.ts';

export const FUND_COMMANDS = {
  /**
   * Offers a fund. `basket` is what 10^6 of its units hold: smallest units of a coin, which its
   * pair in the quote asset prices. A basket never changes: another one is another fund. From
   * `endsMs` on nothing is bought, 0 is never. `quota` and `maxPerOwner` limit the units that are
   * out, a maxPerOwner of 0 does not. Open holdings keep the terms under which they were bought.
   */
  'define-fund-offer': command({
    code: 97,
    shape: {
      fund: whole,
      quote: whole,
      basket: records('asset', 'market', 'quantity'),
      buyFeePpm: whole,
      sellFeePpm: whole,
      exitFeePpm: whole,
      lendingDailyPpb: whole,
      maintenancePpm: whole,
      maxLeverage: whole,
      minUnits: whole,
      maxPerOwner: whole,
      quota: whole,
      coverPpm: whole,
      endsMs: whole,
    },
  }),
  /**
   * Secures what units cost at most, and buys them at the NAV of the first tick after now, which
   * nobody knows yet. Above `maxNav`, and without a NAV in time, everything comes back.
   */
  'buy-fund': command({
    code: 110,
    shape: { owner: whole, fund: whole, units: whole, leverage: whole, maxNav: whole },
  }),
  /** Sells a whole holding at the NAV of the first tick after now, and never below `minNav`. */
  'sell-fund': command({ code: 111, shape: { owner: whole, holding: whole, minNav: whole } }),
  /** Sells a whole holding when the NAV reaches `limitNav`, in place of an earlier limit. */
  'set-fund-limit': command({ code: 112, shape: { owner: whole, holding: whole, limitNav: whole } }),
  'cancel-fund-limit': command({ code: 113, shape: { owner: whole, holding: whole } }),
  /** As `sell-fund`, with the exit fee, also while a limit sale waits. */
  'exit-fund': command({ code: 114, shape: { owner: whole, holding: whole, minNav: whole } }),
} as const;

export type FundCommand = CommandOf<typeof FUND_COMMANDS>;
type Of<T extends FundCommand['type']> = Extract<FundCommand, { readonly type: T }>;
export type DefineFundOffer = Of<'define-fund-offer'>;
export type BuyFund = Of<'buy-fund'>;
export type SellFund = Of<'sell-fund'>;
export type SetFundLimit = Of<'set-fund-limit'>;
export type CancelFundLimit = Of<'cancel-fund-limit'>;
export type ExitFund = Of<'exit-fund'>;
