/** Goal: it is a Map with its values in the order of numbers. Method: random steps against one. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { SlotsByNumber } from './slots-by-number.ts';

test('D0037 objects are found by their numbers, whatever was removed, in the order of numbers', () => {
  const step = fc.record({ number: fc.nat(40), isSet: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
      const objects = new SlotsByNumber();
      const model = new Map<number, number>();
      steps.forEach(({ number, isSet }, i) => {
        if (isSet) {
          objects.set(number, i + 1);
          model.set(number, i + 1);
        } else assert.equal(objects.delete(number), model.delete(number));
        assert.equal(objects.size, model.size);
        for (let each = -1; each <= 41; each++) assert.equal(objects.get(each), model.get(each) ?? 0);
        const inOrder = [...model].sort(([a], [b]) => a - b).map(([, slot]) => slot);
        assert.deepEqual([...objects.values()], inOrder);
      });
    }),
    { numRuns: 300 },
  );
});

test('D0037 the oldest object that goes and comes again takes no more room each time', () => {
  const objects = new SlotsByNumber();
  const last = 200_000;
  objects.set(last, 1);
  for (let i = 0; i < 3_000; i++) {
    objects.set(1, i + 2);
    assert.ok(objects.delete(1));
  }
  objects.set(1, 7);
  assert.deepEqual([objects.get(1), objects.get(last), objects.size], [7, 1, 2]);
});

test('D0037 what has ended before the oldest object takes no room', () => {
  const objects = new SlotsByNumber();
  for (let number = 1; number <= 10_000; number++) {
    objects.set(number, number);
    objects.delete(number - 10);
  }
  assert.deepEqual(
    [...objects.values()],
    [9_991, 9_992, 9_993, 9_994, 9_995, 9_996, 9_997, 9_998, 9_999, 10_000],
  );
  assert.deepEqual([objects.get(9_990), objects.get(9_991), objects.get(10_001)], [0, 9_991, 0]);
});
