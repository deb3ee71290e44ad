/** A slider for the leverage in whole steps, which the keyboard moves too. */
import { useTranslation } from '#shared/i18n.ts';

interface LeverageSliderProps {
  readonly max: number;
  readonly value: number;
  readonly onValue: (value: number) => void;
}
export function LeverageSlider({ max, value, onValue }: LeverageSliderProps) {
  const { t } = useTranslation();
  const steps = Array.from({ length: max }, (_, i) => i + 1);
  const share = max === 1 ? 100 : ((value - 1) / (max - 1)) * 100;
  return (
    <div>
      <div className="flex justify-between text-[12.5px]">
        <span className="text-mut">{t('fund.leverage')}</span>
        <b translate="no" className="num notranslate text-[15px]">
          {value}×
        </b>
      </div>
      {max > 1 && (
        <>
          <div className="has-[input:focus-visible]:outline-brand relative mx-2 flex h-6 items-center rounded has-[input:focus-visible]:outline-2">
            <span aria-hidden className="bg-raised relative h-1 w-full rounded-full">
              <i className="bg-brand absolute inset-y-0 left-0 rounded-full" style={{ width: `${share}%` }} />
              {steps.map((step) => (
                <i
                  key={step}
                  className={`border-panel absolute top-1/2 size-[9px] -translate-x-1/2 -translate-y-1/2 rounded-full border-2 ${step <= value ? 'bg-brand' : 'bg-dim'}`}
                  style={{ left: `${((step - 1) / (max - 1)) * 100}%` }}
                />
              ))}
              <i
                className="bg-panel border-brand absolute top-1/2 size-4 -translate-x-1/2 -translate-y-1/2 rounded-full border-[3px]"
                style={{ left: `${share}%` }}
              />
            </span>
            <input
              type="range"
              min={1}
              max={max}
              step={1}
              value={value}
              aria-label={t('fund.leverage')}
              aria-valuetext={`${value}×`}
              onChange={(event) => onValue(Number(event.target.value))}
              className="absolute inset-x-[-6px] inset-y-0 w-[calc(100%+12px)] cursor-pointer opacity-0"
            />
          </div>
          <div className="text-mut flex justify-between text-[11.5px]">
            {steps.map((step) => (
              <button
                key={step}
                type="button"
                tabIndex={-1}
                onClick={() => onValue(step)}
                className={`num min-h-6 min-w-6 ${step === value ? 'text-fg font-semibold' : ''}`}
              >
                {step}×
              </button>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
