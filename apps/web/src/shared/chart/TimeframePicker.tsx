/** The timeframes of a chart: those of the quotes page (R2.3), or all. */
import { useTranslation } from '#shared/i18n.ts';
import { QUOTES_TIMEFRAMES, type Timeframe } from '#data/timeframes.ts';

export interface TimeframePickerProps {
  readonly value: Timeframe | undefined;
  readonly names?: readonly Timeframe[];
  readonly onValue: (timeframe: Timeframe) => void;
}

export function TimeframePicker({ value, names = QUOTES_TIMEFRAMES, onValue }: TimeframePickerProps) {
  const { t } = useTranslation();
  return (
    <div className="flex gap-0.5" role="group" aria-label={t('market.timeframe')}>
      {names.map((name) => (
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
