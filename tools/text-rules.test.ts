/**
 * Goal: a text that breaks a rule or uses an excluded word is found, and no other. Method: texts of
 * both kinds, with a glossary of one word and with the real one.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excludedWords, rulesBrokenBy } from './text-rules.ts';

const words = excludedWords('| log in | 登录 | | `sign in` `登陆` |\n| --- | --- | --- | --- |\n');
const en = (text: string) => rulesBrokenBy(text, { language: 'en', words, isProse: true }).length;
const zh = (text: string) => rulesBrokenBy(text, { language: 'zh', words, isProse: true }).length;

test('R1.4 a text with a word that the glossary excludes is found', () => {
  assert.deepEqual([en('Sign in to trade'), en('Log in to trade'), en('The design in use')], [1, 0, 0]);
  assert.deepEqual([zh('请登陆'), zh('请先登录')], [1, 0]);
  assert.ok(excludedWords().length > 40);
});
test('R1.4 a text names the platform by its brand, and the software only where it is about that', () => {
  assert.deepEqual([en('Welcome to Glasshouse'), en('Welcome to {brand}')], [1, 0]);
  assert.equal(zh('欢迎来到 Glasshouse'), 1);
  const place = { language: 'en', words, isProse: true, isOfSoftware: true } as const;
  assert.deepEqual(rulesBrokenBy('Glasshouse is software', place), []);
});
test('R1.4 punctuation, spaces and politeness follow the rules of their language', () => {
  for (const text of ["Friends' fees", 'Done!', 'Please choose', 'Two  spaces'])
    assert.equal(en(text), 1, text);
  for (const text of ['Friends’ fees', 'Please login first', 'Please try again later'])
    assert.equal(en(text), 0, text);
  for (const text of ['完成!', '地址:无效', '共3 个', '成功， 请稍候', '止盈 / 止损'])
    assert.equal(zh(text), 1, text);
  for (const text of ['地址：无效', '共 3 个', '止盈/止损', 'K 线（1 分钟）'])
    assert.equal(zh(text), 0, text);
});
