/** The edge of a panel of a trading page, which resizes it by mouse, touch and keys. */
import { classNames } from '@glasshouse/ui';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from './i18n.ts';
import { choosePanelSize, largestOf, PANELS, resetPanelSize, type Panel } from './panel-sizes.ts';

const STEP_PX = 8;
const LARGE_STEP_PX = 40;
/**
 * The directions of the arrow keys: towards the panel after the edge, which then shrinks, or away
 * from it.
 */
const SIGNS: Readonly<Record<string, number>> = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 };

export interface PanelEdgeProps {
  readonly panel: Panel;
  /** The size's name. */
  readonly label: string;
  /** Classes that place the edge over the gap beside its panel. */
  readonly className: string;
  /** The panel's size within the element around the edge; by default that element is the panel. */
  readonly sizeIn?: (around: HTMLElement) => number;
}
export function PanelEdge({ panel, label, className, sizeIn }: PanelEdgeProps) {
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const { min, isHeight } = PANELS[panel];
  const sign = signOf(panel);
  const { size, max } = useMeasured(panel, host, sizeIn);
  const drag = useDrag(panel, size);
  function onKeyDown(event: KeyboardEvent) {
    const direction = SIGNS[event.key];
    if (event.key === 'Home') choosePanelSize(panel, min);
    else if (event.key === 'End') choosePanelSize(panel, max);
    else if (event.key === 'Enter') resetPanelSize(panel);
    else if (direction === undefined) return;
    else {
      const step = event.shiftKey ? LARGE_STEP_PX : STEP_PX;
      // Measured now, because the rendered size may lack the last key press.
      choosePanelSize(panel, sizeNow(panel, host.current, sizeIn) + sign * direction * step);
    }
    event.preventDefault();
  }
  return (
    <div
      ref={host}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={isHeight ? 'horizontal' : 'vertical'}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      title={t('common.edges')}
      className={classNames(
        'group absolute z-20 grid touch-none place-items-center focus-visible:outline-none',
        isHeight ? 'inset-x-0 h-[9px] cursor-row-resize' : 'inset-y-0 w-[9px] cursor-col-resize',
        className,
      )}
      onKeyDown={onKeyDown}
      onDoubleClick={() => resetPanelSize(panel)}
      {...drag}
    >
      <i
        aria-hidden
        className={classNames(
          'group-hover:bg-brand group-focus-visible:bg-brand group-active:bg-brand',
          isHeight ? 'h-[3px] w-full' : 'h-full w-[3px]',
        )}
      />
    </div>
  );
}

const signOf = (panel: Panel): number => ('isAbove' in PANELS[panel] ? -1 : 1);

/** The panel's size as it is laid out; asked between two frames, it lays out anew. */
function sizeNow(panel: Panel, host: HTMLElement | null, sizeIn: PanelEdgeProps['sizeIn']): number {
  const around = host?.parentElement;
  if (around === null || around === undefined) return 0;
  return Math.round(sizeIn?.(around) ?? (PANELS[panel].isHeight ? around.offsetHeight : around.offsetWidth));
}

/** The panel's size when it was last laid out, and the largest that the window allows. */
function useMeasured(
  panel: Panel,
  host: React.RefObject<HTMLElement | null>,
  sizeIn: PanelEdgeProps['sizeIn'],
) {
  const [measured, setMeasured] = useState({ size: 0, max: 0 });
  useEffect(() => {
    const around = host.current?.parentElement;
    if (around === null || around === undefined) return;
    const measure = () => setMeasured({ size: sizeNow(panel, host.current, sizeIn), max: largestOf(panel) });
    // The observer's first call comes after the browser has laid out the page. Measuring here would
    // cause a second layout.
    const observer = new ResizeObserver(measure);
    for (const part of [around, ...around.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [panel, host, sizeIn]);
  return measured;
}

function useDrag(panel: Panel, size: number) {
  const start = useRef<{ at: number; size: number }>(undefined);
  const at = (event: PointerEvent) => (PANELS[panel].isHeight ? event.clientY : event.clientX);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { at: at(event), size };
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current === undefined) return;
      choosePanelSize(panel, start.current.size + signOf(panel) * (start.current.at - at(event)));
    },
    onPointerUp: () => {
      start.current = undefined;
    },
    onPointerCancel: () => {
      start.current = undefined;
    },
  };
}
