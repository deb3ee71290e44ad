/** The last seven ticks as a chain, live. */
import { DateTime, Num, Skeleton } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { priceIn, useTicks } from '#data/ticks.ts';
import { shortHash } from '#shared/short-hash.ts';

const SHOWN = 7;
const SYMBOL = 'btcusdt';

export function TickChain() {
  const { t } = useTranslation();
  const ticks = useTicks().slice(-SHOWN);
  return (
    <section aria-label={t('transparency.chainLabel')}>
      <p className="text-mut mb-2.5 flex items-center gap-2">
        <i aria-hidden className="bg-brand size-1.5 rounded-full" />
        {t('transparency.chainText')}
      </p>
      <ol className="flex h-[74px] items-stretch">
        {Array.from({ length: SHOWN }, (_, slot) => {
          const tick = ticks[slot];
          const price = priceIn(tick, SYMBOL);
          const newest = slot === SHOWN - 1;
          return (
            <li key={slot} className="flex flex-1 items-center last:flex-none">
              <div
                className={`w-[124px] shrink-0 rounded-lg border px-3 py-2 ${newest ? 'border-brand bg-brand-soft' : 'border-edge bg-pane'}`}
              >
                <div className="text-2xs text-mut flex h-4 justify-between">
                  {tick === undefined ? <Skeleton /> : <DateTime timeMs={tick.timeMs} kind="time" />}
                  {newest && <i aria-hidden className="bg-brand mt-1.5 size-1.5 rounded-full" />}
                </div>
                <div className={`h-5 text-[14px] leading-5 font-semibold ${newest ? '' : 'text-mut'}`}>
                  {tick === undefined ? <Skeleton /> : <Num value={price} decimals={2} />}
                </div>
                <div translate="no" className="notranslate hash text-mut h-4 text-[11px] leading-4">
                  {tick === undefined ? '' : shortHash(tick.hash, 4)}
                </div>
              </div>
              {!newest && <span aria-hidden className="bg-edge h-px min-w-2 flex-1" />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
