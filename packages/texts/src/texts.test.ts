/**
 * Goal: a text follows the plural rules of its language, and shows values exactly as they are.
 * Method: texts with each kind of value, defined as the server does and compiled as the site does.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineText } from './index.ts';
import { flatMessages, moduleSource, valuesIn } from './module.ts';

const ORDERS = {
  en: '{count, plural, one {# order} other {# orders}} of {name}',
  zh: '{name} 的 {count} 笔委托',
} as const;

test('R1.4 a number chooses the plural form of its language', () => {
  const orders = defineText(ORDERS);
  assert.equal(orders('en', { count: 0, name: 'Ann' }), '0 orders of Ann');
  assert.equal(orders('en', { count: 1, name: 'Ann' }), '1 order of Ann');
  assert.equal(orders('en', { count: 1200, name: 'Ann' }), '1,200 orders of Ann');
  assert.equal(orders('zh', { count: 1, name: '安' }), '安 的 1 笔委托');
});
test('R1.4 a value is shown as it is, whatever it contains', () => {
  const hello = defineText({ en: 'Hello {name}', zh: '你好 {name}' });
  for (const name of ['{name}', '\\u0041 \\x41', "it's # | <b>", '']) {
    assert.equal(hello('en', { name }), `Hello ${name}`);
    assert.equal(hello('zh', { name }), `你好 ${name}`);
  }
});
test('R1.4 a text without a value that it needs, or with a broken form, is an error', () => {
  const hello = defineText({ en: 'Hello {name}' as string, zh: '你好 {name}' });
  assert.throws(() => hello('en'), /name/);
  assert.throws(() => defineText({ en: 'Hello {name', zh: '你好' }));
  assert.throws(() => defineText({ en: '{count, plural, one {#}}', zh: '' }));
});
test('R1.4 the values of a message are found, also those inside its plural forms', () => {
  assert.deepEqual(
    [...valuesIn('{count, plural, one {# of {whole}} other {#}} for {name}')],
    [
      ['count', 'number'],
      ['name', 'value'],
      ['whole', 'value'],
    ],
  );
});
test('R1.4 the site gets functions that need the runtime only for plurals', () => {
  const group = { a: { b: 'Plain', c: 'With {value}' } };
  assert.deepEqual([...flatMessages(group).keys()], ['a.b', 'a.c']);
  assert.doesNotMatch(moduleSource('en', group), /import/);
  assert.match(moduleSource('en', { orders: ORDERS.en }), /from "@messageformat\/runtime"/);
});
