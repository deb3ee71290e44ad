/**
 * A small exchange for tests: two coins, one market with seconds contracts, the house's capital and
 * a few users with play money.
 */
import { formatFixed } from '@glasshouse/money';
import { newestRules, type Command, type Exchange, type Outcome } from '@glasshouse/core';
import { dueDone } from '../src/testing/due-done.ts';
import type { Pipeline } from '../src/pipeline/pipeline.ts';
import type { Projection } from '../src/pipeline/projection.ts';
import { createProjections as createProducts } from '../src/composition/projections.ts';
import { TICKS_TABLE } from '../src/features/market/projection.ts';

/** Writes ticks like the market, without their chain. */
const ticksProjection: Projection = {
  table: TICKS_TABLE,
  forget: null,
  collect: () => {
    const rows: Record<string, string | number | null>[] = [];
    return {
      add(event) {
        if (event.type !== 'ticked') return;
        const price = event.prices[MARKET] ?? 0;
        const prices = price === 0 ? '{}' : JSON.stringify({ btcusdt: formatFixed(price, 2) });
        const unquoted = { previous_hash: '', hash: '', rules: null, quotes_hash: null };
        rows.push({ tick: event.tick, time_ms: event.tickMs, prices, ...unquoted });
      },
      rows: () => rows,
    };
  },
};

/** For the projector's thread, which loads this module. */
export const createProjections = (): readonly Projection[] => [ticksProjection, ...createProducts()];
export const WORLD_PROJECTIONS: readonly string[] = [import.meta.url];

export const USDT = 0;
export const BTC = 1;
export const MARKET = 0;
export const MAKER = 100;
export const TAKER = 101;
export const USERS = [1000, 1001, 1002, 1003] as const;
/** 60,000.00 in ticks of 0.01. */
export const PRICE = 6_000_000;
/** Everybody's initial units of USDT (6 decimals) and BTC (8 decimals). */
export const USDT_GIVEN = 10_000_000 * 1e6;
export const BTC_GIVEN = 1_000 * 1e8;

/** The platform's own commands use this owner. */
const PLATFORM = 1;

export function worldCommands(): readonly Command[] {
  const owners = [MAKER, TAKER, ...USERS];
  return [
    ...newestRules(),
    { type: 'define-asset', asset: USDT, code: 'USDT', decimals: 6 },
    { type: 'define-asset', asset: BTC, code: 'BTC', decimals: 8 },
    {
      type: 'define-market',
      market: MARKET,
      base: BTC,
      quote: USDT,
      priceDecimals: 2,
      lotDecimals: 5,
      indexDecimals: 2,
      makerFeePpm: 1_000,
      takerFeePpm: 2_000,
      minNotional: 1,
      maxNotional: 1e15,
      limitBandPpm: 500_000,
      marketBandPpm: 50_000,
      maxOpenOrders: 100_000,
    },
    {
      type: 'define-seconds-contract',
      market: MARKET,
      feeRatePpm: 2_000,
      maxPositions: 100_000,
      maxUserStake: 0,
      maxOpenStake: 0,
      durations: [{ seconds: 1, profitRatePpm: 850_000, minStake: 1e6, maxStake: 1e12 }],
    },
    { type: 'issue', owner: 4, wallet: 0, asset: USDT, amount: 1_000_000_000 * 1e6, reason: 'house-capital' },
    ...owners.flatMap((owner): Command[] => [
      { type: 'open-account', owner },
      { type: 'issue', owner, wallet: 1, asset: USDT, amount: USDT_GIVEN, reason: 'play-money' },
      { type: 'issue', owner, wallet: 2, asset: USDT, amount: USDT_GIVEN, reason: 'play-money' },
      { type: 'issue', owner, wallet: 2, asset: BTC, amount: BTC_GIVEN, reason: 'play-money' },
    ]),
  ];
}

/** Creates the world unless it exists. */
export async function makeWorld(pipeline: Pipeline<Exchange>): Promise<void> {
  if (pipeline.exchange.assets.length > 0) return;
  const outcomes = await Promise.all(
    worldCommands().map((command) => pipeline.submit(command, { owner: PLATFORM })),
  );
  const refused = outcomes.find(({ error }) => error !== null);
  if (refused !== undefined) throw new Error(`the test world was refused: ${refused.error}`);
  await tick(pipeline, PRICE);
}

/**
 * Submits the price of the next second, after everything that was accepted so far, so that waiting
 * contracts get it.
 */
export async function tick(pipeline: Pipeline<Exchange>, price: number): Promise<Outcome> {
  const { tick: last, tickMs } = pipeline.exchange.lastTick;
  const nextMs = Math.floor(pipeline.nowMs() / 1_000) * 1_000 + 1_000;
  const outcome = await pipeline.submit(
    { type: 'tick', tick: last + 1, tickMs: Math.max(nextMs, tickMs + 1_000), prices: [price] },
    { owner: PLATFORM },
  );
  await dueDone({ pipeline });
  return outcome;
}

export function limitOrder(owner: number, side: 0 | 1, price = PRICE): Command {
  return {
    type: 'place-order',
    owner,
    market: MARKET,
    side,
    price,
    lots: 100,
    quoteAmount: 0,
    timeInForce: 0,
    selfTrade: 0,
    clientOrderId: null,
  };
}

export function transfer(owner: number, amount: number): Command {
  return { type: 'transfer', owner, from: 2, to: 1, asset: USDT, amount };
}

export function position(owner: number, stake = 10e6): Command {
  return { type: 'open-position', owner, market: MARKET, direction: 1, stake, seconds: 1 };
}
