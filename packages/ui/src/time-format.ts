/**
 * Formats points in time, the same in every language: 2026-11-20 10:00:18, by the clock of the
 * reader.
 */

export type TimeKind = 'time' | 'minute' | 'date' | 'day' | 'short' | 'recent' | 'full';
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * 'time' 10:00:18, 'minute' 10:00, 'date' 2026-11-20, 'day' 11-20, 'short' 11-20 10:00:18,
 * 'recent' is 'time' for today, 'full' everything. Local time unless `utc`.
 */
export function formatTime(timeMs: number, kind: TimeKind = 'full', utc = false): string {
  const part = partsOf(timeMs, utc);
  const clock = `${part['hour']}:${part['minute']}:${part['second']}`;
  if (kind === 'time') return clock;
  if (kind === 'minute') return clock.slice(0, 5);
  if (kind === 'recent') return isToday(part, utc) ? clock : `${part['month']}-${part['day']} ${clock}`;
  const day = `${part['month']}-${part['day']}`;
  if (kind === 'day') return day;
  if (kind === 'short') return `${day} ${clock}`;
  return kind === 'date' ? `${part['year']}-${day}` : `${part['year']}-${day} ${clock}`;
}

/** The zone of the reader's clock at a time, or now: UTC+8, UTC-3:30 or UTC. */
export function zoneOf(timeMs = Date.now()): string {
  const minutes = -new Date(timeMs).getTimezoneOffset();
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const part = rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`;
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${part}`;
}

/** Words the times that a text of the server names in UTC by the reader's clock. */
export function withLocalTimes(text: string): string {
  return text.replaceAll(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC\b/g, (_, day: string, clock: string) => {
    const timeMs = Date.parse(`${day}T${clock}Z`);
    return `${formatTime(timeMs, 'date')} ${formatTime(timeMs, 'minute')} ${zoneOf(timeMs)}`;
  });
}

function isToday(part: Record<string, string>, utc: boolean): boolean {
  const today = partsOf(Date.now(), utc);
  return ['year', 'month', 'day'].every((name) => part[name] === today[name]);
}

function partsOf(timeMs: number, utc: boolean): Record<string, string> {
  const key = utc ? 'UTC' : 'local';
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      ...(utc ? { timeZone: 'UTC' } : {}),
    });
    formatters.set(key, formatter);
  }
  return Object.fromEntries(formatter.formatToParts(timeMs).map((part) => [part.type, part.value]));
}
