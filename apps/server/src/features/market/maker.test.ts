/**
 * Goal: the market maker quotes within the terms that operators set, and no more than it has.
 * Method: laws over random terms, holdings and prices on an exchange in memory.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Exchange, MARKET_STATUS, WALLET, type Command } from '@glasshouse/core';
import fc from 'fast-check';
import { Catalogue, type NamedMarket } from '../../contract/catalogue.ts';
import type { MakerTerms } from '../../contract/maker-terms.ts';
import { MAKER_OWNER } from '../../values/platform-traders.ts';
import { Maker } from './maker.ts';
import { MAKER_LEVELS_MAX, readMakerTerms, usualTerms } from './maker-terms.ts';
import { marketSeeds } from './seeds.ts';
import { START_PRICES } from './simulated-source.ts';

const PRICES = START_PRICES;

class World {
  readonly exchange = new Exchange();
  readonly pair: NamedMarket;

  /** `coins` of the base and the quote coin, in units. */
  constructor([base, quote]: readonly [string, string], coins: readonly [number, number]) {
    for (const { command } of marketSeeds('production')) this.do(command);
    this.pair = new Catalogue(this.exchange).market(base, quote)!;
    const assets = [this.pair.base, this.pair.quote];
    assets.forEach(({ asset }, i) => {
      if (coins[i]! > 0)
        this.do({
          type: 'issue',
          owner: MAKER_OWNER,
          wallet: WALLET.exchange,
          asset,
          amount: coins[i]!,
          reason: 'house-capital',
        });
    });
  }

  do(command: Command): void {
    const { error } = this.exchange.apply(this.exchange.seq + 1, 1000, command);
    assert.equal(error, null, command.type);
  }

  /** [price, lots] of each side, best first. */
  quotes(terms: MakerTerms, wildness = 1): { bids: [number, number][]; asks: [number, number][] } {
    const maker = new Maker({ of: () => terms }, this.exchange);
    for (const command of maker.withdrawal([this.pair], {})) this.do(command);
    for (const command of maker.quotesFor([this.pair], { prices: PRICES, timeS: 1, wildness }))
      this.do(command);
    const { book } = this.pair.market;
    return { bids: book.depth(0, 100), asks: book.depth(1, 100) };
  }

  get held(): number {
    const { available, frozen } = this.exchange.balance(MAKER_OWNER, WALLET.exchange, this.pair.base.asset);
    return available + frozen;
  }
}

const PAIRS = [
  ['BTC', 'USDT'],
  ['XRP', 'USDT'],
  ['ETH', 'BTC'],
] as const;
const sum = (levels: readonly [number, number][]): number => levels.reduce((all, [, lots]) => all + lots, 0);

test('R10.1 market I8 quotes stay within spread, levels, what it keeps, what it may hold, and what it has', () => {
  let bound = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...PAIRS),
      fc.record({
        isOn: fc.constant(true),
        halfSpreadPpm: fc.integer({ min: 1, max: 20_000 }),
        levels: fc.integer({ min: 1, max: MAKER_LEVELS_MAX }),
        size: fc.integer({ min: 0, max: 10 ** 9 }),
        keep: fc.integer({ min: 0, max: 10 ** 8 }),
        most: fc.integer({ min: 0, max: 10 ** 9 }),
        skewPpm: fc.integer({ min: 0, max: 5_000 }),
        aside: fc.constant(0),
      }),
      fc.integer({ min: 0, max: 10 ** 9 }),
      (names, drawn, baseUnits) => {
        const most = drawn.most <= drawn.keep ? 0 : drawn.most;
        const terms = { ...drawn, most };
        const world = new World(names, [baseUnits, 10 ** 12]);
        const { bids, asks } = world.quotes(terms);
        const { lotDecimals, priceDecimals } = world.pair.market.definition;
        const lot = 10 ** (world.pair.base.decimals - lotDecimals);
        assert.ok(bids.length <= terms.levels && asks.length <= terms.levels);
        assert.ok(sum(asks) * lot <= Math.max(0, world.held - terms.keep), 'it keeps what it keeps');
        if (most > 0) assert.ok(sum(bids) * lot <= Math.max(0, most - world.held), 'it does not hold more');
        if (most > 0 && world.held >= most) bound++;
        if (bids.length === 0 || asks.length === 0) return;
        const [bid, ask] = [bids[0]![0], asks[0]![0]];
        const scale = PRICES[names[0]]! / (names[1] === 'USDT' ? 1 : PRICES[names[1]]!);
        const middle = scale * 10 ** priceDecimals;
        assert.ok(bid < ask);
        // A tick on each side, by rounding.
        assert.ok(ask - bid >= (2 * middle * terms.halfSpreadPpm * 0.99) / 1e6 - 2, `${bid} ${ask}`);
      },
    ),
    { numRuns: 300 },
  );
  assert.ok(bound > 0, 'some had all they may hold');
});

