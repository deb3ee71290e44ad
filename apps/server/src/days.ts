/** Days as limits, volumes and results count them: from midnight to midnight, UTC. */

export const DAY_MS = 86_400_000;

/** When the day of a moment began, in milliseconds since 1970. */
export function dayOf(nowMs: number): number {
  return nowMs - (nowMs % DAY_MS);
}
