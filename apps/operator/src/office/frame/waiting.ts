/** How many things wait on each page: the numbers of the navigation. */
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import type { OperatorSelf } from '@glasshouse/protocol/operators';
import { mayChat, type PagePath } from '../pages.ts';
import { CHAT_AIM_MS, OPEN_CHATS, useInbox, useInboxChanges } from '../useInbox.ts';
import { useNow } from '../useNow.ts';
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
  const withdrawals = useWaitingWithdrawals(isPermitted(role, 'withdrawals/look'));
  return { '/inbox': chats, '/withdrawals': withdrawals };
}

function useWaitingWithdrawals(isAllowed: boolean): Waits {
  const { data } = useQueueCounts(isAllowed);
  const nowMs = useNow(EVERY_MS);
  const oldestTime = data?.oldestTime ?? null;
  return {
    count: data?.waiting ?? 0,
    isLate: oldestTime !== null && nowMs - oldestTime >= DECIDE_AIM_MS,
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
