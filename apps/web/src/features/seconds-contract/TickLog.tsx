/** The newest ticks with their hashes. */
import { DateTime, Num, SkeletonRows } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import type { PairInfo } from '#data/pairs.ts';
import { priceIn, type PublicTick } from '#data/ticks.ts';
import { stepTone } from '#shared/price-tone.ts';
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
    <section className="bg-panel relative min-h-[360px] flex-1" aria-label={t('seconds.tickLog')}>
      {/* Out of the flow, so that the rows fill the column without growing it. */}
      <div className="absolute inset-0 overflow-hidden px-4 py-3">
        <div className="mb-1.5 flex justify-between">
          <h2 className="text-[12.5px] font-medium">{t('seconds.tickLog')}</h2>
          <span className="text-mut">{t('seconds.hash')}</span>
        </div>
        {newest.length === 0 && <SkeletonRows bare rows={rows} height={22} />}
        {newest.map((tick, slot) => (
          <div key={slot} className="grid h-[22px] grid-cols-[64px_1fr_1fr] items-center">
            <DateTime timeMs={tick.timeMs} kind="time" className="text-mut" />
            <Num
              value={priceIn(tick, pair.symbol)}
              decimals={pair.indexDecimals}
              className={`font-medium ${stepTone(ticks, ticks.length - 1 - slot, pair.symbol)}`}
            />
            <span translate="no" className="notranslate hash text-mut text-right text-[11px]">
              {shortHash(tick.hash, 5)}
            </span>
          </div>
        ))}
      </div>
    </section>
  );
}
