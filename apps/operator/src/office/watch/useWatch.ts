/** The queue of the watch and one case, kept up to date. */
import { useQuery } from '@tanstack/react-query';
import type { WatchCaseRow } from '@glasshouse/protocol/watch/office';
import { call } from '../api.ts';
import { useLook } from '../parts/useLook.ts';
import { useRows } from '../parts/table/useRows.ts';
import type { WatchSearch } from './search.ts';

const EVERY_MS = 5_000;
const PAGE_SIZE = 50;
/** How soon somebody should look. */
export const WATCH_AIM_MS = 24 * 3_600_000;
const QUEUE = 'watch';

export const useCases = ({ view = 'waiting', rule, state, user }: Omit<WatchSearch, 'id'>) =>
  useRows({
    queryKey: [QUEUE, view, rule, state, user],
    everyMs: EVERY_MS,
    load: (cursor) => call('watch/get-cases', { view, rule, state, user, cursor, pageSize: PAGE_SIZE }),
  });

/** How many are open, and since when the oldest one is. */
export const useWatchCounts = (isAllowed = true) =>
  useQuery({
    queryKey: [QUEUE, 'counts'],
    refetchInterval: EVERY_MS,
    enabled: isAllowed,
    queryFn: async () => {
      const { waiting, oldestTime } = await call('watch/get-cases', { view: 'waiting', pageSize: 1 });
      return { waiting, oldestTime };
    },
  });

/** `row`: undefined if it is not in the list. */
export const useWatchCase = (id: number, row: WatchCaseRow | undefined) =>
  useLook({
    queryKey: ['watch-case', id, row === undefined ? '' : `${row.state} ${row.evidenceCount}`],
    id,
    load: () => call('watch/get-case', { id }),
  });
