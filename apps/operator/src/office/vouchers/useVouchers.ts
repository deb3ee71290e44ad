/** The queue of vouchers and one of them, kept up to date. */
import { useQuery } from '@tanstack/react-query';
import type { VoucherQueueRow } from '@glasshouse/protocol/vouchers/office';
import { call } from '../api.ts';
import { useRows } from '../parts/table/useRows.ts';
import { useLook } from '../parts/useLook.ts';
import type { VoucherSearch } from './search.ts';

const EVERY_MS = 5_000;
const PAGE_SIZE = 50;
/** How soon somebody should decide. */
export const VOUCHER_AIM_MS = 2 * 3_600_000;
const QUEUE = 'vouchers';

export const useVouchers = ({ view = 'waiting', currency, state, find }: Omit<VoucherSearch, 'id'>) =>
  useRows({
    queryKey: [QUEUE, view, currency, state, find],
    everyMs: EVERY_MS,
    load: (cursor) =>
      call('vouchers/get-queue', { view, currency, state, find, cursor, pageSize: PAGE_SIZE }),
  });

/** How many wait, and since when the oldest one does. */
export const useVoucherCounts = (isAllowed = true) =>
  useQuery({
    queryKey: [QUEUE, 'counts'],
    refetchInterval: EVERY_MS,
    enabled: isAllowed,
    queryFn: async () => {
      const asked = { view: 'waiting', pageSize: 1 } as const;
      const { waiting, oldestTime, currencies } = await call('vouchers/get-queue', asked);
      return { waiting, oldestTime, currencies };
    },
  });

/** `row`: undefined if it is not in the list. */
export const useVoucher = (id: number, row: VoucherQueueRow | undefined) =>
  useLook({
    queryKey: ['voucher', id, row === undefined ? '' : `${row.state} ${row.approvals} ${row.isDuplicate}`],
    id,
    load: () => call('vouchers/get-voucher', { id }),
  });
