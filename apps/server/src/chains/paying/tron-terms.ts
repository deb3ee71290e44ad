/** Wallet terms of TRON. Amounts of TRX are decimals of TRX. */
import type { TronSignerRules, TronSweepTerms, TronTerms } from '@glasshouse/chains';
import * as z from 'zod';
import { addressOf, amount, coinFields, dayLimit, tokenFields, unitsIn, whole } from './term-fields.ts';
import { contractsOf, limitsOf, limitUnits, nativeDecimalsOf, sweptOf } from './token-terms.ts';

/**
 * The chain id of the main network. A transaction of TRON does not contain it: its reference block
 * binds it to a network.
 */
const CHAIN_ID = 728_126_428;
const COIN = 'TRX';
/** The signer's clock and the chain's may be so far apart. */
const CLOCK_MARGIN_MS = 60_000;
const SECOND_MS = 1_000;

export const tronFile = z.strictObject({
  /** Contracts by coin. */
  tokens: tokenFields('TRC20'),
  cold: addressOf('TRC20'),
  /** The most that the energy of one transaction may cost. If it needs more, nothing is signed. */
  feeLimitMax: amount,
  /**
   * The most that the rest of a transaction may cost: its bytes, and the activation of an address.
   */
  otherFeesMax: amount,
  /** The time from the newest block to the expiration of a transaction. */
  lifetimeSeconds: whole.min(30).max(3_600),
  /** The terms of each token. */
  coins: z.record(z.string(), coinFields),
  /** The signer's limits for TRX that is sent to deposit addresses to pay for sweeps. */
  topUps: dayLimit,
  /** The signer's limit for the TRX that all transactions of a day may burn. */
  feesPerDay: amount,
});

export interface TronWalletTerms extends z.output<typeof tronFile> {
  readonly family: 'TRON';
  readonly chainId: number;
  readonly nativeCoin: string;
}

export function tronTermsIn(file: z.output<typeof tronFile>): TronWalletTerms {
  return { ...file, family: 'TRON', chainId: CHAIN_ID, nativeCoin: COIN };
}

const TRX_DECIMALS = nativeDecimalsOf({ family: 'TRON' });
const trx = (text: string): bigint => unitsIn(text, TRX_DECIMALS);

const common = (terms: TronWalletTerms) => ({
  chainId: terms.chainId,
  nativeCoin: terms.nativeCoin,
  tokens: contractsOf(terms),
  feeLimitMax: trx(terms.feeLimitMax),
  otherFeesMax: trx(terms.otherFeesMax),
});

export function tronTermsOf(terms: TronWalletTerms): TronTerms {
  return { ...common(terms), lifetimeMs: terms.lifetimeSeconds * SECOND_MS };
}

export function tronSweepTermsOf(terms: TronWalletTerms): TronSweepTerms {
  if (Object.hasOwn(terms.coins, COIN)) throw new Error(`coins: ${COIN} stays where it pays for sweeps`);
  return { coins: sweptOf(terms), coldAddress: terms.cold };
}

export function tronRulesOf(terms: TronWalletTerms): TronSignerRules {
  const topUps = limitUnits(terms.topUps, TRX_DECIMALS);
  const shared = common(terms);
  // Otherwise a sweep could need a larger top-up than the signer ever signs.
  if (topUps.perPayment < shared.feeLimitMax + shared.otherFeesMax)
    throw new Error('topUps.perPayment is below feeLimitMax and otherFeesMax together');
  return {
    ...shared,
    withdrawals: limitsOf(terms),
    topUps,
    coldAddress: terms.cold,
    feesPerDay: trx(terms.feesPerDay),
    lifetimeMsMax: terms.lifetimeSeconds * SECOND_MS + CLOCK_MARGIN_MS,
    clockMarginMs: CLOCK_MARGIN_MS,
  };
}