test('R10.1 market I8 it leans against what it holds too much of, and away from what it lacks', () => {
  const terms = {
    ...usualTerms(new World(PAIRS[0], [0, 0]).pair),
    keep: 0,
    most: 2 * 10 ** 8,
    skewPpm: 2_000,
  };
  const middleWith = (held: number, its: MakerTerms = terms): number => {
    const { bids, asks } = new World(PAIRS[0], [held, 10 ** 12]).quotes(its);
    return (bids[0]![0] + asks[0]![0]) / 2 / 100;
  };
  const [poor, even, rich] = [middleWith(10 ** 7), middleWith(10 ** 8), middleWith(19 * 10 ** 7)];
  assert.ok(Math.abs(even / PRICES['BTC']! - 1) < 0.0001, `${even}`);
  assert.ok(Math.abs(rich / (PRICES['BTC']! * (1 - 0.9 * 0.002)) - 1) < 0.0001, `${rich}`);
  assert.ok(Math.abs(poor / (PRICES['BTC']! * (1 + 0.9 * 0.002)) - 1) < 0.0001, `${poor}`);
  // It never leans further, however much it holds.
  const [ask] = new World(PAIRS[0], [20 * 10 ** 8, 10 ** 12]).quotes(terms).asks;
  assert.ok(ask![0] / 100 > PRICES['BTC']! * (1 - 0.002), `${ask![0]}`);
});

test('R14.2 market I8 new terms of the maker are in force from the next tick on', () => {
  const world = new World(PAIRS[0], [10 ** 8, 10 ** 12]);
  let terms = usualTerms(world.pair);
  const maker = new Maker({ of: () => terms }, world.exchange);
  const renewed = (): number =>
    maker.quotesFor([world.pair], { prices: PRICES, timeS: 1, wildness: 1 }).length;
  assert.deepEqual([renewed(), renewed()], [1, 0]);
  terms = { ...terms, halfSpreadPpm: terms.halfSpreadPpm + 1 };
  assert.deepEqual([renewed(), renewed()], [1, 0]);
});

test('R10.1 market I8 off, halted or without a price it withdraws, once', () => {
  const world = new World(PAIRS[0], [10 ** 8, 10 ** 12]);
  let terms = usualTerms(world.pair);
  const maker = new Maker({ of: () => terms }, world.exchange);
  const { market } = world.pair.market.definition;
  const at = { prices: PRICES, timeS: 1, wildness: 1 };
  const step = (prices: Readonly<Record<string, number>>, timeS: number): number => {
    for (const command of maker.withdrawal([world.pair], prices)) world.do(command);
    const commands = maker.quotesFor([world.pair], { ...at, prices, timeS });
    for (const command of commands) world.do(command);
    return world.pair.market.book.levelCount(0);
  };
  maker.withdrawal([world.pair], {});
  assert.ok(step(PRICES, 1) > 0);
  assert.equal(step({}, 2), 0);
  assert.equal(maker.withdrawal([world.pair], {}).length, 0);
  assert.ok(step(PRICES, 3) > 0);
  terms = { ...terms, isOn: false };
  assert.equal(step(PRICES, 4), 0);
  terms = { ...terms, isOn: true };
  assert.ok(step(PRICES, 5) > 0);
  world.do({ type: 'set-market-status', market, status: MARKET_STATUS.halted, cancels: 0 });
  assert.equal(step(PRICES, 6), 0);
});

