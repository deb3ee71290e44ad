/**
 * The tick chart: every dot is one published tick; with the open line, the finish line and the two
 * halves of a running position.
 */
import { formatNumber, formatTime } from '@glasshouse/ui';
import { useId } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import type { PublicTick } from '#data/ticks.ts';
import { priceIn, refill, useTicksFailed } from '#data/ticks.ts';
import type { PairInfo } from '#data/pairs.ts';
import type { PositionRow } from './calls.ts';
import { ChartLabels } from './ChartLabels.tsx';
import { ChosenMarks, OpenDot, openedOf, OtherMarks } from './PositionMarks.tsx';
import { ChartWaiting } from '#shared/chart/ChartWaiting.tsx';
import { placeTags } from '#shared/chart/price-tags.ts';
import { ListFailed } from '#shared/lists/PagedBody.tsx';
import { useElementSize } from '#shared/useElementSize.ts';
import { AXIS_BOTTOM, AXIS_RIGHT, plotOf, windowOf, type Plot } from './tick-plot.ts';

export interface TickChartProps {
  readonly pair: PairInfo;
  readonly ticks: readonly PublicTick[];
  /** The running positions of the pair, each drawn with its open line and its finish line. */
  readonly positions: readonly PositionRow[];
  /** The selected position, whose halves are drawn as well. */
  readonly chosen: PositionRow | undefined;
}
const WINDOW_MS = 150_000;
const FUTURE_MS = 40_000;
/** Space to the right of the finish line. */
const FINISH_ROOM_MS = 8000;

