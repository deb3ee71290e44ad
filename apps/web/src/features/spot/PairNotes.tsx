/** Said where one trades: what cannot be done in the pair, when it opens, and why nobody quotes. */
import { formatTime, Note } from '@glasshouse/ui';
import type { PairInfo } from '@glasshouse/protocol/market';
import { useHasPrice } from '#data/has-price.ts';
import { useTranslation } from '#shared/i18n.ts';
import { TimeLeft } from '#shared/products/TimeLeft.tsx';

/** Without seconds: a notice names a minute. */
const TO_MINUTES = 16;

type PairOf = Pick<PairInfo, 'state' | 'delistsAt' | 'opensAt' | 'symbol'>;

export function PairNotes({ pair: { state, delistsAt, opensAt, symbol } }: { readonly pair: PairOf }) {
  const { t } = useTranslation();
  const hasPrice = useHasPrice(symbol);
  return (
    <>
      {opensAt !== null && <OpensNote opensMs={opensAt} />}
      {state !== 'trading' && opensAt === null && <Note tone="bad">{t(`spot.pairState.${state}`)}</Note>}
      {delistsAt !== null && (
        <Note tone="warn">
          {t('spot.pairState.delisting', { time: formatTime(delistsAt).slice(0, TO_MINUTES) })}
        </Note>
      )}
      {state === 'trading' && !hasPrice && <Note tone="warn">{t('spot.noPrice')}</Note>}
    </>
  );
}

function OpensNote({ opensMs }: { readonly opensMs: number }) {
  const { t } = useTranslation();
  return (
    <Note tone="warn">
      {t('spot.pairState.opens', { time: formatTime(opensMs).slice(0, TO_MINUTES) })}{' '}
      <TimeLeft untilMs={opensMs} />
    </Note>
  );
}
