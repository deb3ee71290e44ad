/** When support is meant to be there, such as 'Mon-Fri 08:00-20:00' (UTC). */

export interface Hours {
  /** Days of the week, 0 is Sunday. */
  readonly days: ReadonlySet<number>;
  /** Minutes of the day; the end may be 1440. */
  readonly fromMinute: number;
  readonly toMinute: number;
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const DAY_MINUTES = 1_440;
const MINUTE_MS = 60_000;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
const PATTERN = /^([A-Z][a-z]{2})(?:-([A-Z][a-z]{2}))? (\d{2}):(\d{2})-(\d{2}):(\d{2})$/;

/** Null where the text is none: the days and a span within one day. */
export function hoursIn(text: string): Hours | null {
  const found = PATTERN.exec(text);
  if (found === null) return null;
  const [, firstName = '', lastName = firstName, ...times] = found;
  const first = DAYS.indexOf(firstName as (typeof DAYS)[number]);
  const last = DAYS.indexOf(lastName as (typeof DAYS)[number]);
  const [fromHour = 0, fromMinutes = 0, toHour = 0, toMinutes = 0] = times.map(Number);
  const [fromMinute, toMinute] = [fromHour * 60 + fromMinutes, toHour * 60 + toMinutes];
  const isSound =
    first >= 0 &&
    last >= 0 &&
    fromMinutes < 60 &&
    toMinutes < 60 &&
    fromMinute < toMinute &&
    toMinute <= DAY_MINUTES;
  if (!isSound) return null;
  const days = new Set<number>();
  for (let day = first; ; day = (day + 1) % 7) {
    days.add(day);
    if (day === last) break;
  }
  return { days, fromMinute, toMinute };
}

export interface HoursNow {
  readonly isOpen: boolean;
  /** The next beginning. */
  readonly opensMs: number | null;
}

/** Without hours it is always open. */
export function hoursAt(hours: Hours | null, nowMs: number): HoursNow {
  if (hours === null) return { isOpen: true, opensMs: null };
  const dayMs = nowMs - (nowMs % DAY_MS);
  const minute = Math.floor((nowMs - dayMs) / MINUTE_MS);
  const isToday = hours.days.has(new Date(dayMs).getUTCDay());
  if (isToday && minute >= hours.fromMinute && minute < hours.toMinute)
    return { isOpen: true, opensMs: null };
  for (let ahead = 0; ahead <= 7; ahead++) {
    const opensMs = dayMs + ahead * DAY_MS + hours.fromMinute * MINUTE_MS;
    if (opensMs > nowMs && hours.days.has(new Date(opensMs).getUTCDay())) return { isOpen: false, opensMs };
  }
  return { isOpen: false, opensMs: null };
}
