/**
 * Goal: an order is replaced by another one with nothing in between, and cancelled by the name that
 * its client gave it. Method: a small world, whose audit runs after each command.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, UNIT, World } from '../../../sim/spot-world.ts';
import { BUY, MARKET_STATUS, SELL, TIME_IN_FORCE as TIF, type OrderChanged, type Side } from '../../index.ts';
import type { ReplaceOrder } from './commands.ts';

const [BY_OWNER, BY_PARTNER] = ['2/1', '2/4'];

class Replacing extends World {
  /** Ann replaces an order by one for lots at a price. */
  // oxlint-disable-next-line max-params -- Read as a sentence in tests.
  replace(order: number, side: Side, price: number, lots: number, more: Partial<ReplaceOrder> = {}) {
    const placed = this.extended(ANN, side, price, lots) as Omit<ReplaceOrder, 'type'>;
    return this.try({ ...placed, order, cancelled: null, mustCancel: 1, ...more, type: 'replace-order' });
  }

  refusals(): string[] {
    return this.events.flatMap((event) => (event.type === 'replacement-refused' ? [event.refusal] : []));
  }

  available(owner: number): number {
    return this.exchange.balance(owner, 2, 0).available;
  }
}

test('D0052 R11.2 what the cancelled order had frozen pays for the new one', () => {
  const world = new Replacing();
  // All of the 10,000 USDT.
  const first = world.do(world.order(ANN, BUY, 100, 10_000));
  assert.equal(world.available(ANN), 0);
  const { error, id, count } = world.replace(first, BUY, 80, 12_500);
  assert.deepEqual([error, count, world.state(first)[0]], [null, 1, BY_OWNER]);
  assert.deepEqual([world.state(id), world.frozen(ANN)[0]], [['0/0', 0], 10_000 * UNIT]);
});

test('D0052 a cancel that is refused places nothing with mustCancel 1, and the new order with 0', () => {
  const world = new Replacing();
  const foreign = world.do(world.order(BOB, BUY, 90, 200));
  const gone = world.do(world.order(ANN, BUY, 90, 200));
  world.do({ type: 'cancel-order', owner: ANN, order: gone });
  for (const order of [foreign, gone, 0, -1]) {
    const refused = world.replace(order, BUY, 91, 200);
    assert.deepEqual([refused.error, refused.count], ['spot/unknown-order', 0]);
    assert.deepEqual(world.frozen(ANN), [0, 0]);
    const placed = world.replace(order, BUY, 91, 200, { mustCancel: 0 });
    assert.deepEqual([placed.error, placed.count], [null, 0]);
    world.do({ type: 'cancel-order', owner: ANN, order: placed.id });
  }
  assert.deepEqual(world.state(foreign), ['0/0', 0]);
  // Neither can be done: nothing has changed, and the refusal is that of the new order.
  assert.equal(world.replace(gone, BUY, 1, 200, { mustCancel: 0 }).error, 'spot/price-out-of-range');
  assert.deepEqual(world.refusals(), []);
});

test('D0052 a new order that is refused leaves the cancel, and an event says why', () => {
  const world = new Replacing();
  world.do(world.order(ANN, BUY, 100, 6_000));
  const first = world.do(world.order(ANN, BUY, 100, 4_000));
  const { error, id, count } = world.replace(first, BUY, 100, 4_001);
  assert.deepEqual([error, id, count], [null, 0, 1]);
  assert.deepEqual(world.refusals(), ['wallet/insufficient-balance']);
  assert.deepEqual([world.state(first)[0], world.frozen(ANN)[0]], [BY_OWNER, 6_000 * UNIT]);
});

test('D0052 the new order may have the name of the cancelled one, and the name of no other', () => {
  const world = new Replacing();
  const first = world.do(world.order(ANN, BUY, 90, 200, { clientOrderId: 'one' }));
  world.do(world.order(ANN, BUY, 90, 200, { clientOrderId: 'two' }));
  const next = world.replace(0, BUY, 91, 200, { cancelled: 'one', clientOrderId: 'one' });
  assert.deepEqual([next.error, next.count, world.state(first)[0]], [null, 1, BY_OWNER]);
  assert.equal(world.last(next.id).clientOrderId, 'one');
  const taken = world.replace(0, BUY, 92, 200, { cancelled: 'one', clientOrderId: 'two' });
  assert.deepEqual([taken.id, taken.count], [0, 1]);
  assert.deepEqual(world.refusals(), ['spot/client-order-id-taken']);
});

