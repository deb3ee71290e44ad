/** The calls of subscriptions: projects, the user's subscriptions, and published lists. */
import type { ProjectRow, SubscriptionRow } from '@glasshouse/protocol/subscription';
import { useQuery } from '@tanstack/react-query';
import { useAccountRows } from '#data/account-feed.ts';
import { call, type CallInput } from '#data/api.ts';
import { refreshAssets } from '#data/assets.ts';
import { download } from '#data/download.ts';
import { usePaged } from '#data/paged.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';
import { useSession } from '#data/session.ts';
import { fetchOpen } from '#shared/products/open-orders.ts';
import type { ProductFilter } from '#shared/product-records.ts';
import { canHash, webSha256 } from '#shared/tick-chain.ts';
import { checkList, linesOf, type ListCheck } from './list-check.ts';

export type { ProjectRow, SubscriptionRow };

const PROJECTS = ['subscription-projects'] as const;
const OWN = [PERSONAL, 'subscriptions'] as const;
/** The statuses open and closed, in which the amounts are frozen. */
const FROZEN = [0, 1] as const;
/** Totals and phases change without a stream event, so they are polled. */
const FRESH_MS = 5_000;

export function useProjects() {
  return useQuery({
    queryKey: PROJECTS,
    refetchInterval: FRESH_MS,
    queryFn: async ({ signal }) =>
      (await call('subscription/get-projects', {}, { signal, quiet: true })).list,
  });
}

/** The user's subscriptions that are open or closed. */
export function useFrozen() {
  const signedIn = useSession() !== null;
  useFreshRows();
  return useQuery({
    queryKey: [...OWN, 'frozen'],
    enabled: signedIn,
    queryFn: ({ signal }) =>
      fetchOpen(FROZEN, (input) => call('subscription/get-subscriptions', input, { signal, quiet: true })),
  });
}

export type SubscriptionFilter = Pick<CallInput<'subscription/get-subscriptions'>, 'status'> & ProductFilter;

export function useSubscriptions(filter: SubscriptionFilter) {
  useFreshRows();
  return usePaged({ key: OWN, name: 'subscription/get-subscriptions', input: filter });
}

/** The numbers of subscriptions by status. */
export function useCounts() {
  return useQuery({
    queryKey: [...OWN, 'counts'],
    queryFn: async ({ signal }) =>
      (await call('subscription/get-subscriptions', { pageSize: 1 }, { signal, quiet: true })).counts,
  });
}

function useFreshRows(): void {
  useAccountRows('subscription', refresh);
}

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: OWN });
  void queryClient.invalidateQueries({ queryKey: PROJECTS });
}

async function changing(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } finally {
    refresh();
    refreshAssets();
  }
}

export const subscribe = (input: CallInput<'subscription/subscribe'>): Promise<void> =>
  changing(() => call('subscription/subscribe', input, { quiet: true }));

export const cancel = (id: string): Promise<void> =>
  changing(() => call('subscription/cancel', { id }, { quiet: true }));

export interface CheckedList extends ListCheck {
  readonly ms: number;
}

/** Downloads a project's list and recomputes it. Null if the file is not a list. */
export async function checkPublished(project: number, own: string | undefined): Promise<CheckedList | null> {
  const [terms, { content }] = await Promise.all([
    call('subscription/get-project', { project }, { quiet: true }),
    download('subscription/export-allocation', { project }),
  ]);
  const text = await content.text();
  const fromMs = performance.now();
  const digest = canHash() ? await webSha256(text) : null;
  const lines = linesOf(text);
  if (lines === null) return null;
  return { ...checkList(terms, lines, { digest, own }), ms: performance.now() - fromMs };
}
