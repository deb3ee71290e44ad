/**
 * Goal: every text exists in both languages, needs the same values, and is written once. Method:
 * compares both files of each part key by key, and each part with 'shared'.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flatMessages, valuesIn } from '@glasshouse/texts/module';
import { messagesOf, textParts } from './texts.ts';

const PARTS = ['shared', ...textParts()];

test('R1.4 both languages have the same texts, and none is empty', () => {
  for (const part of PARTS) {
    const [en, zh] = [flatMessages(messagesOf(part, 'en-US')), flatMessages(messagesOf(part, 'zh-CN'))];
    assert.deepEqual([...en.keys()].sort(), [...zh.keys()].sort(), part);
    for (const [key, text] of [...en, ...zh]) assert.notEqual(text.trim(), '', key);
  }
});
test('R1.4 a text needs the same values in both languages', () => {
  for (const part of PARTS) {
    const zh = flatMessages(messagesOf(part, 'zh-CN'));
    for (const [key, text] of flatMessages(messagesOf(part, 'en-US')))
      assert.deepEqual([...valuesIn(zh.get(key) ?? '').keys()], [...valuesIn(text).keys()], key);
  }
});
test('R1.4 no text is in two parts', () => {
  const keys = PARTS.flatMap((part) => [...flatMessages(messagesOf(part, 'en-US')).keys()]);
  assert.deepEqual(
    keys.filter((key, index) => keys.indexOf(key) !== index),
    [],
  );
});

/**
 * Keys made of data, such as a reason or a status: their groups are complete. And the button of an
 * asset, a verb, beside the footer's heading.
 */
const OWN =
  /^((chart\.sides|spot\.statuses|spot\.keyNames|reasons|records\.kinds|message\.types|apiKeys\.permissions)\.|wallet\.trade$)/;

test("R1.4 no part repeats a text of 'shared'", () => {
  const both = (part: string) => {
    const zh = flatMessages(messagesOf(part, 'zh-CN'));
    return [...flatMessages(messagesOf(part, 'en-US'))].map(
      ([key, text]) => [key, `${text} | ${zh.get(key)}`] as const,
    );
  };
  const shared = new Map(both('shared').map(([key, text]) => [text, key]));
  const repeated = textParts().flatMap((part) =>
    both(part)
      .filter(([key, text]) => shared.has(text) && !OWN.test(key))
      .map(([key, text]) => `${key} repeats ${shared.get(text)}`),
  );
  assert.deepEqual(repeated, []);
});
test('R1.4 R8.1 a text that the server says too is taken from there', () => {
  for (const [language, text] of [
    ['en-US', 'Insufficient available balance'],
    ['zh-CN', '可用余额不足'],
  ] as const)
    assert.equal(flatMessages(messagesOf('shared', language)).get('common.insufficient'), text);
  for (const part of PARTS)
    for (const [key, text] of flatMessages(messagesOf(part, 'en-US'))) assert.doesNotMatch(text, /^=/, key);
});
