/** The subscriptions as a part of the page of all records. */
import { download } from '#data/download.ts';
import { useTranslation } from '#shared/i18n.ts';
import type { ProductRecords, ProductRecordsProps } from '#shared/product-records.ts';
import { useSubscriptions } from './calls.ts';
import { section } from './section.ts';
import { SubscriptionTable } from './SubscriptionTable.tsx';

function Table({ filter, none, detail }: ProductRecordsProps) {
  const { t } = useTranslation();
  return (
    <SubscriptionTable
      list={useSubscriptions(filter)}
      emptyText={none ?? t('subscription.noOrders')}
      detail={detail}
    />
  );
}

export const records: ProductRecords = {
  section,
  feature: 'subscription',
  Table,
  save: (filter) => download('subscription/export-subscriptions', filter),
};
