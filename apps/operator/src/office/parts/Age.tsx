/** How long something has waited: 48 m, 5 h 02, 3 d 04. Amber once that is longer than its aim. */
import { formatTime } from '@glasshouse/ui';
import { useTexts } from '../texts.ts';
import { useNow } from '../useNow.ts';

const MINUTE_MS = 60_000;
const HOUR_M = 60;
const DAY_H = 24;
const EVERY_MS = 10_000;

/** Words a span of milliseconds in at most two units. */
export function useAgeText(): (spanMs: number) => string {
  const { t } = useTexts();
  const two = (part: number) => String(part).padStart(2, '0');
  return (spanMs) => {
    const minutes = Math.max(0, Math.floor(spanMs / MINUTE_MS));
    const hours = Math.floor(minutes / HOUR_M);
    if (minutes === 0) return t('ageNow');
    if (hours === 0) return t('ageMinutes', { minutes: String(minutes) });
    if (hours < DAY_H) {
      const rest = minutes % HOUR_M;
      return rest === 0
        ? t('ageHours', { hours: String(hours) })
        : t('ageHoursMinutes', { hours: String(hours), minutes: two(rest) });
    }
    const days = String(Math.floor(hours / DAY_H));
    const rest = hours % DAY_H;
    return rest === 0 ? t('ageDays', { days }) : t('ageDaysHours', { days, hours: two(rest) });
  };
}

export interface AgeProps {
  readonly sinceMs: number;
  /** How long it should wait at most; without one it is never amber. */
  readonly aimMs?: number;
}

export function Age({ sinceMs, aimMs }: AgeProps) {
  const ageText = useAgeText();
  const age = useNow(EVERY_MS) - sinceMs;
  const isLate = aimMs !== undefined && age >= aimMs;
  return (
    <time
      dateTime={new Date(sinceMs).toISOString()}
      title={formatTime(sinceMs)}
      className={`num whitespace-nowrap ${isLate ? 'text-warn font-semibold' : 'text-mut'}`}
    >
      {ageText(age)}
    </time>
  );
}
