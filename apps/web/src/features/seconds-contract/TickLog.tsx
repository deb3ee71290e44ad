/** The newest ticks with their hashes. */
import { DateTime, Num } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import type { PairInfo } from '#data/pairs.ts';
import { priceIn, type PublicTick } from '#data/ticks.ts';
import { shortHash } from '#shared/short-hash.ts';

export interface TickLogProps {
  readonly ticks: readonly PublicTick[];
  readonly pair: PairInfo;
  readonly rows: number;
}

export function TickLog({ ticks, pair, rows }: TickLogProps) {
  const { t } = useTranslation();
  const newest = ticks.slice(-rows).toReversed();
  return (
    <section className="bg-panel num flex-1 px-4 py-3" aria-label={t('seconds.tickLog')}>
      <div className="mb-1.5 flex justify-between">
        <h2 className="text-[12.5px] font-medium">{t('seconds.tickLog')}</h2>
        <span className="text-mut">{t('seconds.hash')}</span>
      </div>
      {newest.map((tick, slot) => (
        <div key={slot} className="grid h-[22px] grid-cols-[64px_1fr_1fr] items-center">
          <DateTime timeMs={tick.timeMs} kind="time" className="text-mut" />
          <Num
            value={priceIn(tick, pair.symbol)}
            decimals={pair.indexDecimals}
            className={`font-medium ${slot === 0 ? 'text-brand-ink' : ''}`}
          />
          <span className="hash text-mut text-right text-[11px]">{shortHash(tick.hash, 5)}</span>
        </div>
      ))}
    </section>
  );
}
