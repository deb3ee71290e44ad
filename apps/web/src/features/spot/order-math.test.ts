/**
 * Goal: the order form computes the same as the exchange. Method: small tables with exact results.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  amountOf,
  draftError,
  largestAmount,
  limitSizeOf,
  marketResultOf,
  percentOf,
  receivedOf,
  resultOf,
  shareOf,
  totalOf,
  wouldTake,
} from './order-math.ts';
import { distanceOf, otherTrail, priceAtDistance } from './order-distances.ts';
import { NO_FURTHER } from './further-terms.ts';
import { NO_PRICES, ORDER_TYPES, orderCall, type OrderDraft } from './order-types.ts';

const terms = {
  priceDecimals: 2,
  amountDecimals: 5,
  quoteDecimals: 6,
  baseDecimals: 8,
  indexDecimals: 3,
  limitBandPpm: 500_000,
  minNotional: '5',
  makerFeePpm: 800,
  takerFeePpm: 1000,
};
const typed = (name: string) => ORDER_TYPES.find((type) => type.name === name) ?? ORDER_TYPES[0];
const [LIMIT, MARKET] = [typed('limit'), typed('market')];
const draft: OrderDraft = {
  side: 'buy',
  type: LIMIT,
  prices: { ...NO_PRICES, price: '100' },
  amount: '1',
  quoteAmount: '',
  timeInForce: 'GTC',
  available: '1000',
  further: NO_FURTHER,
};
const UNKNOWN = { price: undefined, indexPrice: undefined };
const AT_100 = { price: '100', indexPrice: '100.0' };

test('R2.16 when the price of a limit order changes, the typed one of amount and total stays, and the other follows', () => {
  const byTotal = { amount: '', quoteAmount: '50' };
  assert.deepEqual(limitSizeOf(byTotal, '70000', terms), { amount: '0.00071', total: '50' });
  assert.deepEqual(limitSizeOf(byTotal, '60000', terms), { amount: '0.00083', total: '50' });
  const byAmount = { amount: '0.001', quoteAmount: '' };
  assert.deepEqual(limitSizeOf(byAmount, '70000', terms), { amount: '0.001', total: '70' });
  assert.deepEqual(limitSizeOf(byAmount, '', terms), { amount: '0.001', total: '' });
});

test('R2.16 the largest amount is what the balance pays for, in whole lots', () => {
  const buy = { side: 'buy', price: '90000', available: '100' } as const;
  assert.equal(largestAmount(buy, terms), '0.00111');
  assert.equal(largestAmount({ ...buy, side: 'sell', available: '0.123456' }, terms), '0.12345');
  assert.equal(largestAmount({ ...buy, price: '' }, terms), undefined);
  assert.equal(largestAmount({ ...buy, available: undefined }, terms), undefined);
});

test('R5.10 totals and amounts are truncated, never rounded up', () => {
  assert.equal(totalOf('90369.25', '0.13450', terms), '12154.664125');
  assert.equal(amountOf('100', '3', terms), '33.33333');
  assert.equal(totalOf('', '1', terms), '');
  assert.equal(amountOf('1', '0', terms), '');
});
test('R2.16 a share of the balance is rounded down to the lot', () => {
  assert.equal(shareOf('0.48123456', 25, 5), '0.1203');
  assert.equal(shareOf('10', 100, 2), '10');
});
test('R2.16 slider and fields are bound both ways: the slider follows a typed size', () => {
  assert.equal(percentOf('0.25', '1'), 25);
  assert.equal(percentOf('2', '1'), 100);
  assert.equal(percentOf('', '1'), 0);
  assert.equal(percentOf('1', undefined), 0);
});
test('R2.16 distances of a pair in percent and prices follow from each other', () => {
  assert.equal(distanceOf('103', '100', true), '3.00');
  assert.equal(distanceOf('98.5', '100', false), '1.50');
  assert.equal(distanceOf('98.5', '100', true), '', 'below is not a distance above');
  assert.equal(distanceOf('', '100', true), '');
  assert.equal(priceAtDistance('100', { percent: '3', isAbove: true }, 2), '103');
  assert.equal(priceAtDistance('90369.259', { percent: '1.5', isAbove: false }, 2), '89013.72');
  assert.equal(priceAtDistance('100', { percent: '250', isAbove: false }, 2), '0');
  assert.equal(priceAtDistance('', { percent: '3', isAbove: true }, 2), '');
});
test('R10.6 a market order says what it would take from the book, level by level', () => {
  const asks = [
    ['100', '0.5'],
    ['110', '1'],
  ] as const;
  const buy = { side: 'buy', amount: '1', quoteAmount: '' } as const;
  assert.deepEqual(marketResultOf(buy, asks, terms), {
    received: '0.999',
    fee: '0.001',
    average: '105.00',
    worst: '110',
    whole: true,
  });
  const byTotal = { side: 'buy', amount: '', quoteAmount: '105' } as const;
  assert.deepEqual(marketResultOf(byTotal, asks, terms), marketResultOf(buy, asks, terms));
  assert.equal(marketResultOf({ ...buy, amount: '2' }, asks, terms)?.whole, false);
  assert.equal(marketResultOf({ ...byTotal, quoteAmount: '500' }, asks, terms)?.whole, false);
  const sell = { side: 'sell', amount: '0.5', quoteAmount: '' } as const;
  assert.equal(marketResultOf(sell, [['99', '3']], terms)?.received, '49.4505');
  assert.equal(marketResultOf(sell, [], terms), undefined);
});
test('R10.6 the fee is taken from what is received', () => {
  assert.deepEqual(receivedOf({ side: 'buy', amount: '0.1345', price: '90369.25', taker: false }, terms), {
    amount: '0.1343924',
    fee: '0.0001076',
    feePpm: 800,
  });
  assert.deepEqual(receivedOf({ side: 'sell', amount: '1', price: '100', taker: true }, terms), {
    amount: '99.9',
    fee: '0.1',
    feePpm: 1000,
  });
});
test('R10.6 a limit price that meets the other side is a taker', () => {
  assert.ok(wouldTake('buy', '101', '101'));
  assert.ok(!wouldTake('buy', '100', '101'));
  assert.ok(wouldTake('sell', '99', '100'));
  assert.ok(!wouldTake('sell', '99', undefined));
});
test('R5.9 enter a suitable price, enter quantity, insufficient available balance', () => {
  const wrong = (change: Partial<OrderDraft>) => draftError({ ...draft, ...change }, UNKNOWN, terms);
  assert.deepEqual(wrong({ prices: NO_PRICES }), { text: 'spot.enterPrice', field: 'price' });
  assert.deepEqual(wrong({ amount: '0' }), { text: 'spot.enterAmount', field: 'amount' });
  assert.deepEqual(wrong({ amount: '0.01' }), { text: 'spot.belowMinimum', field: 'amount' });
  assert.deepEqual(wrong({ amount: '11' }), { text: 'common.insufficient', field: 'amount' });
  assert.equal(wrong({ amount: '9'.repeat(18) })?.text, 'common.insufficient');
  assert.equal(wrong({}), undefined);
});
test('R5.9 a market buy by total needs the total only', () => {
  const market: OrderDraft = { ...draft, type: MARKET, prices: NO_PRICES, amount: '', quoteAmount: '50' };
  assert.equal(draftError(market, AT_100, terms), undefined);
  assert.equal(draftError({ ...market, quoteAmount: '5000' }, AT_100, terms)?.text, 'common.insufficient');
  assert.equal(draftError({ ...market, quoteAmount: '4' }, AT_100, terms)?.text, 'spot.belowMinimum');
});
test('R5.10 an order is sent with only the fields of its type, by the call of its type', () => {
  const context = { baseCoin: 'BTC', quoteCoin: 'USDT', selfTrade: 'cancel-both' } as const;
  const sent = (change: Partial<OrderDraft>) =>
    orderCall({ ...draft, ...change }, { ...context, amountDecimals: 5, nowMs: 0 });
  const prices = { ...NO_PRICES, price: '110', triggerPrice: '90', stopPrice: '', trailPercent: '2' };
  assert.deepEqual(sent({ timeInForce: 'IOC' }).input, {
    ...context,
    side: 'buy',
    type: 'limit',
    price: '100',
    amount: '1',
    timeInForce: 'IOC',
  });
  assert.deepEqual(sent({ type: MARKET, quoteAmount: '50' }).input, {
    ...context,
    side: 'buy',
    type: 'market',
    quoteAmount: '50',
  });
  // Stop-limit orders cannot be post-only.
  const stop = sent({ type: typed('stop-limit'), prices, timeInForce: 'POST_ONLY' }).input;
  assert.deepEqual([stop.triggerPrice, 'timeInForce' in stop && stop.timeInForce], ['90', 'GTC']);
  assert.deepEqual(sent({ type: typed('oco'), side: 'sell', prices }), {
    name: 'spot/place-oco',
    input: { ...context, side: 'sell', price: '110', triggerPrice: '90', stopPrice: '', amount: '1' },
  });
});
test('R5.9 checks a trigger, a distance from 0.1 to 50 percent, and the dearer leg of a buy OCO', () => {
  const wrong = (change: Partial<OrderDraft>) => draftError({ ...draft, ...change }, AT_100, terms);
  const prices = { ...NO_PRICES, price: '90', triggerPrice: '110', stopPrice: '120', trailPercent: '0.05' };
  const noTrigger = { type: typed('stop-limit'), prices: { ...prices, triggerPrice: '' } };
  assert.deepEqual(wrong(noTrigger), { text: 'spot.enterTrigger', field: 'triggerPrice' });
  const trail = { type: typed('trailing-stop'), side: 'sell', prices } as const;
  assert.deepEqual(wrong(trail), { text: 'spot.trailRange', field: 'trailPercent' });
  assert.equal(wrong({ ...trail, prices: { ...prices, trailPercent: '0.1' } }), undefined);
  const oco = { type: typed('oco'), prices, amount: '9' };
  assert.equal(wrong({ ...oco, available: '1079' })?.text, 'common.insufficient');
  assert.equal(wrong({ ...oco, available: '1080' }), undefined);
  assert.equal(wrong({ ...oco, prices: { ...prices, stopPrice: '' } })?.field, 'stopPrice');
  assert.equal(
    wrong({ ...oco, side: 'sell', prices: { ...NO_PRICES, price: '110', triggerPrice: '90' } }),
    undefined,
  );
});
test('R5.9 an OCO pair must surround the index price, and no trigger may be reached already', () => {
  const wrong = (change: Partial<OrderDraft>) =>
    draftError({ ...draft, available: '9000', ...change }, AT_100, terms)?.text;
  const oco = (side: 'buy' | 'sell', price: string, triggerPrice: string) =>
    wrong({ type: typed('oco'), side, prices: { ...NO_PRICES, price, triggerPrice, stopPrice: '100' } });
  const expected = [
    [oco('sell', '110', '90'), undefined],
    [oco('sell', '100', '90'), 'spot.wrongSides.limitAbove'],
    [oco('sell', '110', '100.00'), 'spot.wrongSides.triggerBelow'],
    [oco('buy', '90', '110'), undefined],
    [oco('buy', '101', '110'), 'spot.wrongSides.limitBelow'],
    [oco('buy', '90', '99'), 'spot.wrongSides.triggerAbove'],
  ] as const;
  for (const [found, told] of expected) assert.equal(found, told);
  // One cent below the index price, at it, one above.
  const stops = (name: string, side: 'buy' | 'sell') =>
    ['99.99', '100', '100.01'].map((triggerPrice) => {
      const prices = { ...NO_PRICES, price: '99', triggerPrice };
      return wrong({ type: typed(name), side, prices }) ?? 'waits';
    });
  const [below, above] = [
    ['waits', 'spot.triggerReached', 'spot.triggerReached'],
    ['spot.triggerReached', 'spot.triggerReached', 'waits'],
  ];
  assert.deepEqual(stops('stop-limit', 'sell'), below);
  assert.deepEqual(stops('stop-limit', 'buy'), above);
  assert.deepEqual(stops('take-profit-limit', 'sell'), above);
  assert.deepEqual(stops('take-profit-limit', 'buy'), below);
});
test("R5.9 a limit outside the band is refused with the core's range, a stop's limit around its trigger", () => {
  const wrong = (change: Partial<OrderDraft>, indexPrice = '100.004') =>
    draftError({ ...draft, available: '9000', ...change }, { price: '100', indexPrice }, terms);
  const limit = (price: string) => wrong({ prices: { ...NO_PRICES, price } });
  const range = { lowest: '50', highest: '150' };
  assert.deepEqual(limit('150.01'), { text: 'spot.outOfRange', field: 'price', range });
  assert.deepEqual(limit('49.99'), { text: 'spot.outOfRange', field: 'price', range });
  assert.deepEqual([limit('50'), limit('150')], [undefined, undefined]);
  // The index price is rounded to a tick, and half of an odd one is rounded down.
  assert.deepEqual(wrong({ prices: { ...NO_PRICES, price: '160' } }, '100.005'), {
    text: 'spot.outOfRange',
    field: 'price',
    range: { lowest: '50.01', highest: '150.01' },
  });
  const stop = { type: typed('stop-limit'), prices: { ...NO_PRICES, triggerPrice: '300', price: '151' } };
  assert.equal(wrong(stop), undefined);
  assert.deepEqual(wrong({ ...stop, prices: { ...stop.prices, price: '149' } }), {
    text: 'spot.outOfRange',
    field: 'price',
    range: { lowest: '150', highest: '450' },
  });
  const pair = {
    type: typed('oco'),
    side: 'sell',
    prices: { ...NO_PRICES, triggerPrice: '90', price: '110' },
  } as const;
  assert.equal(wrong({ ...pair, prices: { ...pair.prices, stopPrice: '44' } })?.field, 'stopPrice');
  assert.equal(
    draftError({ ...draft, prices: { ...NO_PRICES, price: '900' } }, UNKNOWN, terms)?.field,
    undefined,
  );
});
test('R5.9 R11.4 exits lie on their sides of the price of their order, and at least one is given', () => {
  const wrong = (side: 'buy' | 'sell', exits: readonly [string, string], type = LIMIT) => {
    const [takeProfitPrice, stopLossPrice] = exits;
    const prices = { ...NO_PRICES, price: '100', takeProfitPrice, stopLossPrice };
    const further = { ...NO_FURTHER, exits: true };
    const sized =
      type === LIMIT ? {} : { amount: side === 'buy' ? '' : '1', quoteAmount: side === 'buy' ? '90' : '' };
    return draftError({ ...draft, type, side, prices, further, ...sized }, AT_100, terms)?.text;
  };
  assert.equal(wrong('buy', ['', '']), 'spot.enterExit');
  assert.equal(wrong('buy', ['101', '']), undefined);
  assert.equal(wrong('buy', ['100', '']), 'spot.exitAbove');
  assert.equal(wrong('buy', ['101', '100']), 'spot.exitBelow');
  assert.equal(wrong('sell', ['99', '101']), undefined);
  assert.equal(wrong('sell', ['100', '101']), 'spot.exitBelow');
  assert.equal(wrong('sell', ['99', '99']), 'spot.exitAbove');
  // As an order of its own it gives away what it holds.
  const alone = typed('tp-sl');
  assert.equal(wrong('sell', ['101', '99'], alone), undefined);
  assert.equal(wrong('sell', ['99', '98'], alone), 'spot.exitAbove');
  assert.equal(wrong('buy', ['99', '101'], alone), undefined);
  assert.equal(wrong('buy', ['', '101'], alone), 'spot.enterTrigger');
});
test('R11.4 further terms are sent by the types that have them', () => {
  const context = {
    baseCoin: 'BTC',
    quoteCoin: 'USDT',
    selfTrade: 'cancel-both',
    amountDecimals: 5,
    nowMs: 5_000,
  } as const;
  const further = {
    exits: true,
    lastsMs: 3_600_000,
    slippagePercent: '0.5',
    triggerBy: 'last',
    parts: 3,
  } as const;
  const prices = { ...NO_PRICES, price: '100', triggerPrice: '90', stopLossPrice: '80' };
  const sent = (change: Partial<OrderDraft>) =>
    orderCall({ ...draft, further, prices, ...change }, context).input as Record<string, unknown>;
  const furtherOf = (change: Partial<OrderDraft>) => {
    const { stopLossPrice, takeProfitPrice, expireTime, slippagePercent, triggerBy } = sent(change);
    return [stopLossPrice, takeProfitPrice, expireTime, slippagePercent, triggerBy];
  };
  assert.deepEqual(furtherOf({}), ['80', undefined, 3_605_000, undefined, undefined]);
  assert.deepEqual(furtherOf({ timeInForce: 'IOC' })[2], undefined);
  const shown = (change: Partial<OrderDraft>) => sent({ amount: '1', ...change })['visibleAmount'];
  assert.equal(shown({}), '0.33334');
  for (const change of [{ timeInForce: 'FOK' as const }, { type: MARKET }, { type: typed('oco') }])
    assert.equal(shown(change), undefined);
  assert.deepEqual(furtherOf({ type: MARKET }), ['80', undefined, undefined, '0.5', undefined]);
  assert.deepEqual(furtherOf({ type: typed('stop-limit') }), [
    undefined,
    undefined,
    3_605_000,
    undefined,
    'last',
  ]);
  assert.deepEqual(furtherOf({ type: typed('oco') }), [
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
test('R11.4 a preview of the exchange is shown net of its fee', () => {
  const preview = {
    filledAmount: '0.5',
    filledQuote: '50',
    averagePrice: '100',
    worstPrice: '101',
    complete: false,
  };
  const bought = resultOf({ ...preview, fee: '0.0005' }, 'buy');
  assert.deepEqual(bought, { received: '0.4995', fee: '0.0005', average: '100', worst: '101', whole: false });
  assert.equal(resultOf({ ...preview, fee: '0.05' }, 'sell').received, '49.95');
});

test('R11.4 a trailing distance is given in percent or in coins, and the other form follows', () => {
  const trailing = (prices: Partial<OrderDraft['prices']>): OrderDraft => ({
    ...draft,
    side: 'sell',
    type: typed('trailing-stop'),
    prices: { ...NO_PRICES, ...prices },
  });
  const errorOf = (prices: Partial<OrderDraft['prices']>) =>
    draftError(trailing(prices), AT_100, terms)?.text;
  assert.equal(errorOf({ trailPercent: '5' }), undefined);
  assert.equal(errorOf({ trailAmount: '50' }), undefined);
  assert.equal(errorOf({ trailAmount: '50.01' }), 'spot.trailAmountRange');
  assert.equal(errorOf({ trailAmount: '0' }), 'spot.trailAmountRange');
  assert.equal(errorOf({}), 'spot.trailRange');
  assert.equal(errorOf({ trailPercent: '51' }), 'spot.trailRange');
  assert.equal(errorOf({ trailPercent: '5', limitOffset: '0' }), 'spot.enterPrice');
  assert.equal(otherTrail({ trailPercent: '5', trailAmount: '' }, '90000', 2), '4500');
  assert.equal(otherTrail({ trailPercent: '', trailAmount: '450' }, '90000', 2), '0.5');
  assert.equal(otherTrail({ trailPercent: '', trailAmount: '' }, '90000', 2), '');
});
test('R11.4 only a trailing sale has a limit below its trigger', () => {
  const context = {
    baseCoin: 'BTC',
    quoteCoin: 'USDT',
    selfTrade: 'cancel-both',
    nowMs: 0,
    amountDecimals: 5,
  } as const;
  const prices = { ...NO_PRICES, trailAmount: '5', limitOffset: '1' };
  const sent = (side: 'buy' | 'sell') =>
    orderCall({ ...draft, side, type: typed('trailing-stop'), prices }, context).input as Record<
      string,
      unknown
    >;
  assert.equal(sent('sell')['limitOffset'], '1');
  assert.equal('limitOffset' in sent('buy'), false);
  assert.equal(sent('sell')['trailAmount'], '5');
});
