/** The signed-in person's changes, handed to whoever shows them; after a break everything personal is fetched again. */
import type { AccountFrame } from '@glasshouse/protocol/stream';
import { useEffect, useEffectEvent } from 'react';
import { PERSONAL, queryClient } from './query-client.ts';
import { listenAccount, streamStatus } from './stream.ts';
import { onClock } from './tick-clock.ts';

export function startAccountFeed(): void {
  listenAccount((frame) => {
    if (frame.type !== 'account') return;
    if (frame.balances.length === 0) return;
    void import('./balances.ts').then(({ applyBalances }) => applyBalances(frame.balances));
    void queryClient.invalidateQueries({ queryKey: [PERSONAL, 'postings'] });
  });
  let state = streamStatus.get().state;
  streamStatus.subscribe(() => {
    const before = state;
    state = streamStatus.get().state;
    if (state === 'open' && before !== 'open') void queryClient.invalidateQueries({ queryKey: [PERSONAL] });
  });
  // Without a stream the calls are the fallback, on the five-second tick.
  onClock(() => {
    if (streamStatus.get().state !== 'open') void queryClient.invalidateQueries({ queryKey: [PERSONAL] });
  });
}

export function useAccountFrames(handle: (frame: AccountFrame) => void): void {
  const current = useEffectEvent(handle);
  useEffect(
    () =>
      listenAccount((frame) => {
        if (frame.type === 'account') current(frame);
      }),
    [],
  );
}
