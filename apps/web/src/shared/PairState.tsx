/** In lists: what can be done in a pair, where that is not everything. */
import { Tag } from '@glasshouse/ui';
import type { PairInfo } from '@glasshouse/protocol/market';
import { useTranslation } from './i18n.ts';

type StateOf = Pick<PairInfo, 'state' | 'delistsAt'>;

export function PairTag({ pair: { state, delistsAt } }: { readonly pair: StateOf }) {
  const { t } = useTranslation();
  if (state !== 'trading') return <Tag tone="bad">{t('pairState.haltedTag')}</Tag>;
  return delistsAt === null ? null : <Tag tone="warn">{t('pairState.delistingTag')}</Tag>;
}
