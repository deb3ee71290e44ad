/**
 * Goal: every refusal has a text in both languages, and both show the same values. Method: fill
 * each text with markers for its values.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { REFUSALS, type RefusalName } from '@glasshouse/protocol';
import { valuesIn } from '@glasshouse/texts/module';
import { refusalMessage } from './envelope.ts';
import { reasonInChinese } from './reasons.ts';

const names = Object.keys(REFUSALS) as RefusalName[];

test('R8.1 a refusal has a text in both languages, which needs the same values', () => {
  for (const name of names) {
    const { en, zh } = REFUSALS[name];
    assert.ok(en !== '' && zh !== '', name);
    assert.deepEqual([...valuesIn(zh).keys()], [...valuesIn(en).keys()], name);
  }
});
test('R8.1 the text of a refusal shows its values, in both languages', () => {
  for (const error of names)
    for (const language of ['en', 'zh'] as const) {
      const values = [...valuesIn(REFUSALS[error][language]).keys()].filter((value) => value !== 'reason');
      const params = {
        reason: 'is required',
        ...Object.fromEntries(values.map((value) => [value, `<${value}>`])),
      };
      const message = refusalMessage({ error, params }, language);
      for (const value of values) assert.ok(message.includes(`<${value}>`), `${error}: ${message}`);
      assert.doesNotMatch(message, /[{}]/, error);
    }
});
test('R8.1 a reason is in the language of the reply', () => {
  const refusal = {
    error: 'request/invalid',
    params: { field: 'price', reason: 'at most 3 decimals' },
  } as const;
  assert.equal(refusalMessage(refusal, 'en'), 'Check price: at most 3 decimals');
  assert.equal(refusalMessage(refusal, 'zh'), '请检查 price：最多 3 位小数');
});

const SOURCES = path.join(import.meta.dirname, '..');
/** The reasons that the server writes where it refuses a field. */
const WRITTEN = /invalidField\(\s*[^;]*?,\s*('(?:[^'\\]|\\.)*'|`[^`]*`)\s*\)/g;

test('R8.1 every reason that the server writes has a Chinese text', () => {
  const reasons = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(path.join(SOURCES, file), 'utf8').matchAll(WRITTEN)])
    .map(([, reason = '']) => reason.slice(1, -1));
  assert.ok(reasons.length > 50, String(reasons.length));
  // What it inserts is a number or a word.
  const unknown = reasons.filter((reason) =>
    ['7', 'buy'].every((value) => reasonInChinese(reason.replaceAll(/\$\{.*?\}/g, value)) === FALLBACK),
  );
  assert.deepEqual(unknown, []);
});
const FALLBACK = reasonInChinese('a reason that nobody has written');
