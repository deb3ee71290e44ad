/**
 * Goal: an exchange is a whole quote near the index, or nothing. Method: a world that audits itself
 * after each command, at each limit and one beyond it.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { ANN, BOB, BTC, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import { Exchange, HOUSE, MARKET_STATUS, WALLET, type Command } from '../../index.ts';

const COIN = 10 ** 8;
/** The index is 100 USDT; a BTC has 8 decimals, USDT 6. */
const OFFERS: readonly Command[] = [
  {
    type: 'define-exchange-coin',
    asset: USDT,
    market: -1,
    minAmount: 10 * UNIT,
    maxAmount: 1_000 * UNIT,
    maxDust: 10 * UNIT,
    bandPpm: 10_000,
  },
  {
    type: 'define-exchange-coin',
    asset: BTC,
    market: 0,
    minAmount: COIN / 10,
    maxAmount: 10 * COIN,
    maxDust: COIN / 10,
    bandPpm: 20_000,
  },
];

function exchangeWorld(): World {
  const world = new World();
  for (const command of OFFERS) world.do(command);
  for (const [asset, amount] of [
    [USDT, 5_000 * UNIT],
    [BTC, 5 * COIN],
  ] as const)
    world.do({ type: 'issue', owner: HOUSE.treasury, wallet: 0, asset, amount, reason: 'house-capital' });
  return world;
}

const buy = (world: World, more: object = {}): Command => ({
  type: 'exchange-coins',
  owner: ANN,
  payAsset: USDT,
  pay: 100 * UNIT,
  receiveAsset: BTC,
  receive: COIN,
  validUntilMs: world.tickMs + 5_500,
  ...more,
});
const sell = (world: World, more: object = {}): Command =>
  buy(world, { payAsset: BTC, pay: COIN, receiveAsset: USDT, receive: 100 * UNIT, ...more });

const available = ({ exchange }: World, owner: number, asset: number): number =>
  exchange.balance(owner, owner === HOUSE.treasury ? WALLET.house : WALLET.exchange, asset).available;

test('flash-exchange I1 both directions move both amounts, against the treasury alone', () => {
  const world = exchangeWorld();
  const [usdt, btc] = [available(world, ANN, USDT), available(world, ANN, BTC)];
  assert.equal(world.do(buy(world)), 1);
  assert.deepEqual(
    [available(world, ANN, USDT), available(world, ANN, BTC)],
    [usdt - 100 * UNIT, btc + COIN],
  );
  assert.deepEqual(
    [available(world, HOUSE.treasury, USDT), available(world, HOUSE.treasury, BTC)],
    [5_100 * UNIT, 4 * COIN],
  );
  assert.equal(world.do(sell(world)), 2);
  assert.deepEqual([available(world, ANN, USDT), available(world, ANN, BTC)], [usdt, btc]);
});

test('flash-exchange I1 a refused quote moves nothing, each with its own name', () => {
  const world = exchangeWorld();
  const cases: readonly (readonly [Command, string])[] = [
    [buy(world, { owner: 4_242 }), 'wallet/account-unknown'],
    [buy(world, { receiveAsset: 77 }), 'flash-exchange/not-offered'],
    [buy(world, { payAsset: 77 }), 'flash-exchange/not-offered'],
    [buy(world, { receiveAsset: USDT }), 'flash-exchange/not-offered'],
    [buy(world, { pay: 0 }), 'flash-exchange/amount-missing'],
    [buy(world, { receive: 0 }), 'flash-exchange/amount-missing'],
    [buy(world, { receive: 1.5 }), 'flash-exchange/amount-missing'],
    [buy(world, { pay: 10 * UNIT - 1, receive: COIN / 10 }), 'flash-exchange/below-minimum'],
    [buy(world, { pay: 1_000 * UNIT + 1, receive: 10 * COIN }), 'flash-exchange/above-maximum'],
    [buy(world, { pay: 1_000 * UNIT, receive: 10 * COIN }), 'flash-exchange/treasury-short'],
    [buy(world, { pay: 500 * UNIT + 1, receive: 5 * COIN + 1 }), 'flash-exchange/treasury-short'],
  ];
  for (const [command, error] of cases)
    assert.equal(world.try(command).error, error, JSON.stringify(command));
  world.do(buy(world, { pay: 10 * UNIT, receive: COIN / 10 }));
  world.do(buy(world, { pay: 490 * UNIT, receive: 490_000_000 }));
  assert.equal(available(world, HOUSE.treasury, BTC), 0);
  world.do({ type: 'transfer', owner: BOB, from: 2, to: 1, asset: USDT, amount: 9_900 * UNIT + 1 });
  assert.equal(world.try(buy(world, { owner: BOB })).error, 'wallet/insufficient-balance');
});

