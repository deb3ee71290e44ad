/**
 * The drawing tools at the chart's left: one is active until its drawing is finished or Escape
 * cancels it.
 */
import {
  Eraser,
  Eye,
  EyeOff,
  GitCommitVertical,
  Magnet,
  Minus,
  MousePointer2,
  MoveDiagonal,
  Paintbrush,
  RulerDimensionLine,
  Rows3,
  Slash,
  Square,
  Equal,
  Type,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { changeChartLayout, useChartLayout } from './chart-layout.ts';
import { TOOL_BUTTON } from './ChartMenus.tsx';
import type { DrawTool } from './draw-tools.ts';
import type { Drawings } from './drawings.ts';

const TOOLS: readonly (readonly [DrawTool, LucideIcon])[] = [
  ['segment', Slash],
  ['straightLine', MoveDiagonal],
  ['horizontalStraightLine', Minus],
  ['verticalStraightLine', GitCommitVertical],
  ['parallelStraightLine', Equal],
  ['fibonacciLine', Rows3],
  ['box', Square],
  ['brush', Paintbrush],
  ['measure', RulerDimensionLine],
  ['note', Type],
];

export function DrawingRail({ drawings }: { readonly drawings: Drawings | undefined }) {
  const { t } = useTranslation();
  const { magnet, drawingsHidden } = useChartLayout();
  const Shown = drawingsHidden ? EyeOff : Eye;
  const [tool, setTool] = useState<DrawTool>();
  function choose(next: DrawTool | undefined) {
    drawings?.cancel();
    setTool(next);
    if (next !== undefined) drawings?.start(next, { magnet, onDone: () => setTool(undefined) });
  }
  useEffect(() => {
    drawings?.setHidden(drawingsHidden);
  }, [drawings, drawingsHidden]);
  useEffect(() => {
    if (tool === undefined) return;
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      drawings?.cancel();
      setTool(undefined);
    };
    document.addEventListener('keydown', giveUp);
    return () => document.removeEventListener('keydown', giveUp);
  }, [tool, drawings]);
  return (
    <div
      role="toolbar"
      aria-orientation="vertical"
      aria-label={t('chart.drawing')}
      className="border-line flex w-10 shrink-0 flex-col items-center gap-0.5 overflow-y-auto border-r py-2 [scrollbar-width:none]"
    >
      <Tool label={t('chart.cursor')} pressed={tool === undefined} onPress={() => choose(undefined)}>
        <MousePointer2 aria-hidden className="size-4" strokeWidth={1.7} />
      </Tool>
      {TOOLS.map(([name, Icon]) => (
        <Tool
          key={name}
          label={t(`chart.tools.${name}`)}
          pressed={tool === name}
          // Before the candles are loaded, clicks would have no effect.
          disabled={drawings === undefined}
          onPress={() => choose(name)}
        >
          <Icon aria-hidden className="size-4" strokeWidth={1.7} />
        </Tool>
      ))}
      <i aria-hidden className="border-line my-1 w-5 shrink-0 border-t" />
      <Tool label={t('chart.magnet')} pressed={magnet} onPress={() => changeChartLayout({ magnet: !magnet })}>
        <Magnet aria-hidden className="size-4" strokeWidth={1.7} />
      </Tool>
      <Tool
        label={t('chart.hideDrawings')}
        pressed={drawingsHidden}
        onPress={() => changeChartLayout({ drawingsHidden: !drawingsHidden })}
      >
        <Shown aria-hidden className="size-4" strokeWidth={1.7} />
      </Tool>
      <Tool
        label={t('chart.clearDrawings')}
        disabled={drawings === undefined}
        onPress={() => {
          setTool(undefined);
          drawings?.clear();
        }}
      >
        <Eraser aria-hidden className="size-4" strokeWidth={1.7} />
      </Tool>
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}
export function Tool({ label, pressed, disabled, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
      className={TOOL_BUTTON}
    >
      {children}
    </button>
  );
}
