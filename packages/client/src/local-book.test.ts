/**
 * Goal: a book kept from changes is the platform's, and one that is not says so. Method: random
 * changes against a book of plain maps, whose checksum node's zlib computes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { BOOK_CHECKSUM_LEVELS } from '@glasshouse/protocol/programs';
import { LocalBook, type BookChange, type Level } from './local-book.ts';

type Side = Map<string, string>;

const sorted = (side: Side, sign: number): Level[] =>
  [...side].toSorted(([a], [b]) => sign * (Number(a) - Number(b)));

function checksumOf(bids: Side, asks: Side): number {
  const [best, worst] = [sorted(bids, -1), sorted(asks, 1)];
  const parts = Array.from({ length: BOOK_CHECKSUM_LEVELS }, (_, i) => [
    ...(best[i] ?? []),
    ...(worst[i] ?? []),
  ]);
  return crc32(parts.flat().join(':'));
}

/** Prices across a change of length, such as 999.90 and 1000.00. */
const LEVEL = fc
  .tuple(fc.integer({ min: 99_900, max: 100_100 }), fc.constantFrom('0', '0.00100', '2.50000'))
  .map(([cents, quantity]): [string, string] => [(cents / 100).toFixed(2), quantity]);
const LEVELS = fc.array(LEVEL, { maxLength: 8 });

function changed(side: Side, levels: readonly (readonly [string, string])[]): void {
  for (const [price, quantity] of levels)
    if (quantity === '0') side.delete(price);
    else side.set(price, quantity);
}

const HEAD = { e: 'depthUpdate', E: 0, s: 'BTCUSDT' } as const;

test('D0053 a book kept from changes equals a plain one, with its checksum', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(LEVELS, LEVELS), { minLength: 1, maxLength: 40 }), (steps) => {
      const bids: Side = new Map();
      const asks: Side = new Map();
      const book = new LocalBook({ lastUpdateId: 10, bids: [], asks: [] });
      for (const [i, [b, a]] of steps.entries()) {
        changed(bids, b);
        changed(asks, a);
        const change = { ...HEAD, U: 11 + i, u: 11 + i, b, a, cs: checksumOf(bids, asks) };
        assert.equal(book.take(change), 'applied');
      }
      assert.deepEqual(book.bids, sorted(bids, -1));
      assert.deepEqual(book.asks, sorted(asks, 1));
    }),
  );
});

test('D0053 changes that are older are left out; a gap and a wrong checksum are told', () => {
  const book = () =>
    new LocalBook({ lastUpdateId: 10, bids: [['99.00', '1.000']], asks: [['101.00', '2.000']] });
  const of = (more: Partial<BookChange>): BookChange => ({
    ...HEAD,
    U: 11,
    u: 11,
    b: [['99.50', '3.000']],
    a: [],
    cs: crc32('99.50:3.000:101.00:2.000:99.00:1.000'),
    ...more,
  });
  const cases: readonly [Partial<BookChange>, string][] = [
    [{}, 'applied'],
    [{ U: 5, u: 12 }, 'applied'],
    [{ U: 5, u: 10 }, 'old'],
    [{ U: 12, u: 12 }, 'gap'],
    [{ cs: 1 }, 'damaged'],
    [{ b: [['99.50', '3.001']] }, 'damaged'],
  ];
  for (const [more, taken] of cases) assert.equal(book().take(of(more)), taken, JSON.stringify(more));
  const old = book();
  old.take(of({ U: 5, u: 10 }));
  assert.deepEqual(old.bids, [['99.00', '1.000']]);
});
