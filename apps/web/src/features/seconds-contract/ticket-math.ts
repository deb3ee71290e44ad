/**
 * The figures of the ticket before the order: receive, lose, fee, odds. Exact, with the formulas of
 * the protocol.
 */
import { formatDecimal, mulDivFloor, parseDecimal, PPM } from '@glasshouse/money';
import {
  breakEvenRate,
  coinFlipExpectation,
  feeOf,
  quoteOf,
} from '@glasshouse/protocol/seconds-contract/quote';
import { ppmOf } from '#shared/rates.ts';

export const OPEN_AMOUNT_MIN = '0.00001';

export interface Terms {
  readonly profitRate: string;
  readonly feeRate: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly quoteDecimals: number;
}
/** Changes of the account, fee included; a draw changes nothing. */
export interface Outlook {
  readonly netWhenRight: string;
  readonly netWhenWrong: string;
  /** What leaves the account at once: the stake and its fee. */
  readonly paid: string;
  readonly fee: string;
  readonly averageOfCoinFlip: string;
}

export function outlookOf(
  amount: string,
  terms: Pick<Terms, 'profitRate' | 'feeRate' | 'quoteDecimals'>,
): Outlook | undefined {
  const decimals = terms.quoteDecimals;
  const stake = parseDecimal(amount, decimals);
  const [profitPpm, feePpm] = [ppmOf(terms.profitRate), ppmOf(terms.feeRate)];
  if (typeof stake !== 'number' || stake === 0) return undefined;
  const quote = quoteOf(stake, profitPpm, feePpm);
  const average = Math.floor((stake / 1_000_000) * coinFlipExpectation(profitPpm, feePpm));
  const text = (units: number) => formatDecimal(units, decimals);
  return {
    netWhenRight: text(quote.netWhenRight),
    netWhenWrong: text(quote.netWhenWrong),
    paid: text(-quote.netWhenWrong),
    fee: text(quote.fee),
    averageOfCoinFlip: text(average),
  };
}

/** The win rate that breaks even, and the average result of a coin flip, as ratios. */
export function oddsOf(terms: Pick<Terms, 'profitRate' | 'feeRate'>): {
  breakEven: number;
  coinFlip: number;
} {
  const [profit, fee] = [ppmOf(terms.profitRate), ppmOf(terms.feeRate)];
  return {
    breakEven: breakEvenRate(profit, fee) / 1_000_000,
    coinFlip: coinFlipExpectation(profit, fee) / 1_000_000,
  };
}

export type AmountError =
  | 'seconds.enterAmount'
  | 'seconds.belowMinimum'
  | 'seconds.aboveMaximum'
  | 'common.insufficient';

/**
 * R5.5: an amount of at least 0.00001, then the minimum; then what the account can pay, fee
 * included.
 */
export function amountError(
  amount: string,
  available: string | undefined,
  terms: Terms,
): AmountError | undefined {
  const units = (text: string) => {
    const parsed = parseDecimal(text, Math.max(terms.quoteDecimals, 8));
    return typeof parsed === 'number' ? parsed : 0;
  };
  const stake = units(amount);
  if (stake < units(OPEN_AMOUNT_MIN)) return 'seconds.enterAmount';
  if (stake < units(terms.minimum)) return 'seconds.belowMinimum';
  if (units(terms.maximum) > 0 && stake > units(terms.maximum)) return 'seconds.aboveMaximum';
  return available !== undefined && !isCovered(amount, available, terms) ? 'common.insufficient' : undefined;
}

/** Whether the balance covers the stake and its fee. */
function isCovered(amount: string, available: string, terms: Terms): boolean {
  const stake = parseDecimal(amount, terms.quoteDecimals);
  const balance = parseDecimal(available, terms.quoteDecimals);
  if (typeof stake !== 'number' || typeof balance !== 'number') return true;
  return stake + feeOf(stake, ppmOf(terms.feeRate)) <= balance;
}

/**
 * The largest stake that the balance covers together with its fee, at most the maximum, in whole
 * hundredths.
 */
export function largestStake(available: string, terms: Terms): string {
  const balance = parseDecimal(available, terms.quoteDecimals);
  const maximum = parseDecimal(terms.maximum, terms.quoteDecimals);
  if (typeof balance !== 'number') return '0';
  const fee = ppmOf(terms.feeRate);
  const stake = mulDivFloor(balance, PPM, PPM + fee);
  const cent = 10 ** Math.max(0, terms.quoteDecimals - 2);
  const capped = typeof maximum === 'number' && maximum > 0 ? Math.min(stake, maximum) : stake;
  return formatDecimal(Math.floor(capped / cent) * cent, terms.quoteDecimals);
}

const QUICK_FACTORS = [1, 5, 10, 50] as const;

/** Stakes of the buttons: multiples of the minimum, up to the maximum. */
export function quickStakes(terms: Terms): string[] {
  const minimum = parseDecimal(terms.minimum, terms.quoteDecimals);
  const maximum = parseDecimal(terms.maximum, terms.quoteDecimals);
  if (typeof minimum !== 'number') return [];
  return QUICK_FACTORS.map((factor) => factor * minimum)
    .filter((stake) => typeof maximum !== 'number' || maximum === 0 || stake <= maximum)
    .map((stake) => formatDecimal(stake, terms.quoteDecimals));
}
