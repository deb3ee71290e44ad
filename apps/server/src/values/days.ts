/** Days for limits, volumes and results: from midnight to midnight, UTC. */

export const DAY_MS = 86_400_000;

/** The start of the day of a given time, in milliseconds since 1970. */
export function dayOf(nowMs: number): number {
  return nowMs - (nowMs % DAY_MS);
}
