/** Goal: every text exists in both languages, with the same variables. Method: both files compared key by key. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

type Texts = { readonly [key: string]: string | Texts };
/** What every page needs, and the parts that some pages add. */
const FILES = ['', 'people.', 'prose.'];
const load = (language: string) =>
  new Map(
    FILES.flatMap((file) => [
      ...flat(JSON.parse(readFileSync(new URL(`${file}${language}.json`, import.meta.url), 'utf8')) as Texts),
    ]),
  );
function flat(texts: Texts, prefix = ''): Map<string, string> {
  const entries = Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : [...flat(value, `${prefix}${key}.`)],
  );
  return new Map(entries);
}
const variables = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
const [en, zh] = [load('en-US'), load('zh-CN')];

test('R1.4 both languages have the same keys', () => {
  assert.deepEqual([...en.keys()].sort(), [...zh.keys()].sort());
});
test('R1.4 both languages use the same variables, and no text is empty', () => {
  for (const [key, text] of en) {
    assert.deepEqual(variables(zh.get(key) ?? ''), variables(text), key);
    assert.notEqual(text.trim(), '', key);
    assert.notEqual(zh.get(key)?.trim(), '', key);
  }
});
