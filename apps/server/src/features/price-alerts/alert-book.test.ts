/**
 * Goal: the book finds exactly what a price reaches. Method: random alerts against a scan of all.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AlertBook, isReached, type WaitingAlert } from './alert-book.ts';

const small = fc.integer({ min: 1, max: 30 });
const step = fc.oneof(
  fc.record({ add: small, isAbove: fc.boolean(), market: fc.nat(1) }),
  fc.record({ remove: fc.nat(40) }),
  fc.record({ price: small, market: fc.nat(1) }),
);

test('price-alerts I4 what is taken out is what a scan of all alerts finds, and nothing else is lost', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const book = new AlertBook();
      let all: WaitingAlert[] = [];
      for (const [id, one] of steps.entries()) {
        if ('add' in one) {
          const { add: price, isAbove, market } = one;
          const alert = { id, userId: id % 3, market, price, isAbove, sinceTick: 0, addedMs: 0 };
          book.add(alert);
          all.push(alert);
          assert.equal(book.remove({ ...alert }), false, 'another one is not there');
        } else if ('remove' in one) {
          const alert = all[one.remove];
          all = all.filter((each) => each !== alert);
          if (alert !== undefined) assert.equal(book.remove(alert), true);
          if (alert !== undefined) assert.equal(book.remove(alert), false);
        } else {
          const isTaken = (each: WaitingAlert) => each.market === one.market && isReached(each, one.price);
          const taken = new Set(book.takeReached(one.market, one.price));
          assert.deepEqual(taken, new Set(all.filter(isTaken)));
          all = all.filter((each) => !isTaken(each));
        }
        assert.equal(book.size, all.length);
        assert.deepEqual(new Set([0, 1, 2].flatMap((user) => book.ofUser(user))), new Set(all));
      }
    }),
  );
});
