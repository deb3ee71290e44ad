/** A line of NAVs, with the one under the pointer. Arrow keys move along it. */
import { formatNumber, formatTime } from '@glasshouse/ui';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { useElementSize } from '#shared/useElementSize.ts';
import { AXIS_BOTTOM, navPlotOf, nearestOf, type NavPlot, type NavPoint } from './nav-plot.ts';

const LABEL_HALF = 62;
const NAV_SHOWN = 4;
const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

interface NavChartProps {
  readonly points: readonly NavPoint[];
  /** Without axes and pointer. */
  readonly isSmall?: boolean;
}
export function NavChart({ points, isSmall = false }: NavChartProps) {
  const { t } = useTranslation();
  const [size, host] = useElementSize();
  const [pointed, setPointed] = useState<number>();
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const nav = (value: string | number) => formatNumber(value, { decimals: NAV_SHOWN });
  const plot = navPlotOf(points, size, isSmall);
  const at = pointed === undefined ? undefined : points[Math.min(pointed, points.length - 1)];
  const label = t('fund.chart', { from: nav(first.value), to: nav(last.value) });
  if (isSmall)
    return (
      <div ref={host} role="img" aria-label={label} className="h-full w-full">
        {size.width > 0 && <Line plot={plot} size={size} />}
      </div>
    );
  return (
    <div
      ref={host}
      role="img"
      aria-label={label}
      tabIndex={0}
      className="relative h-full w-full"
      onKeyDown={(event) => {
        const step = KEYS[event.key];
        if (step === undefined) return;
        event.preventDefault();
        setPointed(Math.max(0, Math.min(points.length - 1, (pointed ?? points.length - 1) + step)));
      }}
      onPointerMove={(event) =>
        setPointed(nearestOf(plot, event.clientX - event.currentTarget.getBoundingClientRect().left))
      }
      onPointerLeave={() => setPointed(undefined)}
      onBlur={() => setPointed(undefined)}
    >
      {size.width > 0 && (
        <Line plot={plot} size={size} pointed={pointed}>
          <Axes plot={plot} size={size} />
        </Line>
      )}
      {at !== undefined && pointed !== undefined && (
        <div
          className="border-line2 bg-raised pointer-events-none absolute top-0 -translate-x-1/2 rounded-md border px-2.5 py-1.5 text-[12px] leading-4 whitespace-nowrap shadow-md"
          style={{
            left: Math.max(LABEL_HALF, Math.min(plot.right - LABEL_HALF, plot.points[pointed]?.x ?? 0)),
          }}
        >
          <span className="text-mut block">{formatTime(at.timeMs, 'short')}</span>
          <b className="num font-semibold">{nav(at.value)}</b>
        </div>
      )}
    </div>
  );
}

interface LineProps {
  readonly plot: NavPlot;
  readonly size: { readonly width: number; readonly height: number };
  readonly pointed?: number | undefined;
  readonly children?: ReactNode;
}
function Line({ plot, size: { width, height }, pointed, children }: LineProps) {
  const id = useId();
  const { points, right, bottom } = plot;
  const path = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const end = points[pointed ?? points.length - 1] ?? { x: 0, y: 0 };
  return (
    <svg aria-hidden width={width} height={height} className="block">
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="var(--color-brand)" stopOpacity=".22" />
        <stop offset="1" stopColor="var(--color-brand)" stopOpacity="0" />
      </linearGradient>
      {children}
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
    </svg>
  );
}

function Axes({ plot: { levels, times, right }, size: { width, height } }: Omit<LineProps, 'pointed'>) {
  const isDay = (times.at(-1)?.timeMs ?? 0) - (times[0]?.timeMs ?? 0) < 2 * 86_400_000;
  return (
    <>
      {levels.map(({ value, y }) => (
        <g key={y}>
          <line x1={0} x2={right} y1={y} y2={y} stroke="var(--line)" strokeDasharray="2 4" />
          <text x={width} y={y + 4} textAnchor="end" className="num fill-mut text-[11.5px]">
            {formatNumber(value, { decimals: NAV_SHOWN })}
          </text>
        </g>
      ))}
      {times.map(({ timeMs, x }, at) => (
        <text
          key={timeMs}
          x={x}
          y={height - AXIS_BOTTOM / 3}
          textAnchor={at === 0 ? 'start' : at === times.length - 1 ? 'end' : 'middle'}
          className="num fill-mut text-[11.5px]"
        >
          {isDay ? formatTime(timeMs, 'minute') : formatTime(timeMs, 'date').slice(5)}
        </text>
      ))}
    </>
  );
}
