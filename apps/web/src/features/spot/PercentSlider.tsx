/** The share of the balance: a native range input with five stops. */
import { useTranslation } from '#shared/i18n.ts';
import type { Side } from './order-types.ts';

const STOPS = [0, 25, 50, 75, 100] as const;

export interface PercentSliderProps {
  readonly value: number;
  readonly side: Side;
  readonly onValue: (percent: number) => void;
}

export function PercentSlider({ value, side, onValue }: PercentSliderProps) {
  const { t } = useTranslation();
  const colour = side === 'buy' ? 'bg-up-btn' : 'bg-down-btn';
  const edge = side === 'buy' ? 'border-up-btn' : 'border-down-btn';
  return (
    <div>
      <div className="relative mx-1.5 flex h-6 items-center has-focus-visible:outline-2 has-focus-visible:outline-brand">
        <span aria-hidden className="bg-raised relative h-1 w-full rounded-full">
          <i className={`absolute inset-y-0 left-0 rounded-full ${colour}`} style={{ width: `${value}%` }} />
          {STOPS.map((stop) => (
            <i
              key={stop}
              className={`border-panel absolute top-1/2 size-[9px] -translate-x-1/2 -translate-y-1/2 rounded-full border-2 ${stop <= value ? colour : 'bg-dim'}`}
              style={{ left: `${stop}%` }}
            />
          ))}
          <i
            className={`bg-panel absolute top-1/2 size-4 -translate-x-1/2 -translate-y-1/2 rounded-full border-[3px] ${edge}`}
            style={{ left: `${value}%` }}
          />
        </span>
        <input
          type="range"
          min={0}
          max={100}
          value={value}
          aria-label={t('spot.share')}
          aria-valuetext={`${value}%`}
          onChange={(event) => onValue(Number(event.target.value))}
          className="absolute inset-x-[-6px] inset-y-0 w-[calc(100%+12px)] cursor-pointer opacity-0"
        />
      </div>
      <div className="text-2xs text-mut -mt-0.5 flex justify-between">
        {STOPS.map((stop) => (
          <button
            key={stop}
            type="button"
            tabIndex={-1}
            onClick={() => onValue(stop)}
            className={`min-h-6 min-w-6 ${stop === value ? 'text-fg' : ''}`}
          >
            {stop}%
          </button>
        ))}
      </div>
    </div>
  );
}
