/** Ticks every five seconds (R4.10): data without a stream refreshes on it. */
import { useEffect, useEffectEvent } from 'react';

export const CLOCK_INTERVAL_MS = 5000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

export function onClock(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    if (document.visibilityState === 'visible') for (const each of listeners) each();
  }, CLOCK_INTERVAL_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export function useClock(listener: () => void): void {
  const current = useEffectEvent(listener);
  useEffect(() => onClock(() => current()), []);
}
