/** The claims about deposits and withdrawals. What an operator has dropped is undefined. */
import type { TransferClaims } from '@glasshouse/protocol/funding';
import { formatNumber } from '@glasshouse/ui/numbers';
import { usePublicTerms } from '#data/public-terms.ts';
import { useTranslation } from '#shared/i18n.ts';
import { networkName } from '#shared/network-name.ts';
import type { Claim } from '#shared/claims/ClaimText.tsx';

const SECOND_MS = 1000;
const UP_TO_THREE = { decimals: 3, decimalsMin: 0 } as const;

type Words = ReturnType<typeof useTranslation>;
export type TransferClaimName = keyof TransferClaims;

export function useTransferClaims(): Partial<Record<TransferClaimName, Claim>> {
  const words = useTranslation();
  const { data } = usePublicTerms('funding/get-claims');
  if (data === undefined) return {};
  const { depositTime, confirmations, withdrawalTime } = data;
  return {
    ...(depositTime !== null && { depositTime: claimOfTime(words, depositTime) }),
    ...(confirmations !== null && { confirmations: claimOfConfirmations(words, confirmations) }),
    ...(withdrawalTime !== null && { withdrawalTime: claimOfWithdrawals(words, withdrawalTime) }),
  };
}

type Known<N extends TransferClaimName> = NonNullable<TransferClaims[N]>;

const fullName = (chain: string): string => `${networkName(chain)} (${chain})`;

function claimOfTime({ t }: Words, claim: Known<'depositTime'>): Claim {
  const { chain, confirmations: count, blockTime, minutes } = claim;
  const seconds = formatNumber(blockTime / SECOND_MS, UP_TO_THREE);
  return {
    sentence: t('claims.depositTime', { minutes }),
    why: t('claims.depositTimeWhy', { network: fullName(chain), count, seconds }),
  };
}

function claimOfConfirmations({ t, language }: Words, networks: Known<'confirmations'>): Claim {
  const counts = networks.map(({ confirmations }) => confirmations);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const isOne = least === most;
  const names = networks.map(({ chain, confirmations }) =>
    isOne ? fullName(chain) : `${fullName(chain)} ${confirmations}`,
  );
  return {
    sentence: isOne
      ? t('claims.confirmations', { count: least })
      : t('claims.confirmationsRange', { least, most }),
    why: t('claims.confirmationsWhy', { list: names.join(language === 'zh-CN' ? '、' : ', ') }),
  };
}

function claimOfWithdrawals({ t }: Words, claim: Known<'withdrawalTime'>): Claim {
  const { hours, days, finished, inTime, overdue, percentInTime } = claim;
  const whole = (count: number) => formatNumber(count, { decimals: 0 });
  return {
    sentence: t('claims.withdrawalTime', { hours }),
    why:
      percentInTime === null
        ? t('claims.withdrawalTimeNone', { days })
        : t('claims.withdrawalTimeKept', {
            days,
            percent: formatNumber(percentInTime, { decimals: 1, decimalsMin: 0 }),
            kept: whole(inTime),
            all: whole(finished + overdue),
          }),
  };
}
