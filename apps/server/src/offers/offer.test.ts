/**
 * Goal: a mistake in the file of an offer is refused before it reaches the core, with its field.
 * Method: the offers of a demo, each with one change.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Exchange, MARKET_STATUS, type Command } from '@glasshouse/core';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { finance, fund, mining } from '../composition/registered-features.ts';
import { Catalogue } from '../contract/catalogue.ts';
import type { Offers } from '../contract/offer.ts';
import { STARTING_COINS } from '../values/starting-assets.ts';

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
  assert.equal(
    wrong(offers.commandOf(changed, STARTING_COINS)),
    'exitFee an exit costs at least what a sale does',
  );
  assert.equal(wrong(offers.commandOf(file, STARTING_COINS)), null);
});

test('fund I14 a fund whose smallest purchase is a few units of a coin is refused: an end rounds each up', () => {
  const { offers, file } = demoOf(fund);
  for (const amount of ['0.01999', '0.000001']) {
    const basket = [
      { coin: 'ETH', amount: '1' },
      { coin: 'BTC', amount },
    ];
    const changed = offers.file.parse({ ...file, minUnits: '1000', basket });
    assert.equal(
      wrong(offers.commandOf(changed, STARTING_COINS)),
      'minUnits holds fewer than 2000 of the smallest units of a coin',
    );
  }
  const enough = offers.file.parse({ ...file, minUnits: '1000', basket: [{ coin: 'BTC', amount: '0.02' }] });
  assert.equal(wrong(offers.commandOf(enough, STARTING_COINS)), null);
  for (const each of offers.demo(NOW_MS)) assert.equal(wrong(offers.commandOf(each, STARTING_COINS)), null);
});

test('D0037 D0044 an offer can be of a coin that an operator has listed, and of a pair listed again', () => {
  const exchange = new Exchange();
  const pair = { base: 1, quote: 0, priceDecimals: 2, lotDecimals: 4, indexDecimals: 2 } as const;
  const terms = { makerFeePpm: 0, takerFeePpm: 0, minNotional: 1, maxNotional: 10 ** 12 } as const;
  const bounds = { limitBandPpm: 500_000, marketBandPpm: 100_000, maxOpenOrders: 10 } as const;
  const define = (market: number) =>
    ({ type: 'define-market', market, ...pair, ...terms, ...bounds }) as const;
  for (const command of [
    { type: 'define-asset', asset: 0, code: 'USDT', decimals: 6 },
    { type: 'define-asset', asset: 1, code: 'NEW', decimals: 4 },
    define(0),
    { type: 'delist-market', market: 0, closesMs: 2000 },
    { type: 'tick', tick: 1, tickMs: 2000, prices: [0] },
    define(1),
  ] satisfies Command[])
    assert.equal(exchange.apply(exchange.seq + 1, 1000, command).error, null, command.type);
  assert.equal(exchange.registry.markets[0]!.status, MARKET_STATUS.delisted);
  const catalogue = new Catalogue(exchange);
  const of = (product: Parameters<typeof demoOf>[0], changes: object) => {
    const { offers, file } = demoOf(product);
    return offers.commandOf(offers.file.parse({ ...file, ...changes }), catalogue);
  };
  const bought = { coin: 'NEW', minAmount: '2.5' };
  assert.deepEqual(pick(of(finance, bought), 'asset', 'minAmount'), [1, 25_000]);
  assert.equal(wrong(of(finance, { coin: 'GONE' })), 'coin not a coin of the platform');
  const basket = [{ coin: 'NEW', amount: '5000' }];
  assert.deepEqual(pick(of(fund, { basket, minUnits: '1000' }), 'quote', 'basket'), [
    0,
    [{ asset: 1, market: 1, quantity: 50_000_000 }],
  ]);
  assert.equal(
    wrong(of(fund, { basket: [{ coin: 'GONE', amount: '5000' }] })),
    'basket a coin has no pair in the coin that is paid',
  );
});

/** The field of a refusal and its reason; null of a command. */
const wrong = (found: Command | Refusal): string | null =>
  isRefusal(found) ? Object.values(found.params ?? {}).join(' ') : null;

const pick = (command: Command | Refusal, ...names: readonly string[]): unknown[] =>
  names.map((name) => (command as unknown as Readonly<Record<string, unknown>>)[name]);