test('flash-exchange I2 a quote is worth no more than is paid, and not less by more than the wider band', () => {
  const world = exchangeWorld();
  for (const [receive, error] of [
    [100_000_000, null],
    [100_000_001, 'flash-exchange/price-moved'],
    [98_000_000, null],
    [97_999_999, 'flash-exchange/price-moved'],
  ] as const) {
    const copy = Exchange.restore(world.exchange.snapshot());
    assert.equal(copy.apply(copy.seq + 1, copy.timeMs, buy(world, { receive })).error, error, `${receive}`);
  }
  // 0.98 of 10.00001 is 9.8000098 USDT: a quote that rounds down may be below it.
  const odd = { pay: COIN / 10 + 10 };
  for (const [receive, error] of [
    [9_800_009, null],
    [9_800_008, 'flash-exchange/price-moved'],
  ] as const) {
    const copy = Exchange.restore(world.exchange.snapshot());
    const command = sell(world, { ...odd, receive });
    assert.equal(copy.apply(copy.seq + 1, copy.timeMs, command).error, error, `${receive}`);
  }
});

test('flash-exchange I2 a quote is good for ten seconds at most, up to its last millisecond', () => {
  const world = exchangeWorld();
  const nowMs = world.tickMs + 500;
  for (const [validUntilMs, error] of [
    [nowMs - 1, 'flash-exchange/quote-expired'],
    [nowMs + 10_001, 'request/invalid'],
    [0.5, 'request/invalid'],
    [nowMs, null],
    [nowMs + 10_000, null],
  ] as const)
    assert.equal(world.try(buy(world, { validUntilMs })).error, error, String(validUntilMs));
});

test('flash-exchange I2 without a price of this moment, or on a halted pair, nothing is exchanged', () => {
  const world = exchangeWorld();
  const { exchange } = world;
  const at = (ms: number): string | null => {
    const copy = Exchange.restore(exchange.snapshot());
    const validUntilMs = world.tickMs + ms;
    return copy.apply(copy.seq + 1, world.tickMs + ms, buy(world, { validUntilMs })).error;
  };
  assert.deepEqual([at(5_000), at(5_001)], [null, 'market/no-price']);
  world.do({ type: 'set-market-status', market: 0, status: MARKET_STATUS.halted, cancels: 1 });
  assert.equal(world.try(buy(world)).error, 'market/halted');
  assert.equal(world.try(sell(world)).error, 'market/halted');
});

test('flash-exchange I3 dust of several coins becomes one, all or nothing, each part its own exchange', () => {
  const world = exchangeWorld();
  const dust = (parts: readonly { asset: number; pay: number; receive: number }[]): Command => ({
    type: 'exchange-dust',
    owner: ANN,
    receiveAsset: USDT,
    validUntilMs: world.tickMs + 5_500,
    parts,
  });
  const part = { asset: BTC, pay: COIN / 10, receive: 10 * UNIT };
  const before = available(world, ANN, USDT);
  assert.equal(world.do(dust([part])), 1);
  assert.equal(available(world, ANN, USDT), before + 10 * UNIT);
  for (const [parts, error] of [
    [[], 'request/invalid'],
    [[part, part], 'request/invalid'],
    [[{ ...part, asset: USDT }], 'flash-exchange/not-offered'],
    [[part, { ...part, asset: 77 }], 'flash-exchange/not-offered'],
    [[{ ...part, pay: COIN / 10 + 1 }], 'flash-exchange/above-maximum'],
    [[{ ...part, pay: 0 }], 'flash-exchange/amount-missing'],
    [[{ ...part, receive: -1 }], 'flash-exchange/amount-missing'],
    [[{ ...part, pay: 1, receive: 0 }], 'flash-exchange/amount-missing'],
    [[{ ...part, receive: 11 * UNIT }], 'flash-exchange/price-moved'],
  ] as const)
    assert.equal(world.try(dust(parts)).error, error, JSON.stringify(parts));
  // Of coins that are not offered: fifty are looked at, one more are not.
  const parts = Array.from({ length: 51 }, (_, i) => ({ ...part, asset: 100 + i }));
  assert.equal(world.try(dust(parts)).error, 'request/invalid');
  assert.equal(world.try(dust(parts.slice(1))).error, 'flash-exchange/not-offered');
  const events = world.events.filter(({ type }) => type === 'coins-exchanged');
  assert.equal(events.length, 1);
});

