/** What is deposited by voucher: coins of networks that nobody watches. */
import { parseDecimal } from '@glasshouse/money';
import { CHAIN_TERMS, type ChainName } from '@glasshouse/protocol/funding';
import type { VoucherTerms } from '@glasshouse/protocol/vouchers';
import type { VoucherParts } from './parts.ts';

/** Networks on which all users pay to one address, and a tag or memo names the user. */
const WITH_MEMO: ReadonlySet<string> = new Set(['XRP', 'EOS']);

/** Networks whose transactions have one payment: another output would be the same money again. */
export const ONE_PAYMENT: ReadonlySet<string> = new Set(['XRP']);

type TermsParts = Pick<VoucherParts, 'catalogue' | 'payTo' | 'isDemo'>;

export function termsFor({ catalogue, payTo, isDemo }: TermsParts, userId: number): VoucherTerms[] {
  return (Object.keys(CHAIN_TERMS) as ChainName[])
    .filter((chain) => CHAIN_TERMS[chain].family === null && (isDemo || payTo[chain] !== undefined))
    .flatMap((chain) =>
      CHAIN_TERMS[chain].coins.flatMap(({ coin, minDeposit }) => {
        const asset = catalogue.asset(coin);
        if (asset === undefined) return [];
        return {
          currency: coin,
          chain,
          minDeposit,
          decimals: asset.decimals,
          address: payTo[chain] ?? null,
          memo: WITH_MEMO.has(chain) ? String(userId) : '',
        };
      }),
    );
}

/** In units; the terms are written with the coin's decimals. */
export function minimumOf({ minDeposit, decimals }: VoucherTerms): number {
  const units = parseDecimal(minDeposit, decimals);
  if (typeof units !== 'number') throw new Error(`${minDeposit} has more than ${decimals} decimals`);
  return units;
}
