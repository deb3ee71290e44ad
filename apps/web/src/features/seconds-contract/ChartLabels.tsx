/**
 * The texts of running positions in the tick chart, each placed clear of the line of ticks and of
 * other texts.
 */
import { formatNumber, formatTime } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { netIf } from './countdown.ts';
import { boxesOf, placeLabels, textWidth, type Box, type LabelWish } from './label-places.ts';
import { colourOf, priceText, type Opened } from './PositionMarks.tsx';
import type { Plot } from './tick-plot.ts';

export interface ChartLabelsProps {
  readonly plot: Plot;
  /** The points of the line of ticks. */
  readonly line: readonly { readonly x: number; readonly y: number }[];
  /** The position whose halves are drawn. */
  readonly chosen: Opened | undefined;
  readonly others: readonly Opened[];
  /** Decimals of the index price. */
  readonly decimals: number;
  readonly quoteDecimals: number;
}
export function ChartLabels(props: ChartLabelsProps) {
  const { t } = useTranslation();
  const { chosen, others } = props;
  const labels = [
    ...(chosen === undefined ? [] : chosenLabels(chosen, props, t)),
    ...others.map((other) => otherLabel(other, props)),
  ];
  const places = placeLabels(labels, obstaclesOf(props));
  return labels.map((label, i) => {
    const place = places[i];
    return place && <Label key={label.key} label={label} place={place} />;
  });
}

interface Text {
  readonly text: string;
  /** A colour other than that of plain text. */
  readonly fill?: string;
  readonly strong?: boolean;
}
interface Label extends LabelWish {
  readonly key: string;
  readonly lines: readonly Text[];
  /** The alignment of the texts: at the edge nearest to what they name. */
  readonly anchorAt: (left: number) => 'start' | 'middle' | 'end';
  readonly flag?: boolean;
}
type Translate = ReturnType<typeof useTranslation>['t'];

const SIZE_PX = 11;
const STRONG_PX = 11.5;
const LINE_PX = 15;
/** The distance from a line to its text. */
const BESIDE_PX = 7;
const FLAG_PX = 11;
const EDGE_PX = 6;

function sizeOf(lines: readonly Text[], flag = false): Pick<LabelWish, 'width' | 'height'> {
  const widths = lines.map(({ text, strong = false }) => textWidth(text, strong ? STRONG_PX : SIZE_PX));
  return { width: Math.max(...widths), height: lines.length * LINE_PX + (flag ? FLAG_PX : 0) };
}

function chosenLabels(
  chosen: Opened,
  { plot, decimals, quoteDecimals }: ChartLabelsProps,
  t: Translate,
): readonly Label[] {
  const { position, timeMs, finishMs, price } = chosen;
  const tick = position.openTick ?? '–';
  const opening: readonly Text[] = [
    { text: t('seconds.openedByTick', { tick }), strong: true },
    { text: `${priceText(price, decimals)} · ${formatTime(timeMs, 'time')}`, fill: 'var(--mut)' },
  ];
  const { finishTick, finishPrice } = position;
  const finish: readonly Text[] =
    finishTick === null || finishPrice === null
      ? [
          { text: t('seconds.finish'), strong: true },
          { text: formatTime(finishMs, 'time'), fill: 'var(--mut)' },
        ]
      : [
          {
            text: t('seconds.closedByTick', { tick: finishTick }),
            strong: true,
          },
          {
            text: `${priceText(Number(finishPrice), decimals)} · ${formatTime(finishMs, 'time')}`,
            fill: 'var(--mut)',
          },
        ];
  const [xo, xf] = [Math.max(0, plot.x(timeMs)), plot.x(finishMs)];
  return [
    { key: 'opening', lines: opening, ...beside(xo, sizeOf(opening), plot), top: 18, from: EDGE_PX },
    {
      key: 'finish',
      lines: finish,
      flag: true,
      ...beside(xf, sizeOf(finish, true), plot),
      top: 8,
      from: EDGE_PX,
    },
    ...halves(chosen, { plot, quoteDecimals, from: xo, to: xf }, t),
  ];
}

/** Possible places beside a vertical line: left of it, else right. */
function beside(x: number, size: Pick<LabelWish, 'width' | 'height'>, plot: Plot) {
  const [left, right] = [x - BESIDE_PX - size.width, x + BESIDE_PX];
  const lefts = [left, right].filter((at) => at >= 0 && at + size.width <= plot.width);
  return {
    ...size,
    lefts: lefts.length === 0 ? [right] : lefts,
    to: plot.height - size.height - EDGE_PX,
    anchorAt: (at: number) => (at < x ? ('end' as const) : ('start' as const)),
  };
}

