/** A running position in the tick chart: its open line, its finish line, and the halves in which the chosen one wins and loses. */
import { formatNumber, formatTime } from '@glasshouse/ui';
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
}

export function OpenDot({ plot, opened }: MarksProps) {
  return (
    <circle
      cx={plot.x(opened.timeMs)}
      cy={plot.y(opened.price)}
      r="5"
      fill="var(--panel)"
      stroke="var(--fg)"
      strokeWidth="2"
    />
  );
}

/** The lines alone, from opening to finish, in the colour of the direction. */
export function OtherMarks({ plot, opened }: MarksProps) {
  const { position } = opened;
  const [xo, xf] = [Math.max(0, plot.x(opened.timeMs)), plot.x(opened.finishMs)];
  const y = plot.y(opened.price);
  const colour = position.direction === 'up' ? 'var(--up)' : 'var(--down)';
  const arrow = position.direction === 'up' ? '↑' : '↓';
  return (
    <g>
      <line x1={xo} x2={xf} y1={y} y2={y} stroke={colour} strokeDasharray="3 3" />
      <circle cx={xo} cy={y} r="3" fill="var(--panel)" stroke={colour} strokeWidth="1.5" />
      <line x1={xf} x2={xf} y1="0" y2={plot.height} stroke={colour} strokeDasharray="3 5" opacity=".8" />
      <text x={xf - 5} y={y - 5} textAnchor="end" fill={colour} className="text-[11px] font-medium">
        {arrow} {formatNumber(position.openAmount, { decimals: 2 })}
      </text>
    </g>
  );
}

/** The halves in which a position wins and loses, its open line and its finish line. */
export function ChosenMarks({ plot, opened }: MarksProps) {
  const { t } = useTranslation();
  const { position, finishMs } = opened;
  const [xo, xf] = [Math.max(0, plot.x(opened.timeMs)), plot.x(finishMs)];
  const yo = plot.y(opened.price);
  const up = position.direction === 'up';
  const amount = (result: 'win' | 'lose') =>
    formatNumber(netIf(position, result).replace('-', ''), { decimals: 2 });
  const right = t('seconds.rightHalf', { amount: amount('win') });
  const wrong = t('seconds.wrongHalf', { amount: amount('lose') });
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
