/** The claim of a project's initial market capitalisation, which operators can drop (R1.6). */
import type { ProjectRow } from '@glasshouse/protocol/subscription';
import { CLAIM_SHOWN } from '@glasshouse/protocol/parameters/claims';
import { formatNumber } from '@glasshouse/ui/numbers';
import { useParameter } from '#data/parameters.ts';
import type { Claim } from '#shared/claims/ClaimText.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { marketCapOf } from './sale.ts';

/** The coin that counts as a dollar, as on all pages. */
const DOLLAR = 'USDT';
const SHORT = { decimals: 8, decimalsMin: 0 } as const;
const MONEY = { decimals: 2, decimalsMin: 0 } as const;

/** Undefined if the operator has dropped the claim. */
export function useMarketCapClaim(): (project: ProjectRow) => Claim | undefined {
  const { t, language } = useTranslation();
  const isShown = useParameter('claim_market_cap') === CLAIM_SHOWN;
  return (project) => {
    if (!isShown) return undefined;
    const { price, coin, currency } = project;
    const { coins, worth } = marketCapOf(project);
    const figure = formatNumber(worth, MONEY);
    const isDollar = currency === DOLLAR;
    const why = t('claims.marketCapWhy', {
      coins: formatNumber(coins, SHORT),
      coin,
      price: formatNumber(price, SHORT),
      currency,
    });
    return {
      sentence: t('claims.marketCap', { amount: isDollar ? `$${figure}` : `${figure} ${currency}` }),
      why: isDollar ? `${why}${language === 'zh-CN' ? '' : ' '}${t('claims.dollar')}` : why,
    };
  };
}
