/** Registers miners with the page of all records and with the portfolio. */
import { fixedTermLocks } from '#shared/products/fixed-term-locks.tsx';
import { fixedTermRecords } from '#shared/products/fixed-term-records.tsx';
import { useMiners, useOpenMiners } from './calls.ts';
import { MinerTable, useMinerName } from './MinerTable.tsx';
import { section } from './section.ts';

const feature = 'mining';

export const records = fixedTermRecords({
  section,
  feature,
  useOrders: useMiners,
  OrderTable: MinerTable,
  none: 'mining.noMiners',
});
export const locks = fixedTermLocks({
  section,
  feature,
  kind: 'section.mining.name',
  useOpenOrders: useOpenMiners,
  useName: useMinerName,
});
