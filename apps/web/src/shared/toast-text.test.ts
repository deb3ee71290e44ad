/** Goal: toasts follow R8.2. Method: a small dictionary and a table of messages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toastText } from './toast-text.ts';

const texts: Record<string, string> = { 'l.error': 'error', 'l.submitted': 'Submitted' };
const dictionary = { exists: (key: string) => key in texts, translate: (key: string) => texts[key] ?? key };

test("R8.2 text that contains 'l.' and is a key is translated", () => {
  assert.equal(toastText('l.submitted', dictionary), 'Submitted');
});
test("R8.1 R8.2 an empty toast shows 'error'", () => {
  for (const empty of ['', '  ', null, undefined]) assert.equal(toastText(empty, dictionary), 'error');
});
test("R8.2 ordinary text that happens to contain 'l.' stays itself", () => {
  assert.equal(toastText('Invalid email. Try again', dictionary), 'Invalid email. Try again');
  assert.equal(toastText('l.unknown', dictionary), 'l.unknown');
});
