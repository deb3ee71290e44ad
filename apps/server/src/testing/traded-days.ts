/**
 * Eight days of trades by the real engine, with a time that passes as the test says, and programs
 * that ask for them. One for each process.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Traded } from '@glasshouse/core';
import {
  ENDPOINTS,
  type AnyEndpoint,
  type EndpointDataOf,
  type EndpointName,
  type EndpointNamed,
} from '@glasshouse/protocol/programs';
import { MAKER_OWNER, TAKER_OWNERS } from '../values/platform-traders.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { timedMarket } from './timed-market.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Markets by number. BTC trades; XRP is halted after a trade; one waits for its opening. */
export const BTC = 0;
const [XRP, EOSBTC] = [4, 9];
/** So many that the oldest trade in memory is the second one of its aggregate. */
const ROUNDS = 780;

export const market = timedMarket();
let server: TestServer;

export interface Trade extends Traded {
  readonly timeMs: number;
}
/** All trades of BTC, as the core's events tell them. */
export const trades: Trade[] = [];

/** Starts the server and lets the days pass. */
export async function startTradedDays(): Promise<{
  readonly server: TestServer;
  readonly beforeListing: number;
}> {
  server = await startTestServer({
    plug: market.plug,
    clock: market.clock,
    env: { RATE_LIMIT_FACTOR: '1000' },
  });
  const { pipeline } = market.parts;
  pipeline.onCommitted(({ events }) => {
    for (const { event, timeMs } of events)
      if (event.type === 'traded' && event.market === BTC) trades.push({ ...event, timeMs });
  });
  const beforeListing = (await refusal('/api/v3/depth?symbol=HELIOUSDT')).code;
  await trade();
  return { server, beforeListing };
}

type Command = Parameters<typeof market.parts.pipeline.submit>[0];
export async function submit(commands: readonly Command[]): Promise<void> {
  const { pipeline } = market.parts;
  const outcomes = await Promise.all(commands.map((one) => pipeline.submit(one, { owner: 1 })));
  assert.deepEqual(
    outcomes.map(({ error }) => error),
    commands.map(() => null),
  );
}

// oxlint-disable-next-line max-params -- The four facts of an order.
export function order(
  of: number,
  owner: number,
  side: 0 | 1,
  [price, lots]: readonly [number, number],
): Command {
  return {
    type: 'place-order',
    owner,
    market: of,
    side,
    price,
    lots,
    quoteAmount: 0,
    timeInForce: 0,
    selfTrade: 0,
    clientOrderId: null,
  };
}

/** In each round two makers' orders at one price and one beside it meet a taker's order. */
async function trade(): Promise<void> {
  const rounds = fc.sample(
    fc.record({
      minutes: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 60 })),
      seconds: fc.integer({ min: 0, max: 59 }),
      price: fc.integer({ min: 5_900_000, max: 6_100_000 }),
      lots: fc.integer({ min: 200, max: 900 }),
      side: fc.constantFrom(0 as const, 1 as const),
    }),
    { numRuns: ROUNDS, seed: 11 },
  );
  const [taker = 0] = TAKER_OWNERS;
  for (const [i, { minutes, seconds, price, lots, side }] of rounds.entries()) {
    market.timeMs += minutes * MINUTE_MS + seconds * 1000;
    const rests = side === 0 ? 1 : 0;
    const beyond = side === 0 ? price + 7 : price - 7;
    await submit([
      order(BTC, MAKER_OWNER, rests, [price, lots]),
      order(BTC, MAKER_OWNER, rests, [price, lots]),
      order(BTC, MAKER_OWNER, rests, [beyond, lots]),
      order(BTC, taker, side, [beyond, 3 * lots]),
    ]);
    // So that a thousand rows back from a later round begin within an aggregate.
    if (i === 600 || i === 601)
      await submit([order(BTC, MAKER_OWNER, rests, [price, lots]), order(BTC, taker, side, [price, lots])]);
  }
  await submit([
    order(XRP, MAKER_OWNER, 1, [50, 10_000]),
    order(XRP, taker, 0, [50, 10_000]),
    order(BTC, MAKER_OWNER, 0, [5_890_000, 500]),
    order(BTC, MAKER_OWNER, 1, [6_110_000, 700]),
    { type: 'set-market-status', market: EOSBTC, status: 1, cancels: 1 },
    { type: 'open-market', market: EOSBTC, opensMs: market.timeMs + DAY_MS },
    { type: 'set-market-status', market: XRP, status: 1, cancels: 0 },
  ]);
  await market.tick(1);
}

export async function ask<N extends EndpointName>(
  name: N,
  query: Readonly<Record<string, string | number>> = {},
): Promise<EndpointDataOf<EndpointNamed<N>>> {
  const endpoint = ENDPOINTS.find((one) => one.name === name) as AnyEndpoint;
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const response = await fetch(`${server.server.url}${endpoint.path}?${search.toString()}`);
  const body = (await response.json()) as unknown;
  assert.equal(response.status, 200, JSON.stringify(body));
  // The shape has every field, and the answer has no other.
  assert.deepEqual(endpoint.data.parse(body), body, name);
  return body as EndpointDataOf<EndpointNamed<N>>;
}

export async function refusal(path: string): Promise<{ code: number; error: string; field?: string }> {
  const response = await fetch(server.server.url + path);
  assert.equal(response.status, 400);
  return (await response.json()) as { code: number; error: string; field?: string };
}
