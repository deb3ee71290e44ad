/**
 * Passes the signed-in user's changes to the components that show them. When a connection begins to
 * carry them, all personal data is fetched again.
 */
import type { AccountRows } from '@glasshouse/protocol/stream';
import { useEffect, useEffectEvent } from 'react';
import { refreshResults } from './assets.ts';
import { finishLogOut } from './leaving.ts';
import { fetchPerson } from './person.ts';
import { PERSONAL, queryClient } from './query-client.ts';
import { session } from './session.ts';
import { listenAccount, onSessionRefused, streamStatus } from './stream.ts';
import { onClock } from './tick-clock.ts';

/**
 * A tab that signs in ends the browser's previous session a moment before it informs the other
 * tabs.
 */
const OTHER_TAB_MS = 1000;

export function startAccountFeed(): void {
  listenAccount((frame, isAfterGap) => {
    if (frame.type !== 'account') return;
    const { wallet: balances } = frame.changes;
    if (balances !== undefined)
      void import('./balances.ts').then(({ applyBalances }) => applyBalances(balances));
    // What was fetched before a snapshot can lack changes that no frame will tell of.
    if (frame.previous === null || isAfterGap) void queryClient.invalidateQueries({ queryKey: [PERSONAL] });
    else if (balances !== undefined) refreshResults();
  });
  onSessionRefused(() => setTimeout(askWhetherSessionHolds, OTHER_TAB_MS));
  let state = streamStatus.get().state;
  streamStatus.subscribe(() => {
    const before = state;
    state = streamStatus.get().state;
    if (state === 'open' && before !== 'open') finishLogOut();
  });
  // Without a stream the calls replace it, every five seconds.
  onClock(() => {
    if (streamStatus.get().state !== 'open') void queryClient.invalidateQueries({ queryKey: [PERSONAL] });
  });
}

/** If the session has ended, the refusal ends it on the page, with the reason (R4.1). */
function askWhetherSessionHolds(): void {
  if (session.get() !== null) void fetchPerson().catch(() => undefined);
}

/** Calls `handle` with the changed rows of a feature. */
export function useAccountRows<F extends keyof AccountRows>(
  feature: F,
  handle: (rows: readonly AccountRows[F][]) => void,
): void {
  const current = useEffectEvent(handle);
  useEffect(
    () =>
      listenAccount((frame) => {
        const rows = frame.type === 'account' ? frame.changes[feature] : undefined;
        if (rows !== undefined) current(rows);
      }),
    [feature],
  );
}
