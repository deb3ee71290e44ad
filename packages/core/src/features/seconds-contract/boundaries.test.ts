/**
 * Goal: the limits of seconds contracts hold exactly at their boundaries, under the newest rules
 * (docs/features/seconds-contract.md). Method: small tables at a limit and one beyond
 * it.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import { HOUSE, WALLET } from '../../index.ts';
import type { Command, DefineSecondsContract, OpenPosition } from '../../index.ts';
import { Exchange } from '../../exchange.ts';
import type { PositionChanged } from '../../index.ts';

const CONTRACT: DefineSecondsContract = {
  type: 'define-seconds-contract',
  market: 0,
  feeRatePpm: 0,
  maxPositions: 2,
  maxUserStake: 0,
  maxOpenStake: 0,
  durations: [{ seconds: 10, profitRatePpm: 800_000, minStake: UNIT, maxStake: 100 * UNIT }],
};
const OPEN: OpenPosition = {
  type: 'open-position',
  owner: ANN,
  market: 0,
  direction: 1,
  stake: 10 * UNIT,
  seconds: 10,
};

/** Times count from the world's last tick, whose index price is 100. */
class ContractWorld {
  readonly world: World;
  readonly #startMs: number;
  #tick: number;

  constructor(more: Partial<DefineSecondsContract> = {}, reserve = 1_000 * UNIT) {
    this.world = new World();
    this.#startMs = this.world.tickMs;
    this.#tick = this.world.exchange.lastTick.tick;
    for (const [owner, wallet, amount] of [
      [HOUSE.secondsContractReserve, WALLET.house, reserve],
      [ANN, WALLET.contract, 1_000 * UNIT],
      [BOB, WALLET.contract, 1_000 * UNIT],
    ] as const)
      this.world.do({ type: 'issue', owner, wallet, asset: USDT, amount, reason: 'play-money' });
    this.world.do({ ...CONTRACT, ...more });
  }

