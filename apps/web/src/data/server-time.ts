/** The server's clock, learned from stream frames; countdowns follow it and not the computer's. */
let offsetMs = 0;
let known = false;

/** Takes the offset of the quickest exchange so far: a late frame must not push the clock back and forth. */
export function learnServerTime(serverMs: number, roundTripMs = 0): void {
  const measured = serverMs + roundTripMs / 2 - Date.now();
  if (!known || Math.abs(measured - offsetMs) > 250) offsetMs = measured;
  else offsetMs += (measured - offsetMs) * 0.2;
  known = true;
}
export function serverNow(): number {
  return Date.now() + offsetMs;
}
