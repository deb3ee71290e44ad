/** The tick chart: every dot is one published tick; the open line, the finish line and the two halves of a running position. */
import { formatNumber, formatTime } from '@glasshouse/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import type { PublicTick } from '#data/ticks.ts';
import { priceIn } from '#data/ticks.ts';
import type { PairInfo } from '#data/pairs.ts';
import type { PositionRow } from './calls.ts';
import { AXIS_BOTTOM, AXIS_RIGHT, plotOf, windowOf, type Plot } from './tick-plot.ts';
import { outlookOf } from './ticket-math.ts';

export interface TickChartProps {
  readonly pair: PairInfo;
  readonly ticks: readonly PublicTick[];
  /** The position whose lines are drawn. */
  readonly position: PositionRow | undefined;
}
const WINDOW_MS = 150_000;
const FUTURE_MS = 40_000;
/** Room right of the finish line. */
const FINISH_ROOM_MS = 8000;
const HEIGHT = 372;

export function TickChart(props: TickChartProps) {
  const [width, host] = useWidth();
  const openTime = props.position?.openTime ?? undefined;
  const points = pointsOf(windowOf(props.ticks, WINDOW_MS, openTime), props.pair.symbol);
  return (
    <div ref={host} style={{ height: HEIGHT }} className="overflow-hidden">
      {points.length > 0 && <Drawing {...props} width={width} points={points} />}
    </div>
  );
}

interface Point {
  readonly timeMs: number;
  readonly price: number;
}
function pointsOf(ticks: readonly PublicTick[], symbol: string): readonly Point[] {
  return ticks.flatMap((tick) => {
    const price = priceIn(tick, symbol);
    return price === undefined ? [] : [{ timeMs: tick.timeMs, price: Number(price) }];
  });
}

interface DrawingProps extends TickChartProps {
  readonly width: number;
  readonly points: readonly Point[];
}
function Drawing({ pair, position, width, points }: DrawingProps) {
  const { t } = useTranslation();
  const opened = openedOf(position);
  const last = points.at(-1) ?? { timeMs: 0, price: 0 };
  const decimals = pair.indexDecimals;
  const marked = opened === undefined ? [last.price] : [last.price, opened.price];
  const plot = plotOf({
    width,
    height: HEIGHT,
    fromMs: points[0]?.timeMs ?? 0,
    toMs: Math.max(last.timeMs + FUTURE_MS, (opened?.finishMs ?? 0) + FINISH_ROOM_MS),
    prices: [...points.map((point) => point.price), ...marked],
    priceStep: 10 ** -decimals,
  });
  return (
    <svg
      width={width}
      height={HEIGHT}
      className="num block"
      role="img"
      aria-label={t('seconds.chartLabel', { pair: `${pair.baseCoin}/${pair.quoteCoin}` })}
    >
      <Grid plot={plot} decimals={decimals} hide={marked} />
      {position !== undefined && opened !== undefined && (
        <PositionMarks plot={plot} position={position} pair={pair} />
      )}
      <Line plot={plot} points={points} fromMs={opened?.timeMs} />
      {opened !== undefined && (
        <>
          <circle
            cx={plot.x(opened.timeMs)}
            cy={plot.y(opened.price)}
            r="5"
            fill="var(--panel)"
            stroke="var(--fg)"
            strokeWidth="2"
          />
          <PriceTag
            plot={plot}
            price={opened.price}
            decimals={decimals}
            fill="var(--fg)"
            ink="var(--panel)"
          />
        </>
      )}
      <Newest plot={plot} point={last} />
      <PriceTag plot={plot} price={last.price} decimals={decimals} fill="#009dd9" ink="#03141c" />
    </svg>
  );
}

function openedOf(position: PositionRow | undefined) {
  if (position === undefined || position.openTime === null || position.openPrice === null) return undefined;
  const { openTime: timeMs, holdingTime } = position;
  return { timeMs, price: Number(position.openPrice), finishMs: timeMs + holdingTime * 1000 };
}

function Newest({ plot, point }: { readonly plot: Plot; readonly point: Point }) {
  const [x, y] = [plot.x(point.timeMs), plot.y(point.price)];
  return (
    <>
      <line x1={x} x2={plot.width} y1={y} y2={y} stroke="#009dd9" strokeDasharray="2 3" />
      <circle cx={x} cy={y} r="10" fill="#009dd9" opacity=".18" />
      <circle cx={x} cy={y} r="4.5" fill="#009dd9" stroke="var(--panel)" strokeWidth="1.5" />
    </>
  );
}

function useWidth(): [number, (element: HTMLDivElement | null) => void] {
  const [width, setWidth] = useState(900);
  const observer = useRef<ResizeObserver | null>(null);
  useEffect(() => () => observer.current?.disconnect(), []);
  const host = (element: HTMLDivElement | null) => {
    observer.current?.disconnect();
    if (element === null) return;
    observer.current = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.current.observe(element);
  };
  return [width, host];
}

