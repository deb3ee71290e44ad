/**
 * The cumulated amount up to each price, both sides: drawn from the same book as the table, with
 * the sums at the pointer.
 */
import { Figures, formatNumber, formatPercent } from '@glasshouse/ui';
import { useState, type PointerEvent } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import type { MarketFeed } from '#data/market-feed.ts';
import type { PairInfo } from '#data/pairs.ts';
import { useStore } from '#shared/external-store.ts';
import { useElementSize } from '#shared/useElementSize.ts';
import { useBookView } from './book-view.ts';
import { depthPlot, readingAt, type DepthPlot, type DepthReading } from './depth-plot.ts';

/** All levels that the stream carries. */
const LEVELS = 60;
const AXIS_PX = 24;
const PRICE_LABELS = 5;

export interface DepthChartProps {
  readonly feed: MarketFeed;
  readonly pair: PairInfo;
}
export default function DepthChart({ feed, pair }: DepthChartProps) {
  const { t } = useTranslation();
  const { priceDecimals, amountDecimals } = pair;
  const view = useStore(useBookView(feed, { priceDecimals, amountDecimals, groupTicks: 1, levels: LEVELS }));
  const [size, host] = useElementSize();
  const [at, setAt] = useState<number>();
  const plot = depthPlot(view, { width: size.width, height: size.height - AXIS_PX });
  const reading = plot === undefined || at === undefined ? undefined : readingAt(plot, at);
  const follow = (event: PointerEvent<SVGSVGElement>) =>
    setAt(event.clientX - event.currentTarget.getBoundingClientRect().left);
  return (
    <div ref={host} className="relative min-h-0 min-w-0 flex-1 overflow-hidden">
      {plot !== undefined && (
        <svg
          width={size.width}
          height={size.height}
          className="num absolute inset-0 block"
          role="img"
          aria-label={t('market.depthLabel', { pair: `${pair.baseCoin}/${pair.quoteCoin}` })}
          onPointerMove={follow}
          onPointerLeave={() => setAt(undefined)}
        >
          <Sides plot={plot} />
          <Axes plot={plot} pair={pair} />
          {reading !== undefined && <Crosshair plot={plot} reading={reading} />}
        </svg>
      )}
      {plot !== undefined && reading !== undefined && <Legend reading={reading} pair={pair} plot={plot} />}
    </div>
  );
}

function Sides({ plot }: { readonly plot: DepthPlot }) {
  return (
    <>
      {(['bids', 'asks'] as const).map((side) => {
        const colour = side === 'bids' ? 'var(--up)' : 'var(--down)';
        return (
          <g key={side}>
            <path d={plot[side].area} fill={colour} opacity=".14" />
            <path d={plot[side].line} fill="none" stroke={colour} strokeWidth="1.5" />
          </g>
        );
      })}
    </>
  );
}

function Axes({ plot, pair }: { readonly plot: DepthPlot; readonly pair: PairInfo }) {
  const { priceDecimals: decimals } = pair;
  return (
    <g className="fill-mut text-[11px]">
      {plot.amountLines.map((amount) => (
        <g key={amount}>
          <line
            x1="0"
            x2={plot.width}
            y1={plot.yOf(amount)}
            y2={plot.yOf(amount)}
            stroke="var(--line)"
            strokeWidth=".8"
          />
          <text x={plot.width - 8} y={plot.yOf(amount) - 4} textAnchor="end">
            {formatNumber(String(amount), { decimals: 8, decimalsMin: 0 })}
          </text>
        </g>
      ))}
      {Array.from({ length: PRICE_LABELS }, (_, i) => {
        const x = ((i + 0.5) / PRICE_LABELS) * plot.width;
        return (
          <text key={i} x={x} y={plot.height + AXIS_PX - 8} textAnchor="middle">
            {formatNumber(plot.priceAt(x).toFixed(decimals), { decimals })}
          </text>
        );
      })}
    </g>
  );
}

interface CrosshairProps {
  readonly plot: DepthPlot;
  readonly reading: DepthReading;
}
function Crosshair({ plot, reading }: CrosshairProps) {
  const colour = reading.side === 'bids' ? 'var(--up)' : 'var(--down)';
  return (
    <g>
      <line x1={reading.x} x2={reading.x} y1="0" y2={plot.height} stroke="var(--mut)" strokeDasharray="3 3" />
      <circle cx={reading.x} cy={reading.y} r="4" fill={colour} stroke="var(--panel)" strokeWidth="1.5" />
    </g>
  );
}

function Legend({ reading, pair, plot }: CrosshairProps & { readonly pair: PairInfo }) {
  const { t } = useTranslation();
  const amount = { decimals: pair.amountDecimals };
  const rows = [
    [t('market.price'), `${formatNumber(reading.price, { decimals: pair.priceDecimals })} ${pair.quoteCoin}`],
    [t('market.sum'), `${formatNumber(reading.total, amount)} ${pair.baseCoin}`],
    [t('market.fromMiddle'), formatPercent(reading.fromMiddle, { decimals: 3 })],
  ] as const;
  return (
    <dl
      className={`border-line2 bg-panel shadow-pop pointer-events-none absolute top-3 grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5 rounded-lg border px-3 py-2 ${reading.x < plot.width / 2 ? 'right-3' : 'left-3'}`}
    >
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-mut">{name}</dt>
          <dd className="text-right font-medium">
            <Figures text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
