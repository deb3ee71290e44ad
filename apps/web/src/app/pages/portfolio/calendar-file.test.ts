/** Goal: calendars read the file. Method: an event with every mark that has a meaning there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarFile } from './calendar-file.ts';

const day = { key: 'finance 12', title: 'Harvest, 30; #12', atMs: Date.UTC(2026, 11, 1, 9, 14) };

test('R2.6 the calendar file has an event for each end, in the form of RFC 5545', () => {
  const file = calendarFile([day], { host: 'exchange.example', nowMs: Date.UTC(2026, 10, 25) });
  assert.deepEqual(file.split('\r\n'), [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Glasshouse//Portfolio//EN',
    'BEGIN:VEVENT',
    'UID:finance-12@exchange.example',
    'DTSTAMP:20261125T000000Z',
    'DTSTART:20261201T091400Z',
    String.raw`SUMMARY:Harvest\, 30\; #12`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('R2.6 R1.4 lines have at most 75 octets, and no character is cut', () => {
  const title = '丰收三十天'.repeat(20);
  const file = calendarFile([{ ...day, title }], { host: 'x', nowMs: 0 });
  const lines = file.split('\r\n');
  for (const line of lines) assert.ok(Buffer.byteLength(line) <= 75, line);
  assert.ok(file.replaceAll('\r\n ', '').includes(`SUMMARY:${title}`));
});
