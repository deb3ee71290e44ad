/**
 * What can be done in a pair, where that is not everything: a tag in lists, a note where one
 * trades.
 */
import { formatTime, Note, Tag } from '@glasshouse/ui';
import type { PairInfo } from '@glasshouse/protocol/market';
import { useTranslation } from './i18n.ts';

type StateOf = Pick<PairInfo, 'state' | 'delistsAt'>;
/** Without seconds: a notice names a minute. */
const TO_MINUTES = 16;

export function PairTag({ pair: { state, delistsAt } }: { readonly pair: StateOf }) {
  const { t } = useTranslation();
  if (state !== 'trading') return <Tag tone="bad">{t('pairState.haltedTag')}</Tag>;
  return delistsAt === null ? null : <Tag tone="warn">{t('pairState.delistingTag')}</Tag>;
}

export function PairNote({ pair: { state, delistsAt } }: { readonly pair: StateOf }) {
  const { t } = useTranslation();
  return (
    <>
      {state !== 'trading' && <Note tone="bad">{t(`pairState.${state}`)}</Note>}
      {delistsAt !== null && (
        <Note tone="warn">
          {t('pairState.delisting', { time: formatTime(delistsAt).slice(0, TO_MINUTES) })}
        </Note>
      )}
    </>
  );
}
