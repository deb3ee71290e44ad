/**
 * A running position in the tick chart: its open line, its finish line, and for the selected one
 * the halves in which it wins and loses.
 */
import { formatNumber, formatTime } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import type { PositionRow } from './calls.ts';
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
  /** Decimals of the index price. */
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

/** Names the opening tick when the pointer rests on its dot. */
function TickName({ opened, decimals }: { readonly opened: Opened; readonly decimals: number }) {
  const { t } = useTranslation();
  const { position, timeMs, price } = opened;
  const tick = position.openTick ?? '–';
  return (
    <title>
      {t('seconds.openedByTick', { tick })}: {priceText(price, decimals)}, {formatTime(timeMs, 'time')}
    </title>
  );
}

export const priceText = (price: number, decimals: number): string =>
  formatNumber(price.toFixed(decimals), { decimals });

export const colourOf = ({ direction }: PositionRow): string =>
  direction === 'up' ? 'var(--up)' : 'var(--down)';

/**
 * The marks of a position that is not selected: its lines from opening to finish, in the colour of
 * its direction.
 */
export function OtherMarks({ plot, opened, decimals }: MarksProps) {
  const [xo, xf] = [Math.max(0, plot.x(opened.timeMs)), plot.x(opened.finishMs)];
  const y = plot.y(opened.price);
  const colour = colourOf(opened.position);
  return (
    <g>
      <line x1={xo} x2={xf} y1={y} y2={y} stroke={colour} strokeDasharray="3 3" />
      <circle cx={xo} cy={y} r="3" fill="var(--panel)" stroke={colour} strokeWidth="1.5">
        <TickName opened={opened} decimals={decimals} />
      </circle>
      <line x1={xf} x2={xf} y1="0" y2={plot.height} stroke={colour} strokeDasharray="3 5" opacity=".8" />
    </g>
  );
}

/** The halves in which a position wins and loses, its open line and its finish line. */
export function ChosenMarks({ plot, opened }: Omit<MarksProps, 'decimals'>) {
  const { finishMs } = opened;
  const [xo, xf] = [Math.max(0, plot.x(opened.timeMs)), plot.x(finishMs)];
  const yo = plot.y(opened.price);
  return (
    <g>
      <Halves plot={plot} opened={opened} />
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
    </g>
  );
}

/** The halves above and below the open line, in which the position wins or loses. */
function Halves({ plot, opened }: Omit<MarksProps, 'decimals'>) {
  const from = Math.max(0, plot.x(opened.timeMs));
  const width = Math.max(0, plot.x(opened.finishMs) - from);
  const split = plot.y(opened.price);
  const [above, below] =
    opened.position.direction === 'up' ? ['var(--up)', 'var(--down)'] : ['var(--down)', 'var(--up)'];
  return (
    <g opacity=".07">
      <rect x={from} y="0" width={width} height={Math.max(0, split)} fill={above} />
      <rect x={from} y={split} width={width} height={Math.max(0, plot.height - split)} fill={below} />
    </g>
  );
}
