/**
 * Goal: a rule that changed without a new version cannot replay silently with other money. Method:
 * record the history of an exchange, and replay it on cores whose rounding or promised price was
 * changed while their answers stay the same.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Exchange, newestRules, SELF_TRADE, TIME_IN_FORCE, WALLET, type Command } from '@glasshouse/core';
import { drainEvents } from './batch.ts';
import { JOURNAL_START, makeRecord, positionOf, type JournalRecord } from './record.ts';
import { RecoveryError, replayRecord } from './recovery.ts';

const USDT = 0;
const BTC = 1;
const [ANN, BOB] = [1000, 1001];
const RESERVE = 4;

const order = (owner: number, side: 0 | 1): Command => ({
  type: 'place-order',
  owner,
  market: 0,
  side,
  price: 101,
  lots: 333,
  quoteAmount: 0,
  timeInForce: TIME_IN_FORCE.GTC,
  selfTrade: SELF_TRADE.cancelNewest,
  clientOrderId: null,
});
const issue = (owner: number, wallet: number, asset: number): Command => ({
  type: 'issue',
  owner,
  wallet,
  asset,
  amount: 10 ** 12,
  reason: 'house-capital',
});
const tick = (number: number, price: number): Command => ({
  type: 'tick',
  tick: number,
  tickMs: number * 1000,
  prices: [price],
});

/** Batches with one time each: a trade with fees, a contract that wins. */
const BATCHES: readonly Command[][] = [
  [
    ...newestRules(),
    { type: 'define-asset', asset: USDT, code: 'USDT', decimals: 6 },
    { type: 'define-asset', asset: BTC, code: 'BTC', decimals: 8 },
    {
      type: 'define-market',
      market: 0,
      base: BTC,
      quote: USDT,
      priceDecimals: 0,
      lotDecimals: 2,
      indexDecimals: 0,
      makerFeePpm: 1_000,
      takerFeePpm: 2_000,
      minNotional: 1,
      maxNotional: 10 ** 12,
      limitBandPpm: 500_000,
      marketBandPpm: 100_000,
      maxOpenOrders: 10,
    },
    {
      type: 'define-seconds-contract',
      market: 0,
      feeRatePpm: 2_000,
      maxPositions: 5,
      maxUserStake: 0,
      maxOpenStake: 0,
      durations: [{ seconds: 2, profitRatePpm: 333_333, minStake: 1, maxStake: 10 ** 9 }],
    },
    issue(RESERVE, WALLET.house, USDT),
    ...[ANN, BOB].flatMap((owner): Command[] => [
      { type: 'open-account', owner },
      issue(owner, WALLET.exchange, USDT),
      issue(owner, WALLET.exchange, BTC),
      issue(owner, WALLET.contract, USDT),
    ]),
  ],
  [tick(1, 100)],
  [
    order(ANN, 0),
    order(BOB, 1),
    { type: 'open-position', owner: ANN, market: 0, direction: 1, stake: 1_000_001, seconds: 2 },
  ],
  [tick(3, 100), { type: 'process-due', limit: 10 }],
  [tick(5, 101), { type: 'process-due', limit: 10 }],
];

function recorded(): JournalRecord[] {
  const exchange = new Exchange();
  const records: JournalRecord[] = [];
  let position = JOURNAL_START;
  BATCHES.forEach((commands, i) => {
    const timeMs = i * 1000 + 500;
    const outcomes = exchange.applyAll({ firstSeq: exchange.seq + 1, timeMs, commands });
    for (const { error } of outcomes) assert.equal(error, null);
    const postings = exchange.postingsDigest();
    assert.ok(drainEvents(exchange).length > 0);
    const record = makeRecord(position, { timeMs, commands, outcomes, postings });
    position = positionOf(record);
    records.push(record);
  });
  return records;
}

/** The batch at which the replay fails; 0 if it succeeds. */
function refusedAt(exchange: Exchange, beforeBatch: (batch: number) => void = () => {}): number {
  let position = JOURNAL_START;
  for (const record of recorded()) {
    beforeBatch(record.batch);
    try {
      position = replayRecord(exchange, position, record);
    } catch (error) {
      assert.ok(error instanceof RecoveryError);
      assert.match(error.message, /moves other money/);
      return record.batch;
    }
  }
  return 0;
}

test('R11.3 R14.7 the same rules replay; a differently rounded fee fails at the batch that pays it', () => {
  assert.equal(refusedAt(new Exchange()), 0);
  const exchange = new Exchange();
  const { fees } = exchange.features.spot;
  const price = fees.price.bind(fees);
  fees.price = (market) => {
    price(market);
    market.feePpm = market.feePpm.map((ppm) => ppm + 1);
  };
  assert.equal(refusedAt(exchange), 3);
});

test('R11.3 R14.7 a contract that pays one unit more fails when it is promised and when it ends', () => {
  const promised = new Exchange();
  const offersOf = (exchange: Exchange) => exchange.features['seconds-contract'].offers;
  const set = (exchange: Exchange, profitRatePpm: number): void => {
    const offer = offersOf(exchange).get(0)!;
    const durations = offer.durations.map((one) => ({ ...one, profitRatePpm }));
    offersOf(exchange).set(0, { ...offer, durations });
  };
  const raise = (batch: number): void => void (batch === 3 && set(promised, 333_334));
  assert.equal(refusedAt(promised, raise), 3);
  const ended = new Exchange();
  const { ledger } = ended;
  const payFrozen = ledger.payFrozen.bind(ledger);
  ledger.payFrozen = (move) => payFrozen({ ...move, units: move.units - 1 });
  assert.equal(refusedAt(ended), 5);
});
