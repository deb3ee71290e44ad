/** A running position in the tick chart: its open line, its finish line, and the halves in which the chosen one wins and loses. */
import { formatNumber, formatTime } from '@glasshouse/ui';
import { spread } from '#shared/chart/spread.ts';
import { useTranslation } from '#shared/i18n.ts';
import type { PositionRow } from './calls.ts';
import { netIf } from './countdown.ts';
import type { Plot } from './tick-plot.ts';

/** A position that has its opening tick. */
export interface Opened {
  readonly position: PositionRow;
  readonly timeMs: number;
  readonly price: number;
  readonly finishMs: number;
}
export function openedOf(position: PositionRow): Opened | undefined {
  if (position.openTime === null || position.openPrice === null) return undefined;
  const { openTime: timeMs, holdingTime } = position;
  return { position, timeMs, price: Number(position.openPrice), finishMs: timeMs + holdingTime * 1000 };
}

interface MarksProps {
  readonly plot: Plot;
  readonly opened: Opened;
  /** Of the index price. */
  readonly decimals: number;
}

export function OpenDot({ plot, opened, decimals }: MarksProps) {
  return (
    <circle
      cx={plot.x(opened.timeMs)}
      cy={plot.y(opened.price)}
      r="5"
      fill="var(--panel)"
      stroke="var(--fg)"
      strokeWidth="2"
    >
      <TickName opened={opened} decimals={decimals} />
    </circle>
  );
}

/** Over the line of ticks a text keeps a rim of the panel. */
const HALO = {
  stroke: 'var(--panel)',
  strokeWidth: 5,
  strokeLinejoin: 'round',
  paintOrder: 'stroke',
} as const;
/** The texts of the chosen position at the top and at the bottom, which the labels of the others stay between. */
const TOP_PX = 62;
const BOTTOM_PX = 26;
const LABEL_PX = 15;

/** Where the labels of positions stand, at their open lines or moved apart. */
export function labelPlaces(plot: Plot, all: readonly Opened[]): ReadonlyMap<Opened, number> {
  const sorted = all.toSorted((a, b) => b.price - a.price);
  const places = sorted.map(({ price }) => plot.y(price) - 5);
  const room = { from: TOP_PX, to: plot.height - BOTTOM_PX, step: LABEL_PX };
  const spreadOut = spread(places, room);
  return new Map(sorted.map((opened, i) => [opened, spreadOut[i] ?? 0]));
}

/** Names the opening tick where a pointer rests on its dot. */
function TickName({ opened, decimals }: { readonly opened: Opened; readonly decimals: number }) {
  const { t } = useTranslation();
  const { position, timeMs, price } = opened;
  const tick = formatNumber(position.openTick, { decimals: 0 });
  return (
    <title>
      {t('seconds.openedByTick', { tick })}: {priceText(price, decimals)}, {formatTime(timeMs, 'time')}
    </title>
  );
}

const priceText = (price: number, decimals: number): string =>
  formatNumber(price.toFixed(decimals), { decimals });

interface OtherMarksProps extends MarksProps {
  /** The baseline of its label. */
  readonly labelY: number;
}
/** The lines alone, from opening to finish, in the colour of the direction; the label names stake, opening tick and finish. */
export function OtherMarks({ plot, opened, decimals, labelY }: OtherMarksProps) {
  const { position, price, timeMs, finishMs } = opened;
  const [xo, xf] = [Math.max(0, plot.x(opened.timeMs)), plot.x(opened.finishMs)];
  const y = plot.y(opened.price);
  const colour = position.direction === 'up' ? 'var(--up)' : 'var(--down)';
  const arrow = position.direction === 'up' ? '↑' : '↓';
  return (
    <g>
      <line x1={xo} x2={xf} y1={y} y2={y} stroke={colour} strokeDasharray="3 3" />
      <circle cx={xo} cy={y} r="3" fill="var(--panel)" stroke={colour} strokeWidth="1.5">
        <TickName opened={opened} decimals={decimals} />
      </circle>
      <line x1={xf} x2={xf} y1="0" y2={plot.height} stroke={colour} strokeDasharray="3 5" opacity=".8" />
      <text
        x={xf - 5}
        y={labelY}
        textAnchor="end"
        fill={colour}
        className="text-[11px] font-medium"
        {...HALO}
      >
        {arrow} {formatNumber(position.openAmount, { decimals: 2 })} · {priceText(price, decimals)} ·{' '}
        {formatTime(timeMs, 'time')} → {formatTime(finishMs, 'time')}
      </text>
    </g>
  );
}

/** The halves in which a position wins and loses, its open line and its finish line. */
export function ChosenMarks({ plot, opened, decimals }: MarksProps) {
  const { t } = useTranslation();
  const { finishMs } = opened;
  const [xo, xf] = [Math.max(0, plot.x(opened.timeMs)), plot.x(finishMs)];
  const yo = plot.y(opened.price);
  return (
    <g>
      <Halves plot={plot} opened={opened} decimals={decimals} />
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
      <OpeningFlag plot={plot} opened={opened} decimals={decimals} />
    </g>
  );
}

/** Above the open line and below it: what the account would gain or lose there. */
function Halves({ plot, opened }: MarksProps) {
  const { t } = useTranslation();
  const { position } = opened;
  const from = Math.max(0, plot.x(opened.timeMs));
  const width = Math.max(0, plot.x(opened.finishMs) - from);
  const split = plot.y(opened.price);
  const amount = (result: 'win' | 'lose') =>
    formatNumber(netIf(position, result).replace('-', ''), { decimals: 2 });
  const right = { fill: 'var(--up)', text: t('seconds.rightHalf', { amount: amount('win') }) };
  const wrong = { fill: 'var(--down)', text: t('seconds.wrongHalf', { amount: amount('lose') }) };
  const isUp = position.direction === 'up';
  const halves = [
    { ...(isUp ? right : wrong), y: 0, height: split, textY: 20 },
    { ...(isUp ? wrong : right), y: split, height: plot.height - split, textY: plot.height - 10 },
  ];
  return halves.map(({ fill, text, y, height, textY }) => (
    <g key={y} fill={fill}>
      <rect x={from} y={y} width={width} height={Math.max(0, height)} opacity=".07" />
      <text x={from + width / 2} y={textY} textAnchor="middle" className="text-[11px] font-medium" {...HALO}>
        {text}
      </text>
    </g>
  ));
}

/** An opening this near to the left edge has its name at its right. */
const FLAG_PX = 150;

/** Which tick opened the position, where its line begins. */
function OpeningFlag({ plot, opened, decimals }: MarksProps) {
  const { t } = useTranslation();
  const { position, timeMs, price } = opened;
  const x = Math.max(0, plot.x(timeMs));
  const isLeft = x > FLAG_PX;
  return (
    <g transform={`translate(${isLeft ? x - 7 : x + 7} 8)`} textAnchor={isLeft ? 'end' : 'start'}>
      <text y="25" className="fill-fg text-[11.5px] font-semibold" {...HALO}>
        {t('seconds.openedByTick', { tick: formatNumber(position.openTick, { decimals: 0 }) })}
      </text>
      <text y="40" className="fill-mut text-[11px]" {...HALO}>
        {priceText(price, decimals)} · {formatTime(timeMs, 'time')}
      </text>
    </g>
  );
}