test('flash-exchange I4 held money is not exchanged, nor is anything else while some of it is missing', () => {
  const world = exchangeWorld();
  const untilMs = world.tickMs + 60_000;
  world.do({ type: 'place-hold', owner: ANN, asset: USDT, amount: 9_900 * UNIT, reason: 'review', untilMs });
  assert.equal(world.try(buy(world, { pay: 100 * UNIT + 1 })).error, 'wallet/held');
  world.do(buy(world));
  world.do(sell(world));
  world.do({ type: 'place-hold', owner: ANN, asset: USDT, amount: 200 * UNIT, reason: 'review', untilMs });
  assert.equal(world.try(sell(world)).error, 'wallet/held');
});

test('flash-exchange I2 an offer outside its bounds, or priced by another coin, is refused', () => {
  const world = exchangeWorld();
  const [usdt, btc] = OFFERS as readonly [Command, Command];
  for (const [change, error] of [
    [{ asset: 77 }, 'wallet/unknown-asset'],
    [{ market: 7 }, 'market/unknown-pair'],
    [{ asset: USDT }, 'market/unknown-pair'],
    [{ minAmount: -1 }, 'request/invalid'],
    [{ minAmount: 2, maxAmount: 1 }, 'request/invalid'],
    [{ maxDust: -1 }, 'request/invalid'],
    [{ bandPpm: -1 }, 'request/invalid'],
    [{ bandPpm: 500_001 }, 'request/invalid'],
  ] as const)
    assert.equal(world.try({ ...btc, ...change } as Command).error, error, JSON.stringify(change));
  world.do({ ...btc, minAmount: 0, maxAmount: 2 ** 53 - 1, bandPpm: 500_000 } as Command);
  // A coin that is priced in itself cannot be compared with one that is priced in USDT.
  world.do({ ...btc, market: -1 } as Command);
  assert.equal(world.try(buy(world)).error, 'flash-exchange/not-offered');
  world.do(usdt);
  assert.equal(Exchange.restore(world.exchange.snapshot()).hash(), world.exchange.hash());
});

test('flash-exchange I1 the whole balance can be exchanged; a treasury that never had a coin has none', () => {
  const world = new World();
  for (const command of OFFERS.toReversed()) world.do(command);
  assert.equal(world.try(buy(world)).error, 'flash-exchange/treasury-short');
  const capital = { type: 'issue', owner: HOUSE.treasury, wallet: 0, reason: 'house-capital' } as const;
  world.do({ ...capital, asset: BTC, amount: COIN });
  world.do({ type: 'transfer', owner: ANN, from: 2, to: 1, asset: USDT, amount: 9_900 * UNIT });
  world.do(buy(world));
  assert.equal(available(world, ANN, USDT), 0);
  // The order in which coins were offered leaves no trace.
  const [one, other] = [OFFERS, OFFERS.toReversed()].map((offers) => {
    const fresh = new World();
    for (const command of offers) fresh.do(command);
    return fresh.exchange.hash();
  });
  assert.equal(one, other);
});

