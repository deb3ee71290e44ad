/** How an order grows: a bar for each day of its term, and the formula of what has grown. */
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { outcomeOf, rateText, type FixedTermOrder, type Grown } from './fixed-terms.ts';

/** Longer terms show a bar for several days. */
const BARS_MAX = 30;

export interface GrowthBarsProps {
  readonly order: FixedTermOrder;
  readonly grown: Grown;
  readonly decimals: number;
}
export function GrowthBars({ order, grown, decimals }: GrowthBarsProps) {
  const { t } = useTranslation();
  const { amount, dailyRate, days, currency } = order;
  const bars = Math.min(days, BARS_MAX);
  const reached = Math.floor((grown.fullDays / days) * bars);
  const perDay = outcomeOf({ ...order, days: 1 }, amount, decimals)?.interest;
  return (
    <div>
      <h3 className="text-[12.5px] font-semibold">{t('terms.grows')}</h3>
      <div aria-hidden className="mt-2 flex h-10 items-end gap-[3px]">
        {Array.from({ length: bars }, (_, bar) => (
          <i
            key={bar}
            className={`flex-1 rounded-t-[2px] ${bar < reached ? 'bg-brand' : 'bg-line2'}`}
            style={{ height: `${20 + (80 * (bar + 1)) / bars}%` }}
          />
        ))}
      </div>
      <p className="text-mut num mt-2 text-[12.5px]">
        <Balance value={amount} decimals={8} /> × {rateText(dailyRate)} × {grown.fullDays} ={' '}
        <Balance value={grown.profit} decimals={8} unit={currency} signed toned />
      </p>
      {grown.remainingDays > 0 && order.endTime === null && (
        <p className="text-mut text-[12.5px]">
          {t('terms.nextDay')}{' '}
          <Balance value={perDay} decimals={8} unit={currency} signed className="text-fg" />
        </p>
      )}
    </div>
  );
}
