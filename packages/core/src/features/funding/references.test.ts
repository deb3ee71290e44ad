/**
 * Goal: the set of references is exact, however many there are, and comes back from a snapshot.
 * Method: beside a set of texts; enough of them that shards and chunks grow.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { ByteReader, ByteWriter } from '../../encoding/byte-stream.ts';
import { References, USE, type Reference } from './references.ts';

const MANY = 20_000;

const hex = (number: number): string => number.toString(16).padStart(64, '0');
const textOf = ({ use, chain, txid, output }: Reference): string => [use, chain, txid, output].join('/');

function restored(references: References): References {
  const out = new ByteWriter();
  references.save(out);
  const input = new ByteReader(out.finish());
  const loaded = new References();
  loaded.load(input);
  assert.ok(input.isAtEnd);
  return loaded;
}

test('funding I1 references that differ in any part are different, and no other is found', () => {
  const reference = fc.record({
    use: fc.constantFrom(...Object.values(USE)),
    chain: fc.integer({ min: 1, max: 39 }),
    txid: fc.constantFrom('', hex(0), hex(1), `1${'0'.repeat(63)}`, 'f'.repeat(64)),
    output: fc.constantFrom(0, 1, 255, 256, 2 ** 16, 2 ** 16 + 1, 2 ** 31, 2 ** 32 - 1),
  });
  fc.assert(
    fc.property(fc.array(reference, { maxLength: 200 }), (drawn) => {
      const references = new References();
      const model = new Set<string>();
      for (const one of drawn) {
        // A voucher and a transaction of zeros are not distinguished: no chain has such a one.
        const text = textOf({ ...one, txid: one.txid === '' ? hex(0) : one.txid });
        assert.equal(references.has(one), model.has(text), text);
        if (!model.has(text)) references.add(one);
        model.add(text);
      }
      assert.equal(references.count, model.size);
    }),
  );
});

test('funding I1 many references are all found again, also after a restore, which then grows on', () => {
  const references = new References();
  const at = (i: number): Reference => ({
    use: i % 3,
    chain: 1 + (i % 7),
    txid: hex(i * 7919),
    output: i % 5,
  });
  for (let i = 0; i < MANY; i++) references.add(at(i));
  for (const set of [references, restored(references)]) {
    assert.equal(set.count, MANY);
    for (let i = 0; i < MANY; i++) assert.ok(set.has(at(i)));
    for (let i = MANY; i < 2 * MANY; i++) assert.ok(!set.has(at(i)));
    set.add(at(MANY));
    assert.ok(set.has(at(MANY)) && restored(set).has(at(MANY)));
  }
});

test('funding I1 each hexadecimal digit counts, in either half of a byte', () => {
  const references = new References();
  const digits = Array.from({ length: 16 }, (_, i) => i.toString(16));
  const txids = digits.flatMap((high) => digits.map((low) => `${high}${low}`.repeat(32)));
  for (const txid of txids) {
    const reference = { use: USE.deposit, chain: 1, txid, output: 0 };
    assert.ok(!references.has(reference), txid);
    references.add(reference);
  }
  assert.equal(references.count, txids.length);
});
