/** The server's time, for what changes by minutes and days. */
import { useEffect, useState } from 'react';
import { serverNow } from '#data/server-time.ts';

const EVERY_MS = 10_000;

export function useNow(): number {
  const [nowMs, setNowMs] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
