/** The remaining time in one line, such as 2 d 07:44:10. */
import { useTranslation } from '../i18n.ts';
import { leftOf } from './time-left.ts';
import { useNow } from './useNow.ts';

const SECOND_MS = 1_000;

export function TimeLeft({ untilMs }: { readonly untilMs: number }) {
  const { t } = useTranslation();
  const { days, hours, minutes, seconds } = leftOf(untilMs - useNow(SECOND_MS));
  const clock = [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':');
  return (
    <span translate="no" className="num notranslate">
      {days > 0 && `${t('timeLeft.days', { days })} `}
      {clock}
    </span>
  );
}
