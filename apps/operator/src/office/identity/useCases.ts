/** The queue of cases and one of them, kept up to date. */
import { useQuery } from '@tanstack/react-query';
import type { CaseRow } from '@glasshouse/protocol/kyc/office';
import { call } from '../api.ts';
import { useRows } from '../parts/table/useRows.ts';
import { useLook } from '../parts/useLook.ts';
import type { CaseSearch } from './search.ts';

const EVERY_MS = 5_000;
const PAGE_SIZE = 50;
/** How soon somebody should decide. */
export const REVIEW_AIM_MS = 4 * 3_600_000;
const QUEUE = 'cases';

export const useCases = ({ view = 'waiting', country, state, find }: Omit<CaseSearch, 'id'>) =>
  useRows({
    queryKey: [QUEUE, view, country, state, find],
    everyMs: EVERY_MS,
    load: (cursor) => call('kyc/get-queue', { view, country, state, find, cursor, pageSize: PAGE_SIZE }),
  });

/** How many wait, and since when the oldest one does. */
export const useCaseCounts = (isAllowed = true) =>
  useQuery({
    queryKey: [QUEUE, 'counts'],
    refetchInterval: EVERY_MS,
    enabled: isAllowed,
    queryFn: async () => {
      const { waiting, oldestTime } = await call('kyc/get-queue', { view: 'waiting', pageSize: 1 });
      return { waiting, oldestTime };
    },
  });

/** `row`: undefined if it is not in the list. */
export const useCase = (id: number, row: CaseRow | undefined) =>
  useLook({
    queryKey: ['case', id, row === undefined ? '' : `${row.state} ${row.isDuplicate}`],
    id,
    load: () => call('kyc/get-case', { id }),
  });
