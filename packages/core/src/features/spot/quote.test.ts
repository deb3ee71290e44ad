/**
 * Goal: what the site says before an order is what the exchange then moves. Method: random pairs,
 * prices and quantities, traded on an exchange; each amount also by an exact calculation of its
 * own.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { pairScale } from '@glasshouse/money';
import { receivedBy } from '@glasshouse/protocol/spot/quote';
import { BUY, Exchange, FIRST_USER, newestRules, SELL, WALLET, type Command } from '../../index.ts';

const [BASE, QUOTE] = [0, 1];
const [MAKER, TAKER] = [FIRST_USER, FIRST_USER + 1];
const FUNDS = 10 ** 15;

const trade = fc.record({
  decimals: fc.record({
    price: fc.integer({ min: 0, max: 4 }),
    lot: fc.integer({ min: 0, max: 4 }),
    base: fc.integer({ min: 4, max: 8 }),
    quote: fc.integer({ min: 2, max: 6 }),
  }),
  price: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 10_000_000 })),
  lots: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 1_000_000 })),
  makerFeePpm: fc.integer({ min: 0, max: 5_000 }),
  takerFeePpm: fc.integer({ min: 0, max: 5_000 }),
  takerBuys: fc.boolean(),
});
type Trade = typeof trade extends fc.Arbitrary<infer T> ? T : never;

function exchangeFor({ decimals, makerFeePpm, takerFeePpm }: Trade): Exchange {
  const exchange = new Exchange();
  const owners = [MAKER, TAKER];
  const commands: Command[] = [
    ...newestRules(),
    { type: 'define-asset', asset: BASE, code: 'BASE', decimals: decimals.base },
    { type: 'define-asset', asset: QUOTE, code: 'QUOTE', decimals: decimals.quote },
    {
      type: 'define-market',
      market: 0,
      base: BASE,
      quote: QUOTE,
      priceDecimals: decimals.price,
      lotDecimals: decimals.lot,
      indexDecimals: decimals.price,
      makerFeePpm,
      takerFeePpm,
      minNotional: 1,
      maxNotional: FUNDS,
      limitBandPpm: 500_000,
      marketBandPpm: 100_000,
      maxOpenOrders: 10,
    },
    ...owners.map((owner): Command => ({ type: 'open-account', owner })),
    ...owners.flatMap((owner) => [BASE, QUOTE].map((asset) => issue(owner, asset))),
  ];
  for (const command of commands) apply(exchange, command);
  return exchange;
}

function issue(owner: number, asset: number): Command {
  return {
    type: 'issue',
    owner,
    wallet: WALLET.exchange,
    asset,
    amount: FUNDS,
    reason: 'play-money',
  };
}

function apply(exchange: Exchange, command: Command): boolean {
  const { error } = exchange.apply(exchange.seq + 1, 0, command);
  assert.ok(error === null || command.type === 'place-order', `${command.type}: ${error}`);
  return error === null;
}

const balanceOf = (exchange: Exchange, owner: number, asset: number): number => {
  const { available, frozen } = exchange.balance(owner, WALLET.exchange, asset);
  return available + frozen;
};

test('R10.6 an order brings what its quote says, to the unit, for both sides', () => {
  let trades = 0;
  fc.assert(
    fc.property(trade, (one) => {
      const { decimals, price, lots, takerBuys } = one;
      const exchange = exchangeFor(one);
      const place = (owner: number, isBuy: boolean): boolean =>
        apply(exchange, {
          type: 'place-order',
          owner,
          market: 0,
          side: isBuy ? BUY : SELL,
          price,
          lots,
          quoteAmount: 0,
          timeInForce: 0,
          selfTrade: 0,
          clientOrderId: null,
        });
      if (!place(MAKER, !takerBuys) || !place(TAKER, takerBuys)) return;
      trades++;
      for (const [owner, isBuy, feePpm] of [
        [MAKER, !takerBuys, one.makerFeePpm],
        [TAKER, takerBuys, one.takerFeePpm],
      ] as const) {
        const quoted = receivedBy({ isBuy, price, lots, feePpm }, pairScale(decimals));
        const gained = balanceOf(exchange, owner, isBuy ? BASE : QUOTE) - FUNDS;
        assert.deepEqual({ ...quoted, gained }, { ...exactly(one, isBuy, feePpm), gained: quoted?.units });
      }
    }),
    { numRuns: 400 },
  );
  assert.ok(trades > 5, `${trades} trades`);
});

function exactly({ decimals, price, lots }: Trade, isBuy: boolean, feePpm: number) {
  const tens = (exponent: number): bigint => 10n ** BigInt(exponent);
  const gross = isBuy
    ? BigInt(lots) * tens(decimals.base - decimals.lot)
    : (BigInt(price) * BigInt(lots) * tens(decimals.quote)) / tens(decimals.price + decimals.lot);
  const fee = (gross * BigInt(feePpm)) / 1_000_000n;
  return { units: Number(gross - fee), fee: Number(fee) };
}
