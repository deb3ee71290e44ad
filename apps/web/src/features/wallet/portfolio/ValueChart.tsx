/** The value of all accounts as a line, with the value of a day under the pointer. */
import { formatNumber, formatTime } from '@glasshouse/ui';
import { useId, useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { useElementSize } from '#shared/useElementSize.ts';
import type { ValuePoint } from './value-line.ts';
import { AXIS_BOTTOM, nearestPoint, valuePlotOf } from './value-plot.ts';

const LABEL_HALF = 62;

export function ValueChart({ points }: { readonly points: readonly ValuePoint[] }) {
  const { t } = useTranslation();
  const [size, host] = useElementSize();
  const [pointed, setPointed] = useState<number>();
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const money = (value: string) => formatNumber(value, { decimals: 2 });
  const label = t('portfolio.chart', { from: money(first.value), to: money(last.value) });
  const plot = valuePlotOf(points, size);
  const at = pointed === undefined ? undefined : points[Math.min(pointed, points.length - 1)];
  return (
    <div
      ref={host}
      role="img"
      aria-label={label}
      className="relative h-full w-full"
      onPointerMove={(event) =>
        setPointed(nearestPoint(plot, event.clientX - event.currentTarget.getBoundingClientRect().left))
      }
      onPointerLeave={() => setPointed(undefined)}
    >
      {size.width > 0 && <Lines plot={plot} size={size} pointed={pointed} />}
      {at !== undefined && pointed !== undefined && (
        <div
          className="border-line2 bg-raised pointer-events-none absolute top-0 -translate-x-1/2 rounded-md border px-2.5 py-1.5 text-[12px] leading-4 whitespace-nowrap shadow-md"
          style={{
            left: Math.max(LABEL_HALF, Math.min(plot.right - LABEL_HALF, plot.points[pointed]?.x ?? 0)),
          }}
        >
          <span className="text-mut block">{formatTime(at.timeMs, 'date')}</span>
          <b className="num font-semibold">{money(at.value)} USDT</b>
        </div>
      )}
    </div>
  );
}

interface LinesProps {
  readonly plot: ReturnType<typeof valuePlotOf>;
  readonly size: { readonly width: number; readonly height: number };
  readonly pointed: number | undefined;
}
function Lines({ plot, size: { width, height }, pointed }: LinesProps) {
  const id = useId();
  const { points, levels, times, right, bottom } = plot;
  const step = (levels[1]?.value ?? 1) - (levels[0]?.value ?? 0);
  const path = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const end = points[pointed ?? points.length - 1] ?? { x: 0, y: 0 };
  return (
    <svg aria-hidden width={width} height={height} className="block">
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="var(--color-brand)" stopOpacity=".22" />
        <stop offset="1" stopColor="var(--color-brand)" stopOpacity="0" />
      </linearGradient>
      {levels.map(({ value, y }) => (
        <g key={y}>
          <line x1={0} x2={right} y1={y} y2={y} stroke="var(--line)" strokeDasharray="2 4" />
          <text x={width} y={y + 4} textAnchor="end" className="num fill-mut text-[11.5px]">
            {formatNumber(value, { decimals: step < 1 ? 2 : 0 })}
          </text>
        </g>
      ))}
      <polygon points={`0,${bottom} ${path} ${right},${bottom}`} fill={`url(#${id})`} />
      <polyline
        points={path}
        fill="none"
        stroke="var(--color-brand)"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
      {pointed !== undefined && (
        <line x1={end.x} x2={end.x} y1={0} y2={bottom} stroke="var(--dim)" strokeDasharray="3 3" />
      )}
      <circle cx={end.x} cy={end.y} r={3.5} fill="var(--color-brand)" />
      {times.map(({ timeMs, x }, at) => (
        <text
          key={timeMs}
          x={x}
          y={height - AXIS_BOTTOM / 3}
          textAnchor={at === 0 ? 'start' : at === times.length - 1 ? 'end' : 'middle'}
          className="num fill-mut text-[11.5px]"
        >
          {timeText(timeMs, times)}
        </text>
      ))}
    </svg>
  );
}

/** With its year where the line passes into another one. */
function timeText(timeMs: number, times: readonly { readonly timeMs: number }[]): string {
  const date = formatTime(timeMs, 'date');
  const years = new Set(times.map((each) => formatTime(each.timeMs, 'date').slice(0, 4)));
  return years.size > 1 ? date : date.slice(5);
}
