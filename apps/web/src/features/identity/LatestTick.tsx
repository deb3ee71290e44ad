/** The newest public tick in one line: it can be checked even before login. */
import { DateTime, Figures, Skeleton } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { useLastTick } from '#data/ticks.ts';
import { shortHash } from '#shared/short-hash.ts';

export function LatestTick() {
  const { t } = useTranslation();
  const tick = useLastTick();
  if (tick === undefined) return <Skeleton className="w-60" />;
  return (
    <span>
      {t('transparency.latestTick')} <Figures text={`#${tick.tick}`} /> ·{' '}
      <span translate="no" className="notranslate hash">
        {shortHash(tick.hash, 6)}
      </span>{' '}
      · <DateTime timeMs={tick.timeMs} kind="time" utc /> UTC
    </span>
  );
}
