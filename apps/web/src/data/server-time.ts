/**
 * The server's clock, estimated from stream frames. Countdowns follow it instead of the computer's
 * clock.
 */
let offsetMs = 0;
let known = false;

/**
 * Uses the offset of the fastest exchange so far, so that a late frame does not move the clock back
 * and forth.
 */
export function learnServerTime(serverMs: number, roundTripMs = 0): void {
  const measured = serverMs + roundTripMs / 2 - Date.now();
  if (!known || Math.abs(measured - offsetMs) > 250) offsetMs = measured;
  else offsetMs += (measured - offsetMs) * 0.2;
  known = true;
}
/** Whole milliseconds, as calls take them. */
export function serverNow(): number {
  return Math.round(Date.now() + offsetMs);
}
