/** 1M 5M 15M 30M 1D (R2.3). */
import { useTranslation } from '#shared/i18n.ts';
import { TIMEFRAME_NAMES, type Timeframe } from '#data/klines.ts';

export interface TimeframePickerProps {
  readonly value: Timeframe | undefined;
  readonly onValue: (timeframe: Timeframe) => void;
}

export function TimeframePicker({ value, onValue }: TimeframePickerProps) {
  const { t } = useTranslation();
  return (
    <div className="num flex gap-0.5" role="group" aria-label={t('market.timeframe')}>
      {TIMEFRAME_NAMES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === value}
          onClick={() => onValue(name)}
          className="text-mut hover:text-fg aria-pressed:bg-raised aria-pressed:text-fg h-6 rounded px-2 text-[11.5px] font-medium aria-pressed:font-semibold"
        >
          {name}
        </button>
      ))}
    </div>
  );
}
