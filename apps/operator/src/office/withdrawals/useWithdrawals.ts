/** The queue of withdrawals and one of them, kept up to date. */
import { useQuery } from '@tanstack/react-query';
import type { QueueRow } from '@glasshouse/protocol/funding/office';
import { call } from '../api.ts';
import { useRows } from '../parts/table/useRows.ts';
import { useLook } from '../parts/useLook.ts';
import type { QueueSearch } from './search.ts';

const EVERY_MS = 5_000;
const PAGE_SIZE = 50;
/** How soon somebody should decide. */
export const DECIDE_AIM_MS = 30 * 60_000;
const QUEUE = 'withdrawals';
const ONE = 'withdrawal';

export const useQueue = ({ view = 'waiting', currency, state, find }: Omit<QueueSearch, 'id'>) =>
  useRows({
    queryKey: [QUEUE, view, currency, state, find],
    everyMs: EVERY_MS,
    load: (cursor) =>
      call('withdrawals/get-queue', { view, currency, state, find, cursor, pageSize: PAGE_SIZE }),
  });

/** How many are in each view, and since when the oldest one waits. */
export const useQueueCounts = (isAllowed = true) =>
  useQuery({
    queryKey: [QUEUE, 'counts'],
    refetchInterval: EVERY_MS,
    enabled: isAllowed,
    queryFn: async () => {
      const asked = { view: 'waiting', pageSize: 1 } as const;
      const { counts, oldestTime, currencies } = await call('withdrawals/get-queue', asked);
      return { ...counts, oldestTime, currencies };
    },
  });

/** `row`: undefined if it is not in the list. */
export const useWithdrawal = (id: number, row: QueueRow | undefined) =>
  useLook({
    queryKey: [ONE, id, versionOf(row)],
    id,
    load: () => call('withdrawals/get-withdrawal', { id }),
  });

const versionOf = (row: QueueRow | undefined): string =>
  row === undefined ? '' : [row.state, row.approvals, row.isUncertain, row.waitsFor].join(' ');
