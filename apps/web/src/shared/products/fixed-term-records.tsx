/** Orders of a product of fixed terms in the records of everything. */
import type { ComponentType } from 'react';
import { download } from '#data/download.ts';
import { useTranslation } from '#shared/i18n.ts';
import type { DataTableProps } from '#shared/lists/DataTable.tsx';
import type { ProductRecords, ProductRecordsProps } from '#shared/product-records.ts';
import type { Section } from '#shared/section.ts';
import type { TextKey } from '#shared/text-keys.ts';
import type { FixedTermData } from './fixed-term-data.ts';
import type { FixedTermFeature, FixedTermOrder } from './fixed-terms.ts';

interface RecordedTerms<Row extends FixedTermOrder> {
  readonly section: Section;
  readonly feature: FixedTermFeature;
  readonly useOrders: FixedTermData<Row>['useOrders'];
  readonly OrderTable: ComponentType<Pick<DataTableProps<Row>, 'list' | 'emptyText' | 'detail'>>;
  /** What an empty list says. */
  readonly none: TextKey;
}

export function fixedTermRecords<Row extends FixedTermOrder>(terms: RecordedTerms<Row>): ProductRecords {
  const { section, feature, useOrders, OrderTable, none: noneKey } = terms;
  function Table({ filter, none, detail }: ProductRecordsProps) {
    const { t } = useTranslation();
    return <OrderTable list={useOrders(filter)} emptyText={none ?? t(noneKey)} detail={detail} />;
  }
  return { section, feature, Table, save: (filter) => download(`${feature}/export-orders`, filter) };
}
