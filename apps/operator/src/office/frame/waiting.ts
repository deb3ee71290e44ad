/** How many things wait on each page: the numbers of the navigation. */
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import type { OperatorSelf } from '@glasshouse/protocol/operators';
import { REVIEW_AIM_MS, useCaseCounts } from '../identity/useCases.ts';
import { mayChat, type PagePath } from '../pages.ts';
import { CHAT_AIM_MS, OPEN_CHATS, useInbox, useInboxChanges } from '../useInbox.ts';
import { useNow } from '../useNow.ts';
import { useVoucherCounts, VOUCHER_AIM_MS } from '../vouchers/useVouchers.ts';
import { useWatchCounts, WATCH_AIM_MS } from '../watch/useWatch.ts';
import { DECIDE_AIM_MS, useQueueCounts } from '../withdrawals/useWithdrawals.ts';

export interface Waits {
  readonly count: number;
  /** Whether one of them has waited longer than it should. */
  readonly isLate: boolean;
}
export type Waiting = Readonly<Partial<Record<PagePath, Waits>>>;

const EVERY_MS = 10_000;

/** A page whose things wait adds its hook here. */
export function useWaiting({ role }: OperatorSelf): Waiting {
  const chats = useWaitingChats(mayChat(role));
  const withdrawals = useQueueCounts(isPermitted(role, 'withdrawals/look')).data;
  const cases = useCaseCounts(isPermitted(role, 'identity/look')).data;
  const vouchers = useVoucherCounts(isPermitted(role, 'vouchers/look')).data;
  const watched = useWatchCounts(isPermitted(role, 'watch/look')).data;
  return {
    '/inbox': chats,
    '/withdrawals': useWaits(withdrawals, DECIDE_AIM_MS),
    '/identity': useWaits(cases, REVIEW_AIM_MS),
    '/vouchers': useWaits(vouchers, VOUCHER_AIM_MS),
    '/watch': useWaits(watched, WATCH_AIM_MS),
  };
}

/** Of a queue: how many wait, and whether the oldest one does so for longer than it should. */
function useWaits(
  counts: { readonly waiting: number; readonly oldestTime: number | null } | undefined,
  aimMs: number,
): Waits {
  const nowMs = useNow(EVERY_MS);
  const oldestTime = counts?.oldestTime ?? null;
  return {
    count: counts?.waiting ?? 0,
    isLate: oldestTime !== null && nowMs - oldestTime >= aimMs,
  };
}

function useWaitingChats(isAllowed: boolean): Waits {
  const { data } = useInbox(OPEN_CHATS, isAllowed);
  useInboxChanges(data?.channel);
  const nowMs = useNow(EVERY_MS);
  return {
    count: data?.counts.waiting ?? 0,
    isLate:
      data?.list.some(({ waitsSince }) => waitsSince !== null && nowMs - waitsSince >= CHAT_AIM_MS) ?? false,
  };
}
