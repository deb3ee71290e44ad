/** The edges between the panels of the trading page, which resize them by mouse, touch and keys. */
import { classNames } from '@glasshouse/ui';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { choosePanelSize, largestOf, PANELS, resetPanelSize, type Panel } from '#shared/panel-sizes.ts';

/**
 * Where each edge lies in the grid: over the gap before its panel. They take no cell of the grid,
 * because they are positioned.
 */
const PLACES: Readonly<Record<Panel, string>> = {
  book: 'col-start-2 row-start-2 inset-y-0 -left-[6px] w-[9px] cursor-col-resize',
  form: 'col-start-3 row-start-2 inset-y-0 -left-[6px] w-[9px] cursor-col-resize',
  orders: 'col-start-1 col-end-2 row-start-3 inset-x-0 -top-[6px] h-[9px] cursor-row-resize',
};
const STEP_PX = 8;
const LARGE_STEP_PX = 40;
/** Of the arrow keys: an edge moves towards its panel, which then shrinks, or away from it. */
const SIGNS: Readonly<Record<string, number>> = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 };

export function PanelEdges() {
  return (
    <>
      <Edge panel="book" />
      <Edge panel="form" />
      <Edge panel="orders" />
    </>
  );
}

function Edge({ panel }: { readonly panel: Panel }) {
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const { min, isHeight } = PANELS[panel];
  const { size, max } = useMeasured(panel, host);
  const drag = useDrag(panel, size);
  function onKeyDown(event: KeyboardEvent) {
    const sign = SIGNS[event.key];
    if (event.key === 'Home') choosePanelSize(panel, min);
    else if (event.key === 'End') choosePanelSize(panel, max);
    else if (event.key === 'Enter') resetPanelSize(panel);
    else if (sign === undefined) return;
    else choosePanelSize(panel, size + sign * (event.shiftKey ? LARGE_STEP_PX : STEP_PX));
    event.preventDefault();
  }
  return (
    <div
      ref={host}
      role="separator"
      tabIndex={0}
      aria-label={t(`spot.panels.${panel}`)}
      aria-orientation={isHeight ? 'horizontal' : 'vertical'}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      title={t('spot.panels.how')}
      className={classNames(
        'group absolute z-20 grid touch-none place-items-center focus-visible:outline-none',
        PLACES[panel],
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

/** The panel's size in the grid as it is laid out, and the largest that the window allows. */
function useMeasured(panel: Panel, host: React.RefObject<HTMLElement | null>) {
  const [measured, setMeasured] = useState({ size: 0, max: 0 });
  useLayoutEffect(() => {
    const grid = host.current?.parentElement;
    if (grid === null || grid === undefined) return;
    const measure = () => setMeasured({ size: Math.round(trackOf(grid, panel)), max: largestOf(panel) });
    measure();
    const observer = new ResizeObserver(measure);
    for (const part of grid.children) observer.observe(part);
    return () => observer.disconnect();
  }, [panel, host]);
  return measured;
}

function trackOf(grid: HTMLElement, panel: Panel): number {
  const { gridTemplateColumns, gridTemplateRows } = getComputedStyle(grid);
  const [columns, rows] = [gridTemplateColumns.split(' '), gridTemplateRows.split(' ')];
  return Number.parseFloat({ book: columns[1], form: columns[2], orders: rows[2] }[panel] ?? '0');
}

/** A panel lies right of its edge, or below it. */
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
      choosePanelSize(panel, start.current.size + start.current.at - at(event));
    },
    onPointerUp: () => {
      start.current = undefined;
    },
    onPointerCancel: () => {
      start.current = undefined;
    },
  };
}