test('D0052 a replaced leg ends its pair, and a replaced part has its exits first', () => {
  const world = new Replacing();
  const leg = world.do(world.oco(ANN, SELL, { price: 110, trigger: 90, stopPrice: 90 }));
  const { partner } = world.last(leg);
  const pair = world.replace(leg, SELL, 105, 100);
  assert.deepEqual([pair.error, pair.count], [null, 1]);
  assert.deepEqual([world.state(leg)[0], world.state(partner)[0]], [BY_OWNER, BY_PARTNER]);
  world.do({ type: 'cancel-order', owner: ANN, order: pair.id });

  const entry = world.do(world.extended(ANN, BUY, 100, 200, { stopLoss: 95 }));
  world.do(world.order(BOB, SELL, 100, 50));
  world.do(world.order(ANN, SELL, 120, 5_000));
  // Of 10,000 lots and the 49 that it has bought, the new order cannot have what the exit holds.
  const { id } = world.replace(entry, SELL, 120, 5_001);
  const exit = world.events.findLast(
    (event): event is OrderChanged => event.type === 'order-changed' && event.entry === entry,
  );
  assert.deepEqual([exit?.lots, exit?.trigger, id], [49, 95, 0]);
  assert.deepEqual(world.refusals(), ['wallet/insufficient-balance']);
});

test('D0052 D0044 a halt decides whether the cancel passes; the new order is refused in any', () => {
  const world = new Replacing();
  const first = world.do(world.order(ANN, BUY, 90, 200, { clientOrderId: 'one' }));
  const halt = (cancels: 0 | 1) =>
    world.do({ type: 'set-market-status', market: 0, status: MARKET_STATUS.halted, cancels });
  halt(0);
  assert.equal(world.replace(first, BUY, 91, 200).error, 'market/halted');
  assert.equal(world.replace(first, BUY, 91, 200, { mustCancel: 0 }).error, 'market/halted');
  const named = { type: 'cancel-named', owner: ANN, market: 0, clientOrderId: 'one' } as const;
  assert.equal(world.try(named).error, 'market/halted');
  assert.deepEqual(world.state(first), ['0/0', 0]);
  halt(1);
  const { error, id, count } = world.replace(first, BUY, 91, 200);
  assert.deepEqual([error, id, count, world.refusals()], [null, 0, 1, ['market/halted']]);
});

test('D0052 a name finds the open order of its owner on its market, of a pair the leg that rests', () => {
  const world = new Replacing();
  world.do({ ...world.exchange.markets[0]!.definition, type: 'define-market', market: 1 });
  const cancel = (owner: number, market: number, clientOrderId: string) =>
    world.try({ type: 'cancel-named', owner, market, clientOrderId });
  const first = world.do(world.order(ANN, BUY, 90, 200, { clientOrderId: 'one' }));
  const pair = { ...world.oco(ANN, SELL, { price: 110, trigger: 90, stopPrice: 90 }), clientOrderId: 'both' };
  const leg = world.do(pair as Parameters<World['do']>[0]);
  for (const [owner, market, name] of [
    [BOB, 0, 'one'],
    [ANN, 1, 'one'],
    [ANN, 9, 'one'],
    [ANN, 0, 'on'],
    [ANN, 0, ''],
    [4_242, 0, 'one'],
  ] as const)
    assert.deepEqual(cancel(owner, market, name), { error: 'spot/unknown-order', id: 0, count: 0 });
  assert.deepEqual(cancel(ANN, 0, 'one'), { error: null, id: first, count: 0 });
  assert.equal(cancel(ANN, 0, 'both').id, leg);
  assert.deepEqual(world.state(leg)[0], BY_OWNER);
});

test('D0052 a replacement by an order that trades at once pays the taker as a new one does', () => {
  const world = new Replacing();
  world.do(world.order(BOB, SELL, 101, 100));
  const first = world.do(world.order(ANN, BUY, 90, 200));
  const { id } = world.replace(first, BUY, 0, 100, { timeInForce: TIF.IOC, slippagePpm: 10_000 });
  assert.deepEqual(world.state(id), ['1/0', 100]);
  assert.equal(world.available(ANN), 10_000 * UNIT - 101 * UNIT);
});
