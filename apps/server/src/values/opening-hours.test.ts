/** Opening hours: their text, and what a moment means by them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoursAt, hoursIn } from './opening-hours.ts';

test('R16.1 hours are days of the week and a span of UTC; the next beginning is told', () => {
  const hours = hoursIn('Mon-Fri 08:00-20:00');
  const at = (text: string) => hoursAt(hours, Date.parse(text));
  assert.equal(at('2026-11-25T07:59:59Z').isOpen, false);
  assert.equal(at('2026-11-25T08:00:00Z').isOpen, true);
  assert.equal(at('2026-11-25T19:59:59Z').isOpen, true);
  assert.equal(at('2026-11-25T20:00:00Z').opensMs, Date.parse('2026-11-26T08:00:00Z'));
  assert.equal(at('2026-11-27T20:00:00Z').opensMs, Date.parse('2026-11-30T08:00:00Z'));
  assert.deepEqual(hoursAt(hoursIn('Sat-Mon 00:00-24:00'), Date.parse('2026-11-29T12:00:00Z')).isOpen, true);
  for (const wrong of [
    'Mon-Fri',
    'Mon-Fri 20:00-08:00',
    'Xyz 08:00-20:00',
    'Mon 08:61-20:00',
    'Mon 00:00-24:01',
    '',
  ])
    assert.equal(hoursIn(wrong), null, wrong);
  assert.equal(hoursAt(null, 0).isOpen, true);
});
