/** The remaining time in four tiles. Screen readers get the end time instead. */
import { DateTime } from '@glasshouse/ui';
import { Clock } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { useNow } from '#shared/products/useNow.ts';
import { leftOf, LEFT_PARTS } from '#shared/products/time-left.ts';

const SECOND_MS = 1_000;

interface CountdownProps {
  readonly label: string;
  readonly untilMs: number;
}
export function Countdown({ label, untilMs }: CountdownProps) {
  const { t } = useTranslation();
  const left = leftOf(untilMs - useNow(SECOND_MS));
  return (
    <div>
      <p className="text-mut flex items-center justify-between text-[12.5px]">
        <span className="flex items-center gap-1.5">
          <Clock aria-hidden size={14} />
          {label}
        </span>
        <DateTime timeMs={untilMs} className="num" />
      </p>
      <div aria-hidden className="mt-2 grid grid-cols-4 gap-2">
        {LEFT_PARTS.map((part) => (
          <span key={part} className="bg-raised grid place-items-center rounded-lg py-2">
            <b translate="no" className="num notranslate text-[20px] leading-6 font-semibold">
              {String(left[part]).padStart(2, '0')}
            </b>
            <span className="text-mut text-[11.5px]">{t(`subscription.left.${part}`)}</span>
          </span>
        ))}
      </div>
    </div>
  );
}
