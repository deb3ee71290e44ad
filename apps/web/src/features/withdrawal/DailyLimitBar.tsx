/** A bar of the daily limit: the used part, and the part that this withdrawal adds. */
import { formatNumber } from '@glasshouse/ui';
import { Big } from 'big.js';
import { useBalanceText } from '#shared/balance-text.ts';
import { useHiddenBalances } from '#shared/hidden-balances.ts';
import { useTranslation } from '#shared/i18n.ts';
import type { Terms } from './calls.ts';
import { limitShares } from './withdraw-figures.ts';

interface DailyLimitBarProps {
  readonly daily: Terms['daily'];
  /** The value of this withdrawal in USDT; undefined if unknown. */
  readonly value: string | undefined;
}
export function DailyLimitBar({ daily, value }: DailyLimitBarProps) {
  const { t } = useTranslation();
  const [used, added] = limitShares(daily, value);
  const isHidden = useHiddenBalances();
  const balanceText = useBalanceText();
  const inUsdt = { decimals: 2, decimalsMin: 0 };
  const own = (value: Big) => balanceText(value.toFixed(), inUsdt);
  return (
    <div>
      <p className="flex justify-between text-[12.5px]">
        <span className="text-mut">{t(`withdrawal.daily.${daily.level}`)}</span>
        <span className="num">
          {t('withdrawal.daily.used', {
            // Rounded up, because the remainder is cut off: the two then add up to the limit.
            used: own(new Big(daily.used).round(2, Big.roundUp)),
            limit: formatNumber(daily.limit, inUsdt),
            left: own(new Big(daily.remaining)),
          })}
        </span>
      </p>
      <div aria-hidden className="bg-line2 mt-1.5 flex h-1.5 overflow-hidden rounded-full">
        {!isHidden && <i className="bg-mut" style={{ width: `${used * 100}%` }} />}
        <i className="bg-brand" style={{ width: `${added * 100}%` }} />
      </div>
    </div>
  );
}
