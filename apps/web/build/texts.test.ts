/**
 * Goal: every text exists in both languages and needs the same values. Method: compares both files
 * of each part key by key.
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
