/** The server's time, for what changes by minutes and days; every second for a countdown. */
import { useEffect, useState } from 'react';
import { onServerTime, serverNow } from '#data/server-time.ts';

const EVERY_MS = 10_000;

export function useNow(everyMs = EVERY_MS): number {
  const [nowMs, setNowMs] = useState(serverNow);
  useEffect(() => {
    const show = () => setNowMs(serverNow());
    const timer = setInterval(show, everyMs);
    // A page that opened before the server's time was known follows it at once.
    const forget = onServerTime(show);
    return () => {
      clearInterval(timer);
      forget();
    };
  }, [everyMs]);
  return nowMs;
}
