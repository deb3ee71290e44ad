/** Goal: lists show the beginning of a text whole. Method: emoji where it is cut. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summaryOf } from './summary.ts';

test('R16.1 R7.4 a summary has whole characters, and says where more follows', () => {
  const emoji = '😀';
  assert.equal(summaryOf(emoji.repeat(120)), emoji.repeat(120));
  assert.equal(summaryOf(emoji.repeat(121)), `${emoji.repeat(119)}…`);
  assert.equal(summaryOf(`${'x'.repeat(118)}${emoji}${emoji}`), `${'x'.repeat(118)}${emoji}${emoji}`);
  assert.equal(summaryOf(`${'x'.repeat(119)}${emoji}y`), `${'x'.repeat(119)}…`);
});
