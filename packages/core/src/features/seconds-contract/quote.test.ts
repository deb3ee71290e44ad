/**
 * Goal: what the ticket says before a seconds contract is what the ledger then books, to the unit.
 * Method: random stakes and rates, settled on an exchange as right, wrong and equal.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { quoteOf } from '@glasshouse/protocol/seconds-contract/quote';
import { ANN, USDT, World } from '../../../sim/spot-world.ts';
import { HOUSE, WALLET } from '../../index.ts';

const FUNDS = 10 ** 12;
const SECONDS = 10;
const PRICE = 100;

const contract = fc.record({
  stake: fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 10 ** 10 })),
  profitRatePpm: fc.integer({ min: 1, max: 1_000_000 }),
  feeRatePpm: fc.integer({ min: 0, max: 50_000 }),
  move: fc.constantFrom(-1, 0, 1),
});
type Contract = typeof contract extends fc.Arbitrary<infer T> ? T : never;

/** The change of the account from before the contract until after it. */
function booked({ stake, profitRatePpm, feeRatePpm, move }: Contract): number {
  const world = new World();
  for (const [owner, wallet] of [
    [HOUSE.secondsContractReserve, WALLET.house],
    [ANN, WALLET.contract],
  ] as const)
    world.do({ type: 'issue', owner, wallet, asset: USDT, amount: FUNDS, reason: 'play-money' });
  world.do({
    type: 'define-seconds-contract',
    market: 0,
    feeRatePpm,
    maxPositions: 1,
    maxUserStake: 0,
    maxOpenStake: 0,
    durations: [{ seconds: SECONDS, profitRatePpm, minStake: 1, maxStake: FUNDS }],
  });
  const { exchange } = world;
  let tickMs = world.tickMs;
  const tick = (afterMs: number, price: number) => {
    tickMs += afterMs;
    world.do({ type: 'tick', tick: exchange.lastTick.tick + 1, tickMs, prices: [price] });
    world.do({ type: 'process-due', limit: 100 });
  };
  tick(1000, PRICE);
  world.do({ type: 'open-position', owner: ANN, market: 0, direction: 1, stake, seconds: SECONDS });
  tick(1000, PRICE);
  tick(SECONDS * 1000, PRICE + move);
  const { available, frozen } = exchange.balance(ANN, WALLET.contract, USDT);
  assert.equal(frozen, 0);
  return available - FUNDS;
}

test('R10.6 a seconds contract books what its quote says, to the unit, right, wrong and equal', () => {
  fc.assert(
    fc.property(contract, (one) => {
      const { netWhenRight, netWhenWrong } = quoteOf(one.stake, one.profitRatePpm, one.feeRatePpm);
      const quoted = one.move > 0 ? netWhenRight : one.move < 0 ? netWhenWrong : 0;
      assert.equal(booked(one), quoted);
    }),
    { numRuns: 200 },
  );
});
