/**
 * A pipeline on PostgreSQL with the platform's own definitions, whose users placed all the stops
 * that they may.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { newestRules, type Command, type Side } from '@glasshouse/core';
import { ASSETS, PAIRS } from '@glasshouse/protocol/market';
import { openDatabase } from '../src/db/open.ts';
import { marketSeeds } from '../src/features/market/seeds.ts';
import { MAKER_OWNER } from '../src/values/platform-traders.ts';
import { productSeeds } from '../src/composition/products.ts';
import { startPipeline, type RunningPipeline } from '../src/pipeline/start.ts';
import { dueDone } from '../src/testing/due-done.ts';
import { startPostgres } from '../test/postgres.ts';
import { WORLD_PROJECTIONS } from '../test/world.ts';

export const SELL_SIDE = 1;
const PLATFORM = 1;
const FIRST_USER = 1000;
/** The open markets against USDT. All their coins have the same price here. */
const MARKETS = PAIRS.flatMap((pair, market) =>
  pair.quote === 'USDT' && pair.opensLater !== true ? [{ pair, market }] : [],
);
const PRICE = 100;
const PLACED_AT_ONCE = 2_000;
const STOP_KIND_LOSS = 1;
/** Quotes of the maker per market. */
const QUOTES = 20;

export interface StopsWorld {
  readonly placed: number;
  readonly fatals: readonly Error[];
  fired(): number;
  /**
   * Submits the tick that reaches every stop; resolves when everything that it made due is done.
   */
  fall(): Promise<void>;
  /** Submits another user's order; resolves with its reply. */
  order(side: Side): Promise<void>;
  stop(): Promise<void>;
}

interface Size {
  readonly users: number;
  readonly stopsOfAUser: number;
}

export async function startStopsWorld(size: Size): Promise<StopsWorld> {
  const postgres = await startPostgres();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-stops-'));
  const fatals: Error[] = [];
  const onFatal = (error: Error): void => void fatals.push(error);
  const database = await openDatabase({
    dataDir,
    databaseUrl: await postgres.createDatabase(),
    onFatal,
  });
  const running = await startPipeline({ database, projections: WORLD_PROJECTIONS, mode: 'demo', onFatal });
  const submit = submitter(running);
  for (const command of newestRules(running.exchange.rules)) await submit([command]);
  const seeds = [...marketSeeds('demo'), ...productSeeds('demo', Date.now())];
  await submit(seeds.map(({ command }) => command));
  await submit([tick(running, PRICE)]);
  await submit(MARKETS.flatMap(({ market }) => quotes(market)));
  await placeStops(submit, size);
  const fired = new Set<number>();
  running.pipeline.onCommitted(({ events }) => {
    for (const { event } of events)
      if (event.type === 'order-changed' && event.firedTick > 0) fired.add(event.order);
  });
  return {
    placed: size.users * size.stopsOfAUser,
    fatals,
    fired: () => fired.size,
    fall: async () => {
      await submit([tick(running, PRICE * 0.97)]);
      await dueDone(running);
    },
    order: async (side) => submit([limitOrder({ owner: MAKER_OWNER, market: 0, side, price: PRICE * 1.2 })]),
    stop: async () => {
      await running.stop();
      await database.close();
      await postgres.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type Submit = (commands: readonly Command[]) => Promise<void>;

function submitter({ pipeline }: RunningPipeline): Submit {
  return async (commands) => {
    for (let from = 0; from < commands.length; from += PLACED_AT_ONCE) {
      const part = commands.slice(from, from + PLACED_AT_ONCE);
      const outcomes = await Promise.all(
        part.map((command) => pipeline.submit(command, { owner: PLATFORM })),
      );
      const refused = outcomes.findIndex(({ error }) => error !== null);
      if (refused >= 0) throw new Error(`${part[refused]?.type} was refused: ${outcomes[refused]?.error}`);
    }
  };
}

function tick({ pipeline, exchange }: RunningPipeline, price: number): Command {
  const last = exchange.lastTick;
  const tickMs = Math.max(Math.floor(pipeline.nowMs() / 1000) * 1000 + 1000, last.tickMs + 1000);
  const prices = PAIRS.map(({ quote, indexDecimals }) =>
    quote === 'USDT' ? Math.round(price * 10 ** indexDecimals) : 0,
  );
  return { type: 'tick', tick: last.tick + 1, tickMs, prices };
}

interface Limit {
  readonly owner: number;
  readonly market: number;
  readonly side: Side;
  readonly price: number;
  readonly coins?: number;
}

function limitOrder({ owner, market, side, price, coins = 1 }: Limit): Command {
  const { priceDecimals, lotDecimals } = PAIRS[market]!;
  return {
    type: 'place-order',
    owner,
    market,
    side,
    price: Math.round(price * 10 ** priceDecimals),
    lots: Math.round(coins * 10 ** lotDecimals),
    quoteAmount: 0,
    timeInForce: side === SELL_SIDE ? 1 : 0,
    selfTrade: 1,
    clientOrderId: null,
  };
}

/** Bids that take what the stops sell. */
const quotes = (market: number): Command[] =>
  Array.from({ length: QUOTES }, (_, n) =>
    limitOrder({ owner: MAKER_OWNER, market, side: 0, price: PRICE * 0.96 - n * 0.1, coins: 1_000 }),
  );

/** Each user sells one coin in as many parts as the user may have stops. */
async function placeStops(submit: Submit, { users, stopsOfAUser }: Size): Promise<void> {
  for (let index = 0; index < users; index++) {
    const owner = FIRST_USER + index;
    const { pair, market } = MARKETS[index % MARKETS.length]!;
    const asset = assetOf(pair.base);
    const lots = Math.max(1, Math.round(0.1 * 10 ** pair.lotDecimals));
    const decimals = asset.decimals - pair.lotDecimals;
    await submit([
      { type: 'open-account', owner },
      {
        type: 'issue',
        owner,
        wallet: 2,
        asset: asset.number,
        amount: lots * stopsOfAUser * 10 ** decimals,
        reason: 'play-money',
      },
      ...Array.from({ length: stopsOfAUser }, (): Command => ({
        type: 'place-conditional',
        owner,
        market,
        side: SELL_SIDE,
        kind: STOP_KIND_LOSS,
        trigger: Math.round(PRICE * 0.98 * 10 ** pair.priceDecimals),
        trailPpm: 0,
        price: Math.round(PRICE * 0.95 * 10 ** pair.priceDecimals),
        lots,
        quoteAmount: 0,
        timeInForce: 0,
        selfTrade: 1,
        clientOrderId: null,
        source: 0,
        target: 0,
        trail: 0,
        activation: 0,
        offset: 0,
        expiresMs: 0,
      })),
    ]);
  }
}

function assetOf(code: string): { readonly number: number; readonly decimals: number } {
  const number = ASSETS.findIndex((asset) => asset.code === code);
  return { number, decimals: ASSETS[number]?.decimals ?? 0 };
}
