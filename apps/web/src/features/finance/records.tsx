/** Finance orders in the records of everything. */
import { download } from '#data/download.ts';
import { useTranslation } from '#shared/i18n.ts';
import type { ProductRecords, ProductRecordsProps } from '#shared/product-records.ts';
import { useOrders } from './calls.ts';
import { OrderTable } from './OrderTable.tsx';
import { section } from './section.ts';

function Table({ filter, none, detail }: ProductRecordsProps) {
  const { t } = useTranslation();
  return <OrderTable list={useOrders(filter)} emptyText={none ?? t('finance.noOrders')} detail={detail} />;
}

export const records: ProductRecords = {
  section,
  feature: 'finance',
  Table,
  save: (filter) => download('finance/export-orders', filter),
};