interface Range {
  readonly plot: Plot;
  readonly quoteDecimals: number;
  readonly from: number;
  readonly to: number;
}
/** The labels of the two halves, above and below the open line: the gain or loss there. */
function halves(
  { position, price }: Opened,
  { plot, quoteDecimals, from, to }: Range,
  t: Translate,
): readonly Label[] {
  const amount = (result: 'win' | 'lose') =>
    formatNumber(netIf(position, result, quoteDecimals).replace('-', ''), { decimals: 2 });
  const right = { text: t('seconds.rightHalf', { amount: amount('win') }), fill: 'var(--up)' };
  const wrong = { text: t('seconds.wrongHalf', { amount: amount('lose') }), fill: 'var(--down)' };
  const isUp = position.direction === 'up';
  const split = plot.y(price);
  const half = (key: string, text: Text, room: Pick<LabelWish, 'top' | 'from' | 'to'>): Label => {
    const size = sizeOf([text]);
    const middles = [0.5, 0.75, 0.25].map((share) => from + (to - from) * share);
    const lefts = middles.map((middle) => middle - size.width / 2);
    return { key, lines: [text], ...size, lefts, ...room, anchorAt: () => 'middle' };
  };
  const last = plot.height - LINE_PX - EDGE_PX;
  return [
    half('above', isUp ? right : wrong, { top: 8, from: EDGE_PX, to: split - LINE_PX - EDGE_PX }),
    half('below', isUp ? wrong : right, { top: last, from: split + EDGE_PX, to: last }),
  ];
}

/** Stake, opening tick and finish, above the open line at its end. */
function otherLabel(opened: Opened, { plot, decimals }: ChartLabelsProps): Label {
  const { position, price, timeMs, finishMs } = opened;
  const arrow = position.direction === 'up' ? '↑' : '↓';
  const parts = [
    `${arrow} ${formatNumber(position.openAmount, { decimals: 2 })}`,
    priceText(price, decimals),
    `${formatTime(timeMs, 'time')} → ${formatTime(finishMs, 'time')}`,
  ];
  const lines = [{ text: parts.join(' · '), fill: colourOf(position) }];
  const top = plot.y(price) - LINE_PX - 3;
  return {
    key: position.id,
    lines,
    ...beside(plot.x(finishMs), sizeOf(lines), plot),
    top,
    from: EDGE_PX,
  };
}

/** Twice the width of the line of ticks with its dots. */
const LINE_OF_TICKS_PX = 5;

/** The boxes that a text must not cover. */
function obstaclesOf({ plot, line, chosen, others }: ChartLabelsProps): readonly Box[] {
  const across = (y: number, from: number, to: number): Box => ({
    left: from,
    top: y - 1,
    width: Math.max(0, to - from),
    height: 2,
  });
  const upright = (x: number): Box => ({ left: x - 1, top: 0, width: 2, height: plot.height });
  const last = line.at(-1);
  return [
    ...boxesOf(line, LINE_OF_TICKS_PX),
    ...(last === undefined ? [] : [across(last.y, last.x, plot.width)]),
    ...[...others, ...(chosen === undefined ? [] : [chosen])].flatMap(({ timeMs, finishMs, price }) => [
      across(plot.y(price), Math.max(0, plot.x(timeMs)), plot.x(finishMs)),
      upright(plot.x(finishMs)),
    ]),
    ...(chosen === undefined ? [] : [upright(Math.max(0, plot.x(chosen.timeMs)))]),
  ];
}

/** A text that does cover something gets an outline in the panel's colour. */
const HALO = {
  stroke: 'var(--panel)',
  strokeWidth: 5,
  strokeLinejoin: 'round',
  paintOrder: 'stroke',
} as const;

function Label({ label, place }: { readonly label: Label; readonly place: Box }) {
  const { lines, flag = false } = label;
  const anchor = label.anchorAt(place.left);
  const x = place.left + place.width * { start: 0, middle: 0.5, end: 1 }[anchor];
  const first = place.top + (flag ? FLAG_PX : 0) + 11;
  return (
    <g textAnchor={anchor} data-testid="chart-label">
      {flag && (
        <path
          d="M0 0h-12l3 4.5L-12 9H0z"
          fill="var(--brand-ink)"
          transform={`translate(${x} ${place.top})${anchor === 'start' ? ' scale(-1 1)' : ''}`}
        />
      )}
      {lines.map(({ text, fill = 'var(--fg)', strong = false }, i) => (
        <text
          key={text}
          x={x}
          y={first + i * LINE_PX}
          fill={fill}
          className={strong ? 'text-[11.5px] font-semibold' : 'text-[11px] font-medium'}
          {...HALO}
        >
          {text}
        </text>
      ))}
    </g>
  );
}