test('R14.2 terms of the maker are read rightly or refused', () => {
  const { pair } = new World(PAIRS[0], [0, 0]);
  const usual = usualTerms(pair);
  const read = readMakerTerms(
    usual,
    { spread: '0.05', levels: '5', size: '250.5', keep: '0.1', most: '2', skew: '0.2', aside: '900' },
    pair,
  );
  assert.deepEqual(read, {
    isOn: true,
    halfSpreadPpm: 500,
    levels: 5,
    size: 250_500_000,
    keep: 10_000_000,
    most: 200_000_000,
    skewPpm: 2_000,
    aside: 900_000_000,
  });
  for (const [options, field, wrong] of [
    [{ spread: '0' }, 'spread', /from 0.0001 to 5 %/],
    [{ spread: '1e1' }, 'spread', /from/],
    [{ levels: '39' }, 'levels', /to 38/],
    [{ levels: '2.5' }, 'levels', /at most 0 decimals/],
    [{ keep: '-1' }, 'keep', /from 0/],
    [{ keep: '1', most: '1' }, 'most', /above what it keeps/],
    [{ skew: '1' }, 'skew', /needs the most/],
  ] as const) {
    const answer = readMakerTerms(usual, options, pair);
    assert.ok('error' in answer, JSON.stringify(options));
    assert.equal(answer.field, field);
    assert.match(String(answer.params?.['reason']), wrong);
  }
});

test('R10.1 market I8 it steps aside ten seconds after others quote on both sides, and is back at once', () => {
  const world = new World(PAIRS[0], [10 ** 8, 10 ** 12]);
  const other = MAKER_OWNER + 1;
  world.do({ type: 'open-account', owner: other });
  for (const { asset } of [world.pair.base, world.pair.quote])
    world.do({
      type: 'issue',
      owner: other,
      wallet: WALLET.exchange,
      asset,
      amount: 10 ** 12,
      reason: 'play-money',
    });
  const terms = { ...usualTerms(world.pair), aside: 1_000 * 10 ** world.pair.quote.decimals };
  const maker = new Maker({ of: () => terms }, world.exchange);
  const { market, priceDecimals, lotDecimals } = world.pair.market.definition;
  const step = (timeS: number): boolean => {
    for (const command of maker.quotesFor([world.pair], { prices: PRICES, timeS, wildness: 1 }))
      world.do(command);
    return world.exchange.balance(MAKER_OWNER, WALLET.exchange, world.pair.base.asset).frozen > 0;
  };
  const price = PRICES['BTC']! * 10 ** priceDecimals;
  const half = (price * terms.halfSpreadPpm) / 1e6;
  const lots = Math.ceil((1_100 / PRICES['BTC']!) * 10 ** lotDecimals);
  const show = (bids: number[], asks: number[]): void =>
    world.do({ type: 'replace-quotes', owner: other, market, bids, asks });
  assert.ok(step(1), 'nobody else quotes');
  const [bid, ask] = [Math.ceil(price - half / 2), Math.floor(price + half / 2)];
  show([bid, lots], []);
  for (let timeS = 2; timeS < 30; timeS++) assert.ok(step(timeS), 'one side is no market');
  show([bid, lots], [ask, lots]);
  for (let timeS = 30; timeS < 40; timeS++) assert.ok(step(timeS), `${timeS}`);
  for (let timeS = 40; timeS < 60; timeS++) assert.ok(!step(timeS), `${timeS}`);
  show([bid, lots], [ask, Math.floor(lots / 2)]);
  assert.ok(step(60), 'they show too little');
  show([bid, lots], [Math.ceil(price + 2 * half), lots]);
  for (let timeS = 61; timeS < 80; timeS++) assert.ok(step(timeS), 'theirs is too far away');
  show([bid, lots], [ask, lots]);
  for (let timeS = 80; timeS < 86; timeS++) assert.ok(step(timeS), `${timeS}`);
  show([], []);
  assert.ok(step(86));
  show([bid, lots], [ask, lots]);
  for (let timeS = 87; timeS < 97; timeS++) assert.ok(step(timeS), 'the ten seconds begin anew');
  assert.ok(!step(97));
});
