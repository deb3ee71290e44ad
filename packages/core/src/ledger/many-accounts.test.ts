/**
 * Goal: structures that grow with the number of accounts hold all of them. Method: enough accounts
 * that every array has grown; all data of accounts at the former ends of arrays is checked.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, EVE, UNIT, USDT, DAY_MS, World } from '../../sim/spot-world.ts';
import { WALLET } from '../accounts.ts';
import { BUY, SELL, type Command } from '../index.ts';
import { Exchange } from '../index.ts';

const FIRST = 3_000;
const ACCOUNTS = 1_100;
/** Initial and grown capacities of the arrays by block. */
const ROOMS = [64, 128, 256, 512, 1024, 2048];

/** A world in which the next account's trading block has an even number, like the capacities. */
function evenWorld(): World {
  const world = new World();
  world.do({ type: 'transfer', owner: ANN, from: 2, to: WALLET.finance, asset: USDT, amount: 1 });
  return world;
}

test('R11.3 R11.4 each of a thousand accounts has its own orders, volume, tier and referrer, also after a restore', () => {
  const world = evenWorld();
  const quick = (command: Command): void => {
    const { exchange } = world;
    assert.equal(exchange.apply(exchange.seq + 1, world.tickMs + 500, command).error, null);
    exchange.log.clear();
  };
  for (let owner = FIRST; owner < FIRST + ACCOUNTS; owner++) {
    quick({ type: 'open-account', owner });
    quick({ type: 'issue', owner, wallet: 2, asset: USDT, amount: owner * UNIT, reason: 'play-money' });
  }
  const tier = (volume: number) => ({ volume, makerSharePpm: 1_000_000, takerSharePpm: 1_000_000 });
  world.do({ type: 'define-fee-tiers', asset: USDT, tiers: [tier(0), tier(UNIT)] });
  const { ledger } = world.exchange;
  const blockOf = (owner: number) => ledger.blockOf(owner, WALLET.exchange);
  const all = Array.from({ length: ACCOUNTS }, (_, i) => FIRST + i);
  const seen = all.filter((owner) => ROOMS.some((room) => Math.abs(blockOf(owner) - room) <= 2));
  seen.push(all.at(-1)!);
  for (const room of ROOMS) assert.ok(seen.some((owner) => blockOf(owner) === room));

  for (const owner of seen) quick({ type: 'set-referrer', owner, referrer: ANN, sharePpm: 500_000 });
  world.do(world.order(EVE, SELL, 100, 1_000));
  // The largest block first, so that the arrays grow once.
  for (const owner of seen.toReversed()) {
    assert.deepEqual(world.exchange.features.spot.openOrders(owner), []);
    quick(world.order(owner, BUY, 100, 1));
    assert.deepEqual(world.exchange.features.spot.openOrders(owner), []);
    quick(world.order(owner, BUY, 90, 2));
    assert.equal(world.exchange.features.spot.openOrders(owner).length, 1);
    assert.equal(world.try(world.order(owner, BUY, 90, 0)).error, 'spot/amount-missing');
  }
  world.tick(1000, DAY_MS);
  for (const exchange of [world.exchange, Exchange.restore(world.exchange.snapshot())]) {
    assert.equal(exchange.hash(), world.exchange.hash());
    for (const owner of seen) {
      assert.deepEqual(
        exchange.features.spot.fees.feeStateOf(owner),
        { tier: 1, volume: UNIT, today: 0 },
        `${owner}`,
      );
      assert.equal(exchange.features.spot.fees.referrerOf(owner), ANN);
      const [order] = exchange.features.spot.openOrders(owner);
      assert.deepEqual([order?.owner, order?.price], [owner, 90]);
    }
    const held = new Map<number, number>();
    exchange.forEachAccount(({ owner, wallet, asset, available, frozen }) => {
      if (wallet === WALLET.exchange && asset === USDT) held.set(owner, available + frozen);
    });
    for (const owner of all)
      assert.equal(held.get(owner), (owner - Number(seen.includes(owner))) * UNIT, `${owner}`);
  }
  assert.ok(blockOf(all.at(-1)!) > 2 * 1024);
});

test('R11.4 the first order of all may be that of any account', () => {
  for (const room of [1024, 2048]) {
    const world = evenWorld();
    const { exchange } = world;
    const apply = (command: Command) => exchange.apply(exchange.seq + 1, world.tickMs + 500, command).error;
    let owner = FIRST;
    do {
      assert.equal(apply({ type: 'open-account', owner: ++owner }), null);
    } while (exchange.ledger.blockOf(owner, WALLET.exchange) < room);
    assert.equal(exchange.ledger.blockOf(owner, WALLET.exchange), room);
    const amount = 10 * UNIT;
    assert.equal(apply({ type: 'issue', owner, wallet: 2, asset: USDT, amount, reason: 'play-money' }), null);
    assert.equal(apply({ type: 'set-referrer', owner, referrer: ANN, sharePpm: 1 }), null);
    assert.equal(exchange.features.spot.fees.referrerOf(owner), ANN);
    assert.equal(apply(world.order(owner, BUY, 100, 1)), null);
    assert.equal(exchange.features.spot.openOrders(owner).length, 1);
    assert.equal(apply({ type: 'cancel-all', owner, market: -1 }), null);
    assert.equal(exchange.features.spot.openOrders(owner).length, 0);
  }
});
