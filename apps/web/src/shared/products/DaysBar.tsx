/** How much of a term has passed, and the days that are left. */
import { useTranslation } from '#shared/i18n.ts';

export interface DaysBarProps {
  readonly left: number;
  readonly days: number;
  /** Whether it goes on; what has ended is grey. */
  readonly isRunning: boolean;
}
export function DaysBar({ left, days, isRunning }: DaysBarProps) {
  const { t } = useTranslation();
  const percent = ((days - left) / days) * 100;
  return (
    <span className="inline-flex items-center gap-2.5 whitespace-nowrap">
      <span aria-hidden className="bg-line2 h-1.5 w-16 overflow-hidden rounded-full">
        <i
          className={`block h-full rounded-full ${isRunning ? 'bg-brand' : 'bg-mut'}`}
          style={{ width: `${percent}%` }}
        />
      </span>
      <span translate="no" className="num notranslate">
        {left}
        <span className="text-mut"> / {days}</span>
      </span>
      <span className="sr-only">{t('terms.daysLeft', { left, days })}</span>
    </span>
  );
}
