/** Said while there is no index price: nobody quotes, and what waits for a price waits on. */
import { Note } from '@glasshouse/ui';
import { useHasPrice } from '#data/ticks.ts';
import { useTranslation } from '#shared/i18n.ts';

export function NoPriceNote({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation();
  return useHasPrice(symbol) ? null : <Note tone="warn">{t('spot.noPrice')}</Note>;
}
