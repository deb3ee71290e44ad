/** A product's own orders in the records of everything, from its feature's records.ts. */
import type { ComponentType } from 'react';
import type { CallInput } from '#data/api.ts';
import type { SavedFile } from '@glasshouse/ui';
import type { RowDetail } from './lists/DataTable.tsx';
import type { Section } from './section.ts';

/** The filters of the page: a number and days. */
export type ProductFilter = Pick<CallInput<'wallet/export-transfers'>, 'id' | 'startTime' | 'endTime'>;

export interface ProductRecordsProps {
  readonly filter: ProductFilter;
  /** What an empty list says if filters are in use. */
  readonly none: string | undefined;
  /** The postings of a row. */
  readonly detail: RowDetail<{ readonly id: string }>;
}

export interface ProductRecords {
  readonly section: Section;
  /** The name of the product's feature. Ids of its records begin with it: '<feature>-12'. */
  readonly feature: string;
  readonly Table: ComponentType<ProductRecordsProps>;
  readonly save: (filter: ProductFilter) => Promise<SavedFile>;
}
