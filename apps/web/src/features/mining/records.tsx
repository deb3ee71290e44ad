/** Miners in the records of everything. */
import { download } from '#data/download.ts';
import { useTranslation } from '#shared/i18n.ts';
import type { ProductRecords, ProductRecordsProps } from '#shared/product-records.ts';
import { useMiners } from './calls.ts';
import { MinerTable } from './MinerTable.tsx';
import { section } from './section.ts';

function Table({ filter, none, detail }: ProductRecordsProps) {
  const { t } = useTranslation();
  return <MinerTable list={useMiners(filter)} emptyText={none ?? t('mining.noMiners')} detail={detail} />;
}

export const records: ProductRecords = {
  section,
  feature: 'mining',
  Table,
  save: (filter) => download('mining/export-orders', filter),
};
