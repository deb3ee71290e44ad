/** A value over time as a line, with the value under the pointer. Arrow keys move along it. */
import { formatTime } from '@glasshouse/ui';
import { useId, useState, type ReactNode } from 'react';
import { useElementSize } from '#shared/useElementSize.ts';
import {
  AXIS_BOTTOM,
  curvePlotOf,
  nearestPoint,
  type CurvePlot,
  type CurvePoint,
  type Size,
} from './curve-plot.ts';

const LABEL_HALF = 62;
const DAY_MS = 86_400_000;
const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

interface CurveProps {
  readonly points: readonly CurvePoint[];
  /** What it shows, for those who do not see it. */
  readonly label: string;
  /** The value at a point. */
  readonly valueText: (value: string) => string;
  /** A value beside the axis, and the difference to the next one. */
  readonly levelText: (value: number, step: number) => string;
}
export function Curve({ points, label, valueText, levelText }: CurveProps) {
  const [size, host] = useElementSize();
  const [pointed, setPointed] = useState<number>();
  const plot = curvePlotOf(points, size, true);
  const lastAt = points.length - 1;
  const at = pointed === undefined ? undefined : points[Math.min(pointed, lastAt)];
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
        setPointed(Math.max(0, Math.min(lastAt, (pointed ?? lastAt) + step)));
      }}
      onPointerMove={(event) =>
        setPointed(nearestPoint(plot, event.clientX - event.currentTarget.getBoundingClientRect().left))
      }
      onPointerLeave={() => setPointed(undefined)}
      onBlur={() => setPointed(undefined)}
    >
      {size.width > 0 && (
        <Line plot={plot} size={size} pointed={pointed}>
          <Axes plot={plot} size={size} levelText={levelText} />
        </Line>
      )}
      {at !== undefined && pointed !== undefined && (
        <div
          className="border-line2 bg-raised pointer-events-none absolute top-0 -translate-x-1/2 rounded-md border px-2.5 py-1.5 text-[12px] leading-4 whitespace-nowrap shadow-pop"
          style={{
            left: Math.max(LABEL_HALF, Math.min(plot.right - LABEL_HALF, plot.points[pointed]?.x ?? 0)),
          }}
        >
          <span className="text-mut block">{formatTime(at.timeMs, isDaily(points) ? 'date' : 'short')}</span>
          <b translate="no" className="num notranslate font-semibold">
            {valueText(at.value)}
          </b>
        </div>
      )}
    </div>
  );
}

/** The line alone, without axes and pointer. */
export function SmallCurve({ points, label }: Pick<CurveProps, 'points' | 'label'>) {
  const [size, host] = useElementSize();
  return (
    <div ref={host} role="img" aria-label={label} className="h-full w-full">
      {size.width > 0 && <Line plot={curvePlotOf(points, size, false)} size={size} />}
    </div>
  );
}

/** Whether each point stands for a day. */
const isDaily = ([first, second]: readonly CurvePoint[]): boolean =>
  (second?.timeMs ?? 0) - (first?.timeMs ?? 0) >= DAY_MS;

interface LineProps {
  readonly plot: CurvePlot;
  readonly size: Size;
  readonly pointed?: number | undefined;
  /** Behind the line. */
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
        stroke="var(--brand-line)"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
      {pointed !== undefined && (
        <line x1={end.x} x2={end.x} y1={0} y2={bottom} stroke="var(--dim)" strokeDasharray="3 3" />
      )}
      <circle cx={end.x} cy={end.y} r={3.5} fill="var(--brand-line)" />
    </svg>
  );
}

interface AxesProps extends Pick<LineProps, 'plot' | 'size'>, Pick<CurveProps, 'levelText'> {}
function Axes({ plot: { levels, step, times, right }, size: { width, height }, levelText }: AxesProps) {
  return (
    <>
      {levels.map(({ value, y }) => (
        <g key={y}>
          <line x1={0} x2={right} y1={y} y2={y} stroke="var(--line)" strokeDasharray="2 4" />
          <text x={width} y={y + 4} textAnchor="end" className="num notranslate fill-mut text-[11.5px]">
            {levelText(value, step)}
          </text>
        </g>
      ))}
      {times.map(({ timeMs, x }, at) => (
        <text
          key={timeMs}
          x={x}
          y={height - AXIS_BOTTOM / 3}
          textAnchor={at === 0 ? 'start' : at === times.length - 1 ? 'end' : 'middle'}
          className="num notranslate fill-mut text-[11.5px]"
        >
          {timeText(timeMs, times)}
        </text>
      ))}
    </>
  );
}

/** Within two days the minute; a date has its year where the line passes into another one. */
function timeText(timeMs: number, times: CurvePlot['times']): string {
  const [first, last] = [times[0]?.timeMs ?? 0, times.at(-1)?.timeMs ?? 0];
  if (last - first < 2 * DAY_MS) return formatTime(timeMs, 'minute');
  const yearOf = (each: number): string => formatTime(each, 'date').slice(0, 4);
  const date = formatTime(timeMs, 'date');
  return yearOf(first) === yearOf(last) ? date.slice(5) : date;
}
