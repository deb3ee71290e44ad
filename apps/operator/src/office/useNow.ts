/** The time, again and again: for clocks and ages. */
import { useEffect, useState } from 'react';

/** The present in milliseconds, renewed every `everyMs`. */
export function useNow(everyMs: number): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
