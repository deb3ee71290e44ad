/**
 * Goal: a mistake in the file of an offer is refused before it reaches the core, with its field.
 * Method: the offers of a demo, each with one change.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { finance, fund, mining } from '../composition/registered-features.ts';
import type { Offers } from '../contract/offer.ts';

const NOW_MS = Date.UTC(2026, 0, 1);

function demoOf({ product: { offers } }: { readonly product: { readonly offers?: Offers } }) {
  assert.ok(offers !== undefined);
  return { offers, file: offers.demo(NOW_MS)[0]! };
}

test('D0037 finance I5 mining I5 fund I9 a limit of 0 is refused: it is not the same as none', () => {
  for (const [product, names] of [
    [finance, ['maxPerOwner', 'quota']],
    [mining, ['maxPerOwner', 'quota']],
    [fund, ['maxPerOwner']],
  ] as const) {
    const { offers, file } = demoOf(product);
    assert.ok(offers.file.safeParse(file).success);
    for (const name of names) {
      for (const none of ['0', '0.00']) {
        const { error } = offers.file.safeParse({ ...file, [name]: none });
        const issues = error?.issues.map(({ path, message }) => [...path, message]);
        assert.deepEqual(issues, [[name, '0 is no limit: leave it out for none']]);
      }
      assert.ok(offers.file.safeParse({ ...file, [name]: undefined }).success, name);
    }
  }
});

test('D0037 fund I9 a fund whose sale is dearer than its exit is refused with its field', () => {
  const { offers, file } = demoOf(fund);
  const changed = offers.file.parse({ ...file, sellFee: '0.006', exitFee: '0.005' });
  assert.equal(offers.commandOf(changed), 'exitFee: an exit costs at least what a sale does');
  assert.equal(typeof offers.commandOf(file), 'object');
});

test('fund I14 a fund whose smallest purchase is a few units of a coin is refused: an end rounds each up', () => {
  const { offers, file } = demoOf(fund);
  for (const [amount, count] of [
    ['0.01999', 1_999],
    ['0.000001', 1],
  ] as const) {
    const basket = [
      { coin: 'ETH', amount: '1' },
      { coin: 'BTC', amount },
    ];
    const changed = offers.file.parse({ ...file, minUnits: '1000', basket });
    assert.equal(
      offers.commandOf(changed),
      `minUnits: the smallest purchase holds ${count} of the smallest units of BTC, and 2000 are the least`,
    );
  }
  const enough = offers.file.parse({ ...file, minUnits: '1000', basket: [{ coin: 'BTC', amount: '0.02' }] });
  assert.equal(typeof offers.commandOf(enough), 'object');
  for (const each of offers.demo(NOW_MS)) assert.equal(typeof offers.commandOf(each), 'object');
});
