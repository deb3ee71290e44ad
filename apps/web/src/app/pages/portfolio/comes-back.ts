/** Holds and running contracts by the time at which they end, on one scale. Pure. */

export interface Ending {
  /** The time of the end in milliseconds; null if it is not known yet. */
  readonly endMs: number | null;
}

/** The least that the scale spans, so that the last seconds of a contract do not fill it. */
const SPAN_MS_MIN = 60_000;

/** The soonest first; what has no end comes last. */
export const bySoonest = <T extends Ending>(items: readonly T[]): readonly T[] =>
  items.toSorted((a, b) => (a.endMs ?? Number.MAX_SAFE_INTEGER) - (b.endMs ?? Number.MAX_SAFE_INTEGER));

/** The time from now to the last known end. */
export function spanOf(items: readonly Ending[], nowMs: number): number {
  return Math.max(SPAN_MS_MIN, ...items.map(({ endMs }) => (endMs ?? nowMs) - nowMs));
}

/** How much of the scale its bar takes, from 0 to 1; all of it where the end is not known. */
export function shareOf(
  { endMs }: Ending,
  { nowMs, spanMs }: { readonly nowMs: number; readonly spanMs: number },
) {
  return endMs === null ? 1 : Math.max(0, Math.min(1, (endMs - nowMs) / spanMs));
}

export interface AxisMark {
  readonly timeMs: number;
  /** The mark's place on the scale, from 0 to 1. */
  readonly share: number;
}
const DAY_MS = 86_400_000;
/** Days between two marks; weeks and about months, so that dates stay round. */
const STEPS = [1, 2, 7, 14, 30, 90, 180, 365] as const;
const MARKS_MAX = 6;

/** Nearer marks would stand on the words for today. */
const SHARE_MIN = 0.1;

/** Dates on the scale, at midnights by the reader's clock; none if it spans less than two days. */
export function marksOf(nowMs: number, spanMs: number): readonly AxisMark[] {
  const days = spanMs / DAY_MS;
  if (days < 2) return [];
  const step = STEPS.find((each) => days / each <= MARKS_MAX) ?? Math.ceil(days / MARKS_MAX);
  const day = new Date(nowMs);
  return Array.from({ length: Math.floor(days / step) + 1 }, (_, index) => {
    const timeMs = new Date(day.getFullYear(), day.getMonth(), day.getDate() + (index + 1) * step).getTime();
    return { timeMs, share: (timeMs - nowMs) / spanMs };
  }).filter(({ share }) => share >= SHARE_MIN && share <= 1);
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/**
 * The time that is left, such as "in 3 hours": in the largest unit that fits at least twice,
 * rounded up.
 */
export function inTime(leftMs: number, language: string): string {
  const [unit, size] = UNITS.find(([, ms]) => leftMs >= 2 * ms) ?? UNITS[3];
  const count = Math.max(0, Math.ceil(leftMs / size));
  const text = new Intl.RelativeTimeFormat(language, { numeric: 'always' }).format(count, unit);
  // Figures stand apart from Chinese characters, as in all texts.
  return text.replace(/(\d)(\p{Script=Han})/u, '$1 $2');
}
