/**
 * What comes back when, as a calendar file (RFC 5545), which calendars of all kinds import. Pure.
 */

export interface CalendarDay {
  /** The same event keeps its name, so a second import changes it instead of adding another. */
  readonly key: string;
  readonly title: string;
  readonly atMs: number;
}

/** Octets of a line, its end aside (RFC 5545, 3.1). */
const LINE_MAX = 75;
const encoder = new TextEncoder();

export function calendarFile(
  days: readonly CalendarDay[],
  { host, nowMs }: { readonly host: string; readonly nowMs: number },
): string {
  const events = days.flatMap(({ key, title, atMs }) => [
    'BEGIN:VEVENT',
    `UID:${escaped(key.replaceAll(' ', '-'))}@${host}`,
    `DTSTAMP:${timeOf(nowMs)}`,
    `DTSTART:${timeOf(atMs)}`,
    `SUMMARY:${escaped(title)}`,
    'END:VEVENT',
  ]);
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Glasshouse//Portfolio//EN', ...events];
  return [...lines, 'END:VCALENDAR', ''].map(folded).join('\r\n');
}

/** 20261201T091400Z */
const timeOf = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '');

const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (mark) => `\\${mark}`).replaceAll(/\r?\n/g, String.raw`\n`);

/** Longer lines go on after a line end and a space, never within a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_MAX) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