test('flash-exchange I2 a quote is taken at the prices it was made at, and is the best of its spread', () => {
  const world = exchangeWorld();
  const [usdt, btc] = OFFERS as readonly [Command, Command];
  for (const offer of [usdt, btc])
    world.do({ ...offer, minAmount: 0, maxAmount: 2 ** 50, maxDust: 2 ** 50 } as Command);
  const { offers } = world.exchange.features['flash-exchange'];
  const sides = [offers.of(USDT)!, offers.of(BTC)!] as const;
  fc.assert(
    fc.property(fc.boolean(), fc.integer({ min: 1, max: 2 ** 40 }), (buys, units) => {
      const [from, to] = buys ? sides : [sides[1], sides[0]];
      const received = Number(offers.receivedFor({ offer: from, units }, to));
      const paid = { offer: from, units };
      assert.ok(offers.isFair([paid], { offer: to, units: received }));
      // At 100 USDT a unit of either is worth one of the other; the spread is 1 %.
      assert.equal(received, Math.floor((units * 99) / 100));
      if (received === 0) return;
      const back = offers.paidFor(from, { offer: to, units: received });
      assert.ok(back <= BigInt(units), `${back} of ${units}`);
      assert.equal(offers.receivedFor({ offer: from, units: Number(back) }, to), BigInt(received));
      assert.ok(
        back === 1n || offers.receivedFor({ offer: from, units: Number(back) - 1 }, to) < BigInt(received),
      );
    }),
  );
});

test('flash-exchange I3 dust is refused whole: each part counts for band, holds and the treasury', () => {
  const world = exchangeWorld();
  const ETH = 2;
  world.do({ type: 'define-asset', asset: ETH, code: 'ETH', decimals: 8 });
  world.do({
    type: 'define-market',
    market: 1,
    base: ETH,
    quote: USDT,
    priceDecimals: 0,
    lotDecimals: 2,
    indexDecimals: 0,
    makerFeePpm: 0,
    takerFeePpm: 0,
    minNotional: 1,
    maxNotional: 10 ** 12,
    limitBandPpm: 500_000,
    marketBandPpm: 50_000,
    maxOpenOrders: 10,
  });
  world.do({ type: 'issue', owner: ANN, wallet: 2, asset: ETH, amount: 100 * COIN, reason: 'play-money' });
  const [, btc] = OFFERS as readonly [Command, Command];
  // Both are at 100 USDT; the second may be given for half.
  world.do({ ...btc, maxDust: 100 * COIN } as Command);
  world.do({ ...btc, asset: ETH, market: 1, maxDust: 100 * COIN, bandPpm: 500_000 } as Command);
  world.tickMs += 1_000;
  world.do({ type: 'tick', tick: 2, tickMs: world.tickMs, prices: [1_000, 100] });
  const dust = (...parts: readonly (readonly [asset: number, pay: number, receive: number])[]): Command => ({
    type: 'exchange-dust',
    owner: ANN,
    receiveAsset: USDT,
    validUntilMs: world.tickMs + 5_000,
    parts: parts.map(([asset, pay, receive]) => ({ asset, pay, receive })),
  });
  const one = COIN / 10;
  // A little of the wide coin does not widen the band of the other: 2 % of 10 USDT.
  assert.equal(world.try(dust([BTC, one, 9_700_000], [ETH, 10, 5])).error, 'flash-exchange/price-moved');
  // Each part loses up to a unit: 1.99 for 1 is fair, ten times too.
  world.do(dust([BTC, 1, 0], [ETH, 3, 2]));
  // The treasury has 5,000 USDT: enough for either part, not for both.
  const [more, rest] = [
    [BTC, 30 * COIN, 3_000 * UNIT],
    [ETH, 30 * COIN, 3_000 * UNIT],
  ] as const;
  assert.equal(world.try(dust(more, rest)).error, 'flash-exchange/treasury-short');
  world.do(dust([BTC, 10 * COIN, 1_000 * UNIT], [ETH, 10 * COIN, 1_000 * UNIT]));
  const untilMs = world.tickMs + 60_000;
  const held = { type: 'place-hold', owner: ANN, reason: 'review', untilMs } as const;
  world.do({ ...held, asset: ETH, amount: 80 * COIN });
  assert.equal(world.try(dust([BTC, one, 10 * UNIT], [ETH, 10 * COIN, 1_000 * UNIT])).error, 'wallet/held');
  world.do(dust([BTC, one, 10 * UNIT], [ETH, 9 * COIN, 900 * UNIT]));
});
