/** The chart's menus: the style of candles, and the indicators. */
import { classNames, Menu, MENU_ITEM_CLASS } from '@glasshouse/ui';
import {
  AreaChart,
  BarChart2,
  CandlestickChart,
  Check,
  ChartLine,
  Settings2,
  type LucideIcon,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '#shared/chunk.ts';
import { useTranslation } from '#shared/i18n.ts';
import { BAR_STYLES, changeChartLayout, PANES_MAX, useChartLayout, type BarStyle } from './chart-layout.ts';
import { DEFAULT_PARAMS, MAIN_INDICATORS, PANE_INDICATORS, type IndicatorName } from './indicators.ts';

const IndicatorDialog = lazy(() =>
  loadPart(() => import('./IndicatorDialog.tsx')).then((module) => ({ default: module.IndicatorDialog })),
);
export const TOOL_BUTTON =
  'text-mut hover:bg-raised hover:text-fg aria-pressed:bg-brand-soft aria-pressed:text-brand-ink aria-expanded:bg-raised grid size-7 shrink-0 place-items-center rounded-md disabled:cursor-default disabled:bg-transparent disabled:opacity-45';
const BAR_ICONS: Readonly<Record<BarStyle, LucideIcon>> = {
  candle_solid: CandlestickChart,
  candle_stroke: CandlestickChart,
  ohlc: BarChart2,
  area: AreaChart,
};

export function BarStyleMenu() {
  const { t } = useTranslation();
  const { bars } = useChartLayout();
  const Icon = BAR_ICONS[bars];
  return (
    <Menu
      label={t('chart.bars')}
      width={180}
      className={TOOL_BUTTON}
      trigger={<Icon aria-hidden className="size-4" strokeWidth={1.7} />}
    >
      {(close) =>
        BAR_STYLES.map((style) => (
          <button
            key={style}
            type="button"
            role="menuitemradio"
            aria-checked={style === bars}
            className={MENU_ITEM_CLASS}
            onClick={() => {
              changeChartLayout({ bars: style });
              close();
            }}
          >
            {t(`chart.barStyles.${style}`)}
            {style === bars && <Check aria-hidden className="text-brand-ink ml-auto size-4" />}
          </button>
        ))
      }
    </Menu>
  );
}

export function IndicatorMenu() {
  const { t } = useTranslation();
  const { main, panes } = useChartLayout();
  const [changing, setChanging] = useState<IndicatorName>();
  const full = panes.length >= PANES_MAX;
  const item = (name: IndicatorName, checked: boolean, onPress?: () => void) => (
    <IndicatorItem key={name} {...{ name, checked, onPress }} onChange={() => setChanging(name)} />
  );
  return (
    <>
      <Menu
        label={t('chart.indicators')}
        width={300}
        className="text-mut hover:bg-raised hover:text-fg aria-expanded:bg-raised flex h-7 items-center gap-1.5 rounded-md px-2 text-[11.5px] font-medium"
        trigger={
          <>
            <ChartLine aria-hidden className="size-4" strokeWidth={1.7} />
            {t('chart.indicators')}
          </>
        }
      >
        {() => (
          <div className="max-h-[440px] overflow-y-auto">
            <p className="text-2xs text-mut px-2.5 pt-1.5 pb-1">{t('chart.onCandles')}</p>
            {MAIN_INDICATORS.map((name) =>
              item(name, main.includes(name), () => changeChartLayout({ main: toggled(main, name) })),
            )}
            <p className="text-2xs text-mut px-2.5 pt-2.5 pb-1">{t('chart.inPanes', { count: PANES_MAX })}</p>
            {PANE_INDICATORS.map((name) =>
              item(
                name,
                panes.includes(name),
                full && !panes.includes(name)
                  ? undefined
                  : () => changeChartLayout({ panes: toggled(panes, name) }),
              ),
            )}
          </div>
        )}
      </Menu>
      {changing !== undefined && (
        <Suspense>
          <IndicatorDialog name={changing} close={() => setChanging(undefined)} />
        </Suspense>
      )}
    </>
  );
}

interface IndicatorItemProps {
  readonly name: IndicatorName;
  readonly checked: boolean;
  /** Absent if there is no room for another one. */
  readonly onPress: (() => void) | undefined;
  readonly onChange: () => void;
}
function IndicatorItem({ name, checked, onPress, onChange }: IndicatorItemProps) {
  const { t } = useTranslation();
  return (
    <div role="none" className="flex items-center">
      <button
        type="button"
        role="menuitemcheckbox"
        aria-checked={checked}
        aria-disabled={onPress === undefined}
        onClick={onPress}
        className={classNames(
          MENU_ITEM_CLASS,
          'h-8! aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
        )}
      >
        <span className="w-11 font-medium">{name}</span>
        <span className="text-mut text-xs">{t(`chart.names.${name}`)}</span>
        {checked && <Check aria-hidden className="text-brand-ink ml-auto size-4 shrink-0" />}
      </button>
      {checked && DEFAULT_PARAMS[name].length > 0 && (
        <button
          type="button"
          role="menuitem"
          aria-label={t('chart.parametersOf', { name })}
          title={t('chart.parametersOf', { name })}
          onClick={onChange}
          className={TOOL_BUTTON}
        >
          <Settings2 aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}

function toggled<T>(list: readonly T[], value: T): readonly T[] {
  return list.includes(value) ? list.filter((each) => each !== value) : [...list, value];
}
