/**
 * The server's clock, estimated from stream frames. Countdowns follow it instead of the computer's
 * clock.
 */
let offsetMs = 0;
let known = false;
const listeners = new Set<() => void>();
/** A clock that was shown moves at once if it was further off than this. */
const MOVED_MS = 250;

/** Called when the clock turns out to be another one than it seemed. */
export function onServerTime(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Uses the offset of the fastest exchange so far, so that a late frame does not move the clock back
 * and forth.
 */
export function learnServerTime(serverMs: number, roundTripMs = 0): void {
  const measured = serverMs + roundTripMs / 2 - Date.now();
  const hasMoved = Math.abs(measured - offsetMs) > MOVED_MS;
  if (!known || hasMoved) offsetMs = measured;
  else offsetMs += (measured - offsetMs) * 0.2;
  known = true;
  if (hasMoved) for (const listener of listeners) listener();
}
/** Whole milliseconds, as calls take them. */
export function serverNow(): number {
  return Math.round(Date.now() + offsetMs);
}
