/** The server's time, four times a second, for countdowns. */
import { useEffect, useState } from 'react';
import { serverNow } from '#data/server-time.ts';

const STEP_MS = 250;

export function useServerNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
