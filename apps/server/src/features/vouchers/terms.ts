/** What is deposited by voucher: coins of networks that nobody watches. */
import { parseDecimal } from '@glasshouse/money';
import type { VoucherTerms } from '@glasshouse/protocol/vouchers';
import type { VoucherParts } from './parts.ts';

/** Networks on which all users pay to one address, and a tag or memo names the user. */
const WITH_MEMO: ReadonlySet<string> = new Set(['XRP', 'EOS']);

/** Networks whose transactions have one payment: another output would be the same money again. */
export const ONE_PAYMENT: ReadonlySet<string> = new Set(['XRP']);

type TermsParts = Pick<VoucherParts, 'networks' | 'payTo' | 'isDemo'>;

export function termsFor({ networks, payTo, isDemo }: TermsParts, userId: number): VoucherTerms[] {
  return networks.all
    .filter(({ chain, family }) => family === null && (isDemo || payTo[chain] !== undefined))
    .flatMap(({ chain, coins }) =>
      coins.map(({ coin, minDeposit, ledgerDecimals: decimals }) => ({
        currency: coin,
        chain: chain as VoucherTerms['chain'],
        minDeposit,
        decimals,
        address: payTo[chain] ?? null,
        memo: WITH_MEMO.has(chain) ? String(userId) : '',
      })),
    );
}

/** In units; the terms are written with the coin's decimals. */
export function minimumOf({ minDeposit, decimals }: VoucherTerms): number {
  const units = parseDecimal(minDeposit, decimals);
  if (typeof units !== 'number') throw new Error(`${minDeposit} has more than ${decimals} decimals`);
  return units;
}