  at(ms: number, command: Command): string | null {
    const { exchange, events } = this.world;
    const { error } = exchange.apply(exchange.seq + 1, this.#startMs + ms, command);
    exchange.drainEvents((event) => events.push(event));
    return error;
  }

  /** A tick and everything that it makes due. */
  tick(ms: number, price: number): void {
    const tickMs = this.#startMs + ms;
    assert.equal(this.at(ms, { type: 'tick', tick: ++this.#tick, tickMs, prices: [price] }), null);
    assert.equal(this.at(ms, { type: 'process-due', limit: 100 }), null);
  }

  get last(): PositionChanged {
    return this.world.events.findLast(
      (event): event is PositionChanged => event.type === 'position-changed',
    )!;
  }
}

test('seconds-contract I9 an open price is good for 5 seconds to the millisecond', () => {
  for (const [ms, error] of [
    [500, null],
    [5_000, null],
    [5_001, 'market/no-price'],
  ] as const)
    assert.equal(new ContractWorld().at(ms, OPEN), error, String(ms));
});

test('seconds-contract I9 without a price there is none, however early it is', () => {
  const exchange = new Exchange();
  const commands: Command[] = [
    { type: 'define-asset', asset: 0, code: 'USDT', decimals: 6 },
    { type: 'define-asset', asset: 1, code: 'BTC', decimals: 8 },
    { type: 'define-market', ...new World().exchange.markets[0]!.definition },
    CONTRACT,
    { type: 'open-account', owner: ANN },
    OPEN,
  ];
  const errors = commands.map((command, i) => exchange.apply(i + 1, 10, command).error);
  assert.deepEqual(errors, [null, null, null, null, null, 'market/no-price']);
});

test('R10.2 seconds-contract I9 numbers of positions, open stakes and the reserve hold to the last', () => {
  const count = new ContractWorld();
  for (const error of [null, null, 'seconds-contract/too-many-positions'])
    assert.equal(count.at(500, OPEN), error);
  assert.equal(count.at(500, { ...OPEN, owner: BOB }), null);
  const stakes = new ContractWorld({ maxOpenStake: 30 * UNIT });
  assert.equal(stakes.at(500, OPEN), null);
  const other = { ...OPEN, owner: BOB };
  assert.equal(stakes.at(500, { ...other, stake: 20 * UNIT + 1 }), 'seconds-contract/platform-limit');
  assert.equal(stakes.at(500, { ...other, stake: 20 * UNIT }), null);
  // A stake of 10 USDT may win 8 USDT.
  const reserve = new ContractWorld({}, 16 * UNIT);
  assert.equal(reserve.at(500, { ...OPEN, stake: 20 * UNIT + 2 }), 'seconds-contract/reserve-short');
  assert.equal(reserve.at(500, { ...OPEN, stake: 20 * UNIT }), null);
});

test('R3.5 what is not offered is refused', () => {
  for (const [more, error] of [
    [{ market: 9 }, 'market/unknown-pair'],
    [{ seconds: 11 }, 'seconds-contract/unknown-duration'],
    [{ direction: 3 as 1 }, 'seconds-contract/unknown-duration'],
    [{ direction: 0 as 1 }, 'seconds-contract/unknown-duration'],
    [{ direction: 2 }, null],
    [{ stake: UNIT }, null],
    [{ stake: UNIT - 1 }, 'seconds-contract/below-minimum'],
    [{ stake: 100 * UNIT }, null],
    [{ stake: 100 * UNIT + 1 }, 'seconds-contract/above-maximum'],
  ] as const) {
    const world = new ContractWorld();
    assert.equal(world.at(500, { ...OPEN, ...more }), error, JSON.stringify(more));
    assert.equal(world.at(500, { ...CONTRACT, market: 9 }), 'market/unknown-pair');
  }
});

test('R11.6 seconds-contract I6 the tick after acceptance opens, up to 5 seconds later, and later all is given back', () => {
  for (const [acceptedMs, ticks, state] of [
    // A tick at the very moment of acceptance is not after it; one without a price decides
    // nothing.
    [3_000, [3_000], 'accepted'],
    [3_000, [3_000, 4_000], '0/0/4000'],
    [3_000, [8_000], '0/0/8000'],
    [3_001, [9_000], '2/1/0'],
    [3_000, [9_000], '2/1/0'],
  ] as const) {
    const name = `${acceptedMs} ${ticks.join()}`;
    const world = new ContractWorld();
    world.tick(1_000, 1000);
    assert.equal(world.at(acceptedMs, OPEN), null);
    for (const ms of ticks) world.tick(ms, 1001);
    const { status, reason, openMs, openTick, acceptedMs: fromMs } = world.last;
    const told = openTick === 0 ? 0 : openMs - fromMs + acceptedMs;
    const now = status === 0 && openTick === 0 ? 'accepted' : `${status}/${reason}/${told}`;
    assert.equal(now, state, name);
  }
});

test('R11.6 seconds-contract I6 the first price at or after the due time finishes, up to 5 seconds later, and later all is given back', () => {
  // Opened by the tick at 1 s, it is due at 11 s.
  for (const [ticks, state] of [
    [[[10_000, 1001]], '0/0/0'],
    [[[11_000, 1001]], '1/1/0'],
    [[[11_000, 999]], '1/2/0'],
    [[[11_000, 1000]], '1/3/0'],
    [[[16_000, 1001]], '1/1/0'],
    [[[17_000, 1001]], '2/0/2'],
    [[[11_000, 0]], '0/0/0'],
    [
      [
        [11_000, 0],
        [16_000, 1001],
      ],
      '1/1/0',
    ],
    [
      [
        [11_000, 0],
        [17_000, 0],
      ],
      '2/0/2',
    ],
  ] as const) {
    const world = new ContractWorld();
    assert.equal(world.at(500, OPEN), null);
    world.tick(1_000, 1000);
    for (const [ms, price] of ticks) world.tick(ms, price);
    const { status, result, reason } = world.last;
    assert.equal(`${status}/${result}/${reason}`, state, JSON.stringify(ticks));
  }
});

test('R10.3 without a fee no posting tells of one', () => {
  const world = new ContractWorld();
  assert.equal(world.at(500, OPEN), null);
  world.tick(1_000, 1000);
  world.tick(11_000, 1001);
  assert.equal(world.last.result, 1);
  const reasons = world.world.events.flatMap((event) => (event.type === 'posting' ? [event.reason] : []));
  assert.ok(!reasons.includes('position-fee') && reasons.includes('position-payout'));
});
