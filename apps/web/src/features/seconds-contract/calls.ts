/**
 * The calls of seconds contracts: opening one, the running ones, the history, and the check of one
 * with its ticks.
 */
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useAccountRows } from '#data/account-feed.ts';
import { call, type CallData, type CallInput } from '#data/api.ts';
import { refreshAssets } from '#data/assets.ts';
import { usePaged } from '#data/paged.ts';
import { applyChange, PERSONAL, queryClient } from '#data/query-client.ts';
import { useSession } from '#data/session.ts';
import { fetchTicks, useTickDay, type PublicTick } from '#data/ticks.ts';
import { webSha256 } from '#shared/tick-chain.ts';
import { checkSettlement, type SettlementCheck, type Settled } from './settlement-check.ts';

export type { PositionRow };
/** The `status` of a contract that the platform closed. */
export const LIQUIDATED = 2;
export type Today = CallData<'seconds-contract/get-today'>;
const RUNNING_KEY = [PERSONAL, 'positions', 'running'] as const;
const HISTORY_KEY = [PERSONAL, 'positions', 'history'] as const;
const RUNNING_MAX = 50;
const TICKS_AT_ONCE = 300;
const HOLDING = 0;

export function useRunning() {
  const signedIn = useSession() !== null;
  return useQuery({
    queryKey: RUNNING_KEY,
    enabled: signedIn,
    queryFn: async ({ signal }) => {
      const input = { entryStatus: 0, pageNo: 1, pageSize: RUNNING_MAX };
      return (await call('seconds-contract/get-record', input, { signal, quiet: true })).list;
    },
  });
}
/** The filter of the list; without it, all contracts are listed. */
type HistoryFilter = Pick<
  CallInput<'seconds-contract/get-record'>,
  'baseCoin' | 'quoteCoin' | 'id' | 'startTime' | 'endTime'
>;

export function useHistory(pageSize?: number, filter?: HistoryFilter) {
  const signedIn = useSession() !== null;
  return usePaged({
    key: HISTORY_KEY,
    name: 'seconds-contract/get-record',
    input: { entryStatus: 1, ...filter },
    enabled: signedIn,
    ...(pageSize === undefined ? {} : { pageSize }),
  });
}
/**
 * The user's contracts that ended today. Fetched again when one ends, and when the day of the
 * public ticks changes.
 */
export function useToday() {
  const signedIn = useSession() !== null;
  const day = useTickDay();
  return useQuery({
    queryKey: [...HISTORY_KEY, 'today', day],
    enabled: signedIn,
    queryFn: ({ signal }) => call('seconds-contract/get-today', {}, { signal, quiet: true }),
  }).data;
}
/** The user's own limit of losses per day; null if there is none. */
export function useLossLimit(): string | null {
  const signedIn = useSession() !== null;
  const limits = useQuery({
    queryKey: [PERSONAL, 'limits'],
    enabled: signedIn,
    queryFn: ({ signal }) => call('identity/get-limits', {}, { signal, quiet: true }),
  }).data;
  return limits?.dailyLoss.value ?? null;
}
/** Opens a contract, then reloads the running ones and the balances. */
export function useOpenPosition() {
  return useMutation({
    mutationFn: (input: CallInput<'seconds-contract/open-position'>) =>
      call('seconds-contract/open-position', input),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: RUNNING_KEY });
      refreshAssets();
    },
  });
}

/** Streamed positions: running ones are shown at once, closed ones move to the history. */
export function useLivePositions(): void {
  useAccountRows('seconds-contract', (positions) => {
    applyChange<readonly PositionRow[]>(RUNNING_KEY, (running) => {
      const byId = new Map(running.map((position) => [position.id, position]));
      for (const position of positions) {
        if (position.status === HOLDING) byId.set(position.id, position);
        else byId.delete(position.id);
      }
      return [...byId.values()].sort((a, b) => b.time - a.time);
    });
    if (positions.some((position) => position.status !== HOLDING)) {
      void queryClient.invalidateQueries({ queryKey: HISTORY_KEY });
    }
  });
}
/**
 * Fetches the positions again. Called when one is overdue and the stream has not reported its end.
 */
export function refreshPositions(): void {
  void queryClient.invalidateQueries({ queryKey: [PERSONAL, 'positions'] });
}

export interface CheckedOrder extends SettlementCheck {
  readonly order: Settled;
  /** The ticks from the one before the opening tick to the closing tick, oldest first. */
  readonly ticks: readonly PublicTick[];
  readonly tookMs: number;
}
export function useCheck(id: string) {
  return useQuery({
    queryKey: [PERSONAL, 'positions', 'check', id],
    staleTime: Infinity,
    enabled: id !== '',
    queryFn: async (): Promise<CheckedOrder | null> => {
      const order = await call('seconds-contract/get-position', { id }, { quiet: true });
      const { open, finish } = order.ticks;
      if (open === null || finish === null) return null;
      const ticks = await ticksBetween(Math.max(1, open.tick - 1), finish.tick);
      const startedAt = performance.now();
      const check = await checkSettlement(order, ticks, webSha256);
      return { ...check, order, ticks, tookMs: Math.max(1, Math.round(performance.now() - startedAt)) };
    },
  });
}

async function ticksBetween(from: number, to: number) {
  const ticks = [];
  for (let next = from; next <= to;) {
    const page = await fetchTicks(next, Math.min(TICKS_AT_ONCE, to - next + 1));
    if (page.length === 0) break;
    ticks.push(...page);
    next = (page.at(-1)?.tick ?? to) + 1;
  }
  return ticks.filter((tick) => tick.tick <= to);
}
