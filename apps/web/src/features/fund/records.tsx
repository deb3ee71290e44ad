/** The holdings of funds as a part of the page of all records. */
import { download } from '#data/download.ts';
import { useTranslation } from '#shared/i18n.ts';
import type { ProductRecords, ProductRecordsProps } from '#shared/product-records.ts';
import { useHoldings } from './calls.ts';
import { HoldingTable } from './HoldingTable.tsx';
import { section } from './section.ts';

function Table({ filter, none, detail }: ProductRecordsProps) {
  const { t } = useTranslation();
  return <HoldingTable list={useHoldings(filter)} emptyText={none ?? t('fund.noHoldings')} detail={detail} />;
}

export const records: ProductRecords = {
  section,
  feature: 'fund',
  Table,
  save: (filter) => download('fund/export-holdings', filter),
};
