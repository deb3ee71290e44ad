/**
 * Goal: joining two versions loses nothing that one side added. Method: laws and a few examples.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { merged } from './merged.ts';

const SYMBOLS = ['a', 'b', 'c', 'd', 'e'] as const;
const symbols = fc.uniqueArray(fc.constantFrom(...SYMBOLS));
const textOf = (list: readonly string[]) => (list.length === 0 ? '' : JSON.stringify(list));
const listOf = (text: string) => (text === '' ? [] : (JSON.parse(text) as string[]));

test('preferences I4 of lists, what either side added stays, and what either side removed goes', () => {
  fc.assert(
    fc.property(symbols, symbols, symbols, (base, mine, theirs) => {
      const all = merged({ base: textOf(base), mine: textOf(mine), theirs: textOf(theirs), joins: false });
      const kept = new Set(listOf(all));
      for (const each of SYMBOLS) {
        const [was, m, t] = [base, mine, theirs].map((list) => list.includes(each));
        assert.equal(kept.has(each), was === true ? m === true && t === true : m === true || t === true);
      }
    }),
  );
});

test('preferences I4 at the first login lists are joined, and of two choices the account keeps its own', () => {
  const first = (mine: string, theirs: string, joins: boolean) =>
    merged({ base: undefined, mine, theirs, joins });
  assert.equal(first('{"symbols":["b","a"]}', '{"symbols":["c","a"]}', true), '{"symbols":["c","a","b"]}');
  assert.equal(first('[{"name":"ray"}]', '', true), '[{"name":"ray"}]');
  assert.equal(first('', '[1]', true), '[1]');
  assert.equal(first('{"bars":"area"}', '{"bars":"ohlc"}', false), '{"bars":"ohlc"}');
  assert.equal(first('{"bars":"area"}', '', false), '{"bars":"area"}');
  assert.equal(first('red', 'green', false), 'green');
});

test('preferences I4 of records, each side keeps the fields that it changed', () => {
  const base = '{"book":"both","groups":{"btcusdt":1},"onlyPair":false}';
  const mine = '{"book":"both","groups":{"btcusdt":1,"ethusdt":10},"onlyPair":true}';
  const theirs = '{"book":"asks","groups":{"btcusdt":100},"onlyPair":false}';
  assert.deepEqual(JSON.parse(merged({ base, mine, theirs, joins: false })), {
    book: 'asks',
    groups: { btcusdt: 100, ethusdt: 10 },
    onlyPair: true,
  });
  assert.equal(merged({ base: 'red', mine: 'green', theirs: 'blue', joins: false }), 'green');
});
