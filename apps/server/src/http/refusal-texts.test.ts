/**
 * Goal: every refusal has a text in both languages, and both show the same values. Method: fill
 * each text with markers for its values.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REFUSALS, type RefusalName } from '@glasshouse/protocol';
import { valuesIn } from '@glasshouse/texts/module';
import { refusalMessage } from './envelope.ts';

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
