/**
 * Goal: rules find the same whatever the order of the rows and the numbers of the accounts, and
 * stop exactly at their numbers. Method: facts by hand and random ones.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Movement, MovementKind, UserTrade } from '../../../contract/watch-facts.ts';
import { STRUCTURING, VELOCITY, WASH } from '../rules.ts';
import { passesOf, structuring, velocity } from './movements.ts';
import { reusedDocument, sharedDevice } from './persons.ts';
import { ringFinding, ringsOf } from './rings.ts';
import { backAndForth, washTrade } from './wash.ts';

const USDT = 1_000_000;
const NOW = 100 * 86_400_000;
const isNew = () => true;
const knownBy = (turnover: bigint) => ({
  turnoverOf: () => turnover,
  valueOf: (units: number) => units,
  pair: 'BTC/USDT',
});
let trades = 0;
// oxlint-disable-next-line max-params -- Read as a sentence in tests.
const sale = (seller: number, buyer: number, lots: number, more: Partial<UserTrade> = {}): UserTrade => ({
  trade: ++trades,
  timeMs: NOW,
  market: 0,
  quote: 0,
  seller,
  buyer,
  lots,
  quoteUnits: lots * USDT,
  ...more,
});
const washOf = (rows: readonly UserTrade[], turnover: bigint, isLinked = false) =>
  backAndForth(rows, isNew).map((each) => washTrade(each, knownBy(turnover), isLinked));
const there = [1, 2, 3].map(() => sale(1001, 1000, 20));
const back = [1, 2].map(() => sale(1000, 1001, 30));

test('watch I3 a wash trade: both ways, little left, and a part of what they trade', () => {
  const sum = 120n * BigInt(USDT);
  const found = washOf([...there, ...back], sum * 2n);
  assert.deepEqual([found.length, found[0]?.accounts, found[0]?.evidence.length], [1, [1000, 1001], 5]);
  assert.equal(washOf([...there, back[0]!], sum).length, 0, 'four trades');
  assert.equal(washOf([...there, sale(1000, 1001, 8), sale(1000, 1001, 8)], sum).length, 0, 'much is left');
  assert.equal(washOf([...there, ...there, back[0]!], sum).length, 0, 'one way');
  const share = BigInt(WASH.sharePercentMin);
  assert.notEqual(washOf([...there, ...back], (sum * 100n) / share)[0], null, 'exactly the share');
  const less = (sum * 100n) / (share - 1n);
  assert.equal(washOf([...there, ...back], less)[0], null);
  assert.notEqual(washOf([...there, ...back], less, true)[0], null, 'linked accounts need less');
  const old = { timeMs: NOW - WASH.windowMs };
  assert.equal(washOf([...there, back[0]!, { ...back[1]!, ...old }], sum).length, 0, 'out of the window');
  assert.equal(backAndForth([...there, ...back], () => false).length, 0, 'nothing is new');
});

test('watch I3 a ring comes back to where it began, each once', () => {
  const twice = (seller: number, buyer: number) => [sale(seller, buyer, 50), sale(seller, buyer, 50)];
  const round = [...twice(1003, 1000), ...twice(1000, 1002), ...twice(1002, 1003)];
  const turnover = BigInt(400 * USDT);
  const ringed = (rows: readonly UserTrade[]) =>
    ringsOf(rows, isNew).map((ring) => ringFinding(ring, knownBy(turnover)));
  assert.deepEqual(
    ringed(round).map((found) => [found?.subject, found?.evidence.length]),
    [['1000,1002,1003', 6]],
  );
  assert.deepEqual(ringed([...twice(1000, 1002), ...twice(1002, 1003)]), [], 'a chain');
  assert.deepEqual(ringed([...twice(1000, 1002), ...twice(1002, 1000)]), [], 'two are no ring');
  assert.deepEqual(ringed(round.slice(1)), [], 'one trade of a link');
  const thin = [...twice(1003, 1000), ...twice(1000, 1002), sale(1002, 1003, 19), sale(1002, 1003, 20)];
  assert.deepEqual(ringed(thin), [], 'a link is thinner than the others');
  assert.deepEqual(
    ringsOf(round, isNew).map((ring) => ringFinding(ring, knownBy(turnover * 10n))),
    [null],
  );
  const members = [1000, 1001, 1002, 1003, 1004, 1005];
  const wide = members.flatMap((from, i) => twice(from, members[(i + 1) % members.length]!));
  assert.deepEqual(ringed(wide), [], 'six are more than a ring');
});

test('watch I1 watch I3 the order of rows and the numbers of accounts change nothing', () => {
  const row = fc.record({ seller: fc.nat(4), buyer: fc.nat(4), lots: fc.integer({ min: 1, max: 60 }) });
  const rows = fc.array(row, { minLength: 5, maxLength: 40 });
  fc.assert(
    fc.property(rows, fc.infiniteStream(fc.nat()), (drawn, places) => {
      const own = drawn
        .filter(({ seller, buyer }) => seller !== buyer)
        .map(({ seller, buyer, lots }, i) => sale(1000 + seller, 1000 + buyer, lots, { trade: i + 1 }));
      const shuffled = own
        .map((each) => ({ each, place: places.next().value ?? 0 }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ each }) => each);
      const moved = own.map((each) => ({ ...each, seller: each.seller + 500, buyer: each.buyer + 500 }));
      const foundIn = (trade: readonly UserTrade[], by = 0) => [
        ...backAndForth(trade, isNew).map(({ accounts, eachWay, netPercent }) =>
          [...accounts.map((account) => account - by), eachWay, netPercent].join(' '),
        ),
        ...ringsOf(trade, isNew).map(({ accounts, evenPercent, quoteUnits }) =>
          [...accounts.map((account) => account - by), evenPercent, quoteUnits].join(' '),
        ),
      ];
      assert.deepEqual(foundIn(shuffled).toSorted(), foundIn(own).toSorted());
      assert.deepEqual(foundIn(moved, 500), foundIn(own));
    }),
  );
});

// oxlint-disable-next-line max-params -- Read as a sentence in tests.
const move = (kind: MovementKind, id: number, usdt: number, timeMs = NOW): Movement => ({
  kind,
  id,
  owner: 1000,
  timeMs,
  amount: `${usdt} USDT`,
  value: usdt * USDT,
});

test('watch I3 structuring is below a limit and near it, often, and most of what is moved', () => {
  const limits = [{ name: 'large', units: 10_000 * USDT }] as const;
  const found = (sums: readonly number[]) =>
    structuring(
      sums.map((sum, i) => move('deposit', i + 1, sum)),
      { kind: 'deposit', limits, untilMs: NOW },
    );
  const near = (10_000 * STRUCTURING.nearPercent) / 100;
  assert.equal(found([near, near, 9_999])?.evidence.length, 3);
  assert.equal(found([10_000, 10_000, 10_000]), null, 'the limit itself');
  assert.equal(found([near - 1, 9_000, 9_000]), null);
  assert.equal(found([9_000, 9_000, 9_000, 1, 1, 1, 1]), null, 'a smaller part of all');
  const withdrawals = [9_000, 9_100, 9_200].map((sum, i) => move('withdrawal', i + 1, sum));
  assert.equal(structuring(withdrawals, { kind: 'deposit', limits, untilMs: NOW }), null);
});

test('watch I3 money that passes through is hardly traded, three times', () => {
  const day = 86_400_000;
  const passes = (times: number, left: number, lag = day / 2) =>
    Array.from({ length: times }, (_, i) => [
      move('deposit', i + 1, 1_000, NOW - (2 * i + 1) * day),
      move('withdrawal', i + 1, left, NOW - (2 * i + 1) * day + lag),
    ]).flat();
  const found = (moves: readonly Movement[], traded = 0n) =>
    velocity(passesOf(moves, NOW), () => traded * BigInt(USDT));
  assert.equal(found(passes(3, 800))?.evidence.length, 6);
  assert.equal(found(passes(2, 800)), null);
  assert.equal(found(passes(3, 799)), null, 'some stays');
  assert.equal(found(passes(3, 800, VELOCITY.withinMs + 1)), null, 'it stayed for more than a day');
  assert.equal(found(passes(3, 800), 200n), null, 'it was traded');
  assert.notEqual(found(passes(3, 800), 199n), null);
});

test('watch I3 five accounts of a browser, and a document of two', () => {
  const users = [1, 2, 3, 4, 5].map((i) => ({ id: i, user: 1000 + i, timeMs: i, device: 'abc' }));
  assert.equal(sharedDevice('abc', users.slice(1)), null, 'a family of four');
  assert.deepEqual(sharedDevice('abc', users)?.accounts, [1001, 1002, 1003, 1004, 1005]);
  const use = { id: 7, user: 1000, timeMs: 9, others: [] };
  assert.equal(reusedDocument(use), null);
  const others = [{ id: 3, user: 1001, timeMs: 5, by: 'photo' as const }];
  assert.deepEqual(
    [reusedDocument({ ...use, others })?.subject, reusedDocument({ ...use, others })?.accounts],
    ['case 3', [1000, 1001]],
  );
});
