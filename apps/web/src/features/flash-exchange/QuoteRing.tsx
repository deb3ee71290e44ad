/** The remaining seconds of a quote, as a ring. */
import { useEffect, useState } from 'react';
import { serverNow } from '#data/server-time.ts';

/** The validity of a new quote, which is the whole ring. */
const QUOTE_MS = 10_000;
const EVERY_MS = 200;
const SIZE = 44;
const RADIUS = 19;
const LENGTH = 2 * Math.PI * RADIUS;

/** Milliseconds until a time of the server, at least 0. */
export function useLeftMs(untilMs: number): number {
  const [nowMs, setNowMs] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, untilMs - nowMs);
}

export function QuoteRing({ leftMs }: { readonly leftMs: number }) {
  const part = Math.min(1, leftMs / QUOTE_MS);
  return (
    <span aria-hidden className="relative grid size-11 shrink-0 place-items-center">
      <svg width={SIZE} height={SIZE} className="absolute -rotate-90" fill="none" strokeWidth="3">
        <circle cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} stroke="var(--line2)" />
        <circle
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          stroke="var(--color-brand)"
          strokeLinecap="round"
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - part)}
          visibility={part === 0 ? 'hidden' : 'visible'}
        />
      </svg>
      <span translate="no" className="num notranslate text-[13px] font-semibold">
        {Math.ceil(leftMs / 1000)}
      </span>
    </span>
  );
}