export function TickChart(props: TickChartProps) {
  const failed = useTicksFailed();
  const [{ width, height }, host] = useElementSize();
  const openTimes = props.positions.flatMap(({ openTime }) => (openTime === null ? [] : [openTime]));
  const oldest = openTimes.length === 0 ? undefined : Math.min(...openTimes);
  const points = pointsOf(windowOf(props.ticks, WINDOW_MS, oldest), props.pair.symbol);
  return (
    <div ref={host} className="flex min-h-0 flex-1 flex-col justify-center overflow-hidden">
      {points.length === 0 && (failed ? <ListFailed onRetry={refill} /> : <ChartWaiting />)}
      {points.length > 0 && width > 0 && <Drawing {...props} width={width} height={height} points={points} />}
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
  readonly height: number;
  readonly points: readonly Point[];
}
function Drawing({ pair, positions, chosen, width, height, points }: DrawingProps) {
  const { t } = useTranslation();
  const running = positions.flatMap((position) => openedOf(position) ?? []);
  const opened = running.find(({ position }) => position.id === chosen?.id);
  const others = running.filter((each) => each !== opened);
  const last = points.at(-1) ?? { timeMs: 0, price: 0 };
  const isClosed = chosen !== undefined && chosen.finishTick !== null;
  const decimals = pair.indexDecimals;
  const plot = plotOf({
    width,
    height,
    fromMs: points[0]?.timeMs ?? 0,
    toMs: Math.max(
      last.timeMs + (isClosed ? FINISH_ROOM_MS : FUTURE_MS),
      ...running.map(({ finishMs }) => finishMs + FINISH_ROOM_MS),
    ),
    prices: [...points, ...running].map(({ price }) => price),
    priceStep: 10 ** -decimals,
  });
  const lastY = plot.y(last.price);
  const openY = opened && placeBeside(plot, plot.y(opened.price), lastY);
  return (
    <svg
      width={width}
      height={height}
      className="block"
      role="img"
      aria-label={t('seconds.chartLabel', { pair: `${pair.baseCoin}/${pair.quoteCoin}` })}
    >
      <Grid plot={plot} decimals={decimals} hide={openY === undefined ? [lastY] : [lastY, openY]} />
      {others.map((each) => (
        <OtherMarks key={each.position.id} plot={plot} opened={each} decimals={decimals} />
      ))}
      {opened !== undefined && <ChosenMarks plot={plot} opened={opened} />}
      <Line plot={plot} points={points} fromMs={opened?.timeMs} />
      {opened !== undefined && (
        <>
          <OpenDot plot={plot} opened={opened} decimals={decimals} />
          <PriceTag
            plot={plot}
            y={openY ?? 0}
            price={opened.price}
            decimals={decimals}
            fill="var(--fg)"
            ink="var(--panel)"
          />
        </>
      )}
      <Newest plot={plot} point={last} />
      <ChartLabels
        plot={plot}
        line={points.map((point) => ({ x: plot.x(point.timeMs), y: plot.y(point.price) }))}
        chosen={opened}
        others={others}
        decimals={decimals}
        quoteDecimals={pair.quoteDecimals}
      />
      <PriceTag
        plot={plot}
        y={lastY}
        price={last.price}
        decimals={decimals}
        fill="var(--brand)"
        ink="var(--on-brand)"
      />
    </svg>
  );
}

function Newest({ plot, point }: { readonly plot: Plot; readonly point: Point }) {
  const [x, y] = [plot.x(point.timeMs), plot.y(point.price)];
  return (
    <>
      <line x1={x} x2={plot.width} y1={y} y2={y} stroke="var(--brand-line)" strokeDasharray="2 3" />
      <circle cx={x} cy={y} r="10" fill="var(--brand-line)" opacity=".18" />
      <circle cx={x} cy={y} r="4.5" fill="var(--brand-line)" stroke="var(--panel)" strokeWidth="1.5" />
    </>
  );
}

/** The least distance between the middles of a price tag and a label. */
const LABEL_ROOM_PX = 18;

interface GridProps {
  readonly plot: Plot;
  readonly decimals: number;
  /** The vertical middles of price tags. Grid labels that they would cover are hidden. */
  readonly hide: readonly number[];
}
function Grid({ plot, decimals, hide }: GridProps) {
  return (
    <g className="num notranslate fill-mut text-[11px]">
      {plot.priceLines.map((price) => {
        const y = plot.y(price);
        const covered = hide.some((tagY) => Math.abs(tagY - y) < LABEL_ROOM_PX);
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
          <stop offset="0" stopColor="var(--brand)" stopOpacity=".17" />
          <stop offset="1" stopColor="var(--brand)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <polygon points={`0,${plot.height} ${path} ${lastX},${plot.height}`} fill={`url(#${id})`} />
      <polyline
        points={path}
        fill="none"
        stroke="var(--brand-line)"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
      {points.map((point) => (
        <circle
          key={point.timeMs}
          cx={plot.x(point.timeMs)}
          cy={plot.y(point.price)}
          r={fromMs !== undefined && point.timeMs >= fromMs ? 2.1 : 1.5}
          fill="var(--brand-line)"
        />
      ))}
    </>
  );
}

/** The position of an open price's tag beside the newest price's, which does not move. */
function placeBeside(plot: Plot, y: number, stays: number): number {
  const [tag] = placeTags([{ y, side: 'buy' }], { height: plot.height, taken: [stays] });
  return tag?.y ?? y;
}

interface PriceTagProps {
  readonly plot: Plot;
  /** The vertical middle of the tag. */
  readonly y: number;
  readonly price: number;
  readonly decimals: number;
  readonly fill: string;
  readonly ink: string;
}
function PriceTag({ plot, y, price, decimals, fill, ink }: PriceTagProps) {
  return (
    <g>
      <rect x={plot.width + 3} y={y - 9} width={AXIS_RIGHT - 7} height="18" rx="3" fill={fill} />
      <text
        x={plot.width + AXIS_RIGHT / 2}
        y={y + 4}
        textAnchor="middle"
        className="num notranslate text-[11px] font-semibold"
        fill={ink}
      >
        {formatNumber(price.toFixed(decimals), { decimals })}
      </text>
    </g>
  );
}