interface GridProps {
  readonly plot: Plot;
  readonly decimals: number;
  /** Prices with a tag of their own: the grid's label would lie under it. */
  readonly hide: readonly number[];
}
function Grid({ plot, decimals, hide }: GridProps) {
  return (
    <g className="fill-mut text-[11px]">
      {plot.priceLines.map((price) => {
        const y = plot.y(price);
        const covered = hide.some((tagged) => Math.abs(plot.y(tagged) - y) < 14);
        return (
          <g key={price}>
            <line x1="0" x2={plot.width} y1={y} y2={y} stroke="var(--line)" strokeWidth=".8" />
            {!covered && (
              <text x={plot.width + 8} y={y + 4}>
                {formatNumber(price.toFixed(decimals), { decimals })}
              </text>
            )}
          </g>
        );
      })}
      {plot.timeLines.map((timeMs) => (
        <g key={timeMs}>
          <line
            x1={plot.x(timeMs)}
            x2={plot.x(timeMs)}
            y1="0"
            y2={plot.height}
            stroke="var(--line)"
            strokeWidth=".8"
          />
          {plot.x(timeMs) > 26 && plot.x(timeMs) < plot.width - 26 && (
            <text x={plot.x(timeMs)} y={plot.height + AXIS_BOTTOM - 8} textAnchor="middle">
              {formatTime(timeMs, 'time')}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

function Line({
  plot,
  points,
  fromMs,
}: {
  plot: Plot;
  points: readonly Point[];
  fromMs: number | undefined;
}) {
  const id = useId();
  const path = points
    .map((point) => `${plot.x(point.timeMs).toFixed(1)},${plot.y(point.price).toFixed(1)}`)
    .join(' ');
  const lastX = plot.x(points.at(-1)?.timeMs ?? 0).toFixed(1);
  return (
    <>
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#009dd9" stopOpacity=".17" />
          <stop offset="1" stopColor="#009dd9" stopOpacity="0" />
        </linearGradient>
      </defs>
      <polygon points={`0,${plot.height} ${path} ${lastX},${plot.height}`} fill={`url(#${id})`} />
      <polyline points={path} fill="none" stroke="#009dd9" strokeWidth="1.8" strokeLinejoin="round" />
      {points.map((point) => (
        <circle
          key={point.timeMs}
          cx={plot.x(point.timeMs)}
          cy={plot.y(point.price)}
          r={fromMs !== undefined && point.timeMs >= fromMs ? 2.1 : 1.5}
          fill="#009dd9"
        />
      ))}
    </>
  );
}

interface MarksProps {
  readonly plot: Plot;
  readonly position: PositionRow;
  readonly pair: PairInfo;
}
/** The halves in which a position wins and loses, its open line and its finish line. */
function PositionMarks({ plot, position, pair }: MarksProps) {
  const { t } = useTranslation();
  const openTime = position.openTime ?? 0;
  const finishMs = openTime + position.holdingTime * 1000;
  const [xo, xf] = [Math.max(0, plot.x(openTime)), plot.x(finishMs)];
  const yo = plot.y(Number(position.openPrice));
  const up = position.direction === 'up';
  const terms = { ...position, minimum: '0', maximum: '0', quoteDecimals: pair.quoteDecimals };
  const profit = outlookOf(position.openAmount, terms)?.profit;
  const right = t('seconds.rightHalf', { amount: formatNumber(profit, { decimals: 2 }) });
  const wrong = t('seconds.wrongHalf', { amount: formatNumber(position.openAmount, { decimals: 2 }) });
  const above = up ? 'var(--up)' : 'var(--down)';
  const below = up ? 'var(--down)' : 'var(--up)';
  return (
    <g>
      <rect x={xo} y="0" width={Math.max(0, xf - xo)} height={Math.max(0, yo)} fill={above} opacity=".07" />
      <rect
        x={xo}
        y={yo}
        width={Math.max(0, xf - xo)}
        height={Math.max(0, plot.height - yo)}
        fill={below}
        opacity=".07"
      />
      <line
        x1={xo}
        x2={plot.width}
        y1={yo}
        y2={yo}
        stroke="var(--fg)"
        strokeWidth="1.2"
        strokeDasharray="5 4"
        opacity=".75"
      />
      <line x1={xo} x2={xo} y1="0" y2={plot.height} stroke="var(--fg)" strokeDasharray="2 4" opacity=".4" />
      <line
        x1={xf}
        x2={xf}
        y1="0"
        y2={plot.height}
        stroke="var(--brand-ink)"
        strokeWidth="1.6"
        strokeDasharray="5 4"
      />
      {/* Left of its line: at the right the price tags pass. */}
      <g transform={`translate(${xf - 7} 8)`} textAnchor="end">
        <path d="M0 0h-12l3 4.5L-12 9H0z" fill="var(--brand-ink)" />
        <text y="25" className="fill-fg text-[11.5px] font-semibold">
          {t('seconds.finish')}
        </text>
        <text y="40" className="fill-mut text-[11px]">
          {formatTime(finishMs, 'time')}
        </text>
      </g>
      <text x={(xo + xf) / 2} y="20" textAnchor="middle" className="text-[11px] font-medium" fill={above}>
        {up ? right : wrong}
      </text>
      <text
        x={(xo + xf) / 2}
        y={plot.height - 10}
        textAnchor="middle"
        className="text-[11px] font-medium"
        fill={below}
      >
        {up ? wrong : right}
      </text>
    </g>
  );
}

interface PriceTagProps {
  readonly plot: Plot;
  readonly price: number;
  readonly decimals: number;
  readonly fill: string;
  readonly ink: string;
}
function PriceTag({ plot, price, decimals, fill, ink }: PriceTagProps) {
  const y = plot.y(price);
  return (
    <g>
      <rect x={plot.width + 3} y={y - 9} width={AXIS_RIGHT - 7} height="18" rx="3" fill={fill} />
      <text
        x={plot.width + AXIS_RIGHT / 2}
        y={y + 4}
        textAnchor="middle"
        className="text-[11px] font-semibold"
        fill={ink}
      >
        {formatNumber(price.toFixed(decimals), { decimals })}
      </text>
    </g>
  );
}
