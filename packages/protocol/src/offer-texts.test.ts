/** Goal: what an operator writes can be stored and shown. Method: the shape, by example. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerText } from './offer-texts.ts';

test('texts of offers hold no control characters and no half characters', () => {
  const accepts = (name: string): boolean => offerText.safeParse({ name, lead: 'lead' }).success;
  for (const name of ['Steady 7', '稳健', "O'Neil & co", '🙂']) assert.ok(accepts(name), name);
  for (const name of ['a\u0000b', 'a\nb', '\ud800', '\u007f', '', ' '])
    assert.ok(!accepts(name), JSON.stringify(name));
});
