/** The timeframes of a chart: those of the quotes page (R2.3), or all, the rarer ones in a menu. */
import { classNames, Menu, MENU_ITEM_CLASS } from '@glasshouse/ui';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { QUOTES_TIMEFRAMES, TIMEFRAME_NAMES, USUAL_TIMEFRAMES, type Timeframe } from '#data/timeframes.ts';

export interface TimeframePickerProps {
  readonly value: Timeframe | undefined;
  /** Whether to offer more than those of the quotes page. */
  readonly hasAll?: boolean;
  readonly onValue: (timeframe: Timeframe) => void;
}

export function TimeframePicker({ value, hasAll = false, onValue }: TimeframePickerProps) {
  const { t } = useTranslation();
  const shown = hasAll ? USUAL_TIMEFRAMES : QUOTES_TIMEFRAMES;
  return (
    <div className="flex gap-0.5" role="group" aria-label={t('market.timeframe')}>
      {shown.map((name) => (
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
      {hasAll && <MoreTimeframes value={value} onValue={onValue} />}
    </div>
  );
}

function MoreTimeframes({ value, onValue }: TimeframePickerProps) {
  const { t } = useTranslation();
  const more = TIMEFRAME_NAMES.filter((name) => !USUAL_TIMEFRAMES.some((usual) => usual === name));
  const chosen = more.find((name) => name === value);
  return (
    <Menu
      label={chosen === undefined ? t('market.moreTimeframes') : `${t('market.moreTimeframes')}: ${chosen}`}
      width={96}
      className={classNames(
        'flex h-6 items-center rounded px-1 text-[11.5px]',
        chosen === undefined ? 'text-mut hover:text-fg' : 'bg-raised font-semibold',
      )}
      trigger={
        <>
          {chosen}
          <ChevronDown aria-hidden className="size-3.5" />
        </>
      }
    >
      {(close) =>
        more.map((name) => (
          <button
            key={name}
            type="button"
            role="menuitemradio"
            aria-checked={name === value}
            className={classNames(MENU_ITEM_CLASS, 'aria-checked:font-semibold')}
            onClick={() => {
              onValue(name);
              close();
            }}
          >
            {name}
          </button>
        ))
      }
    </Menu>
  );
}
