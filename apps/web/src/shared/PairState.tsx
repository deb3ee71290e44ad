/** In lists: what can be done in a pair, where that is not everything, and when it opens. */
import { formatTime, Tag } from '@glasshouse/ui';
import type { PairInfo } from '@glasshouse/protocol/market';
import { useTranslation } from './i18n.ts';

/** A list has little room, and the year is this one or the next: 12-01 08:00. */
const [FROM_MONTH, TO_MINUTES] = [5, 16];

type StateOf = Pick<PairInfo, 'state' | 'delistsAt' | 'opensAt'>;

export function PairTag({ pair: { state, delistsAt, opensAt } }: { readonly pair: StateOf }) {
  const { t } = useTranslation();
  if (opensAt !== null)
    return (
      <Tag tone="warn">
        {t('pairState.opensTag', { time: formatTime(opensAt).slice(FROM_MONTH, TO_MINUTES) })}
      </Tag>
    );
  if (state !== 'trading') return <Tag tone="bad">{t('pairState.haltedTag')}</Tag>;
  return delistsAt === null ? null : <Tag tone="warn">{t('pairState.delistingTag')}</Tag>;
}
