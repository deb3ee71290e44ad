/** The server's time, for what changes by minutes and days; every second for a countdown. */
import { useEffect, useState } from 'react';
import { serverNow } from '#data/server-time.ts';

const EVERY_MS = 10_000;

export function useNow(everyMs = EVERY_MS): number {
  const [nowMs, setNowMs] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
