/** The effect of a flood on a signed-in user, their contracts and the public ticks. */
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import { median, sleep } from './measuring.ts';
import { Client } from './client.ts';
import { type FloodCounts, type FloodPlan, startFlood } from './flood.ts';
import { faultsOf, newestTick, readTicks, TickListener } from './public-ticks.ts';
import type { Target } from './target.ts';

export interface FloodTimes {
  /** How long the user is measured before the flood. */
  readonly quietMs: number;
  readonly floodMs: number;
  /** Contracts that are opened before the flood and end in it; 0 for none. */
  readonly contracts: number;
}

export interface Felt {
  readonly quietMs: number;
  readonly loudMs: number;
  readonly slowestMs: number;
  readonly calls: number;
  readonly failed: number;
  readonly largestGapMs: number;
  readonly disorder: number;
  readonly contracts: number;
  readonly voided: number;
  /** Contracts that settled at another tick than the one that was due. */
  readonly atOtherTick: number;
  readonly peakMegabytes: number;
  readonly isAlive: boolean;
  readonly flood: FloodCounts;
}

const CONTRACT_SECONDS = 30;
const PAIR = { baseCoin: 'BTC', quoteCoin: 'USDT' };
const CALL_EVERY_MS = 50;
const SETTLED_MS_MAX = 60_000;

export async function feelFlood(target: Target, plan: FloodPlan, times: FloodTimes): Promise<Felt> {
  const client = new Client(target.port);
  await client.register('bystander');
  const price = await farPrice(client);
  const listener = await TickListener.open(target.port);
  const firstTick = await newestTick(client);
  const opened = await openContracts(client, times.contracts);
  const openedMs = performance.now();
  const quiet = await callFor(client, price, times.quietMs);
  // Makes the contracts end in the middle of the flood.
  if (opened.length > 0)
    await sleep(openedMs + CONTRACT_SECONDS * 1000 - times.floodMs / 2 - performance.now());
  target.watchMemory();
  const flood = startFlood(target.port, plan);
  const loud = await callFor(client, price, times.floodMs);
  const counts = await flood.stop();
  const { peakMegabytes } = target;
  const isAlive = target.isAlive && (await target.isReady());
  const settled = isAlive ? await settledContracts(client, opened) : [];
  const ticks = isAlive ? await readTicks(client, firstTick) : listener.ticks;
  const [kept, shown] = [faultsOf(ticks), faultsOf(listener.ticks)];
  const timeOf = new Map(ticks.map(({ tick, timeMs }) => [tick, timeMs]));
  const isDue = ({ openTick, finishTick }: PositionRow): boolean =>
    (timeOf.get(finishTick ?? 0) ?? 0) === (timeOf.get(openTick ?? 0) ?? 0) + CONTRACT_SECONDS * 1000;
  listener.close();
  client.close();
  return {
    quietMs: median(quiet.map(({ ms }) => ms)),
    loudMs: median(loud.map(({ ms }) => ms)),
    slowestMs: Math.max(...loud.map(({ ms }) => ms)),
    calls: loud.length,
    failed: loud.filter(({ isDone }) => !isDone).length,
    largestGapMs: Math.max(kept.largestGapMs, shown.largestGapMs),
    disorder: kept.disorder + shown.disorder,
    contracts: opened.length,
    voided: opened.length - settled.filter(({ status }) => status === 1).length,
    atOtherTick: settled.filter((row) => row.status === 1 && !isDue(row)).length,
    peakMegabytes,
    isAlive,
    flood: counts,
  };
}

/** A limit price within the market's band that nothing matches. */
async function farPrice(client: Client): Promise<string> {
  const { tick } = await client.call('/bb/app/huobi/getDetails', { symbol: 'btcusdt' });
  return String(Math.round((tick as { readonly close: number }).close * 0.8));
}

interface Timed {
  readonly ms: number;
  readonly isDone: boolean;
}

async function callFor(client: Client, price: string, forMs: number): Promise<readonly Timed[]> {
  const timed: Timed[] = [];
  const order = { ...PAIR, side: 'buy', type: 'limit', price, amount: '0.001', timeInForce: 'IOC' };
  const untilMs = performance.now() + forMs;
  for (let n = 0; performance.now() < untilMs; n++) {
    const { ms, code } =
      n % 2 === 0
        ? await client.call('/bb/app/wallet/getAssets', {})
        : await client.call('/bb/app/spot/placeOrder', order);
    timed.push({ ms, isDone: code === 1 });
    await sleep(CALL_EVERY_MS - ms);
  }
  return timed;
}

async function openContracts(client: Client, count: number): Promise<readonly string[]> {
  const opened: string[] = [];
  for (let n = 0; n < count; n++) {
    const { data, error } = await client.call<{ id: string }>('/contract/app/contract/createOrder', {
      ...PAIR,
      openAmount: '10',
      positionTime: CONTRACT_SECONDS,
      tradeType: 1 + (n % 2),
    });
    if (error !== undefined) throw new Error(`a contract was refused: ${error}`);
    opened.push(data.id);
  }
  return opened;
}

async function settledContracts(client: Client, opened: readonly string[]): Promise<readonly PositionRow[]> {
  if (opened.length === 0) return [];
  const query = { pageNo: 1, pageSize: 100, entryStatus: 1 };
  const deadline = performance.now() + SETTLED_MS_MAX;
  for (;;) {
    const { data } = await client.call<{ readonly list: readonly PositionRow[] } | null>(
      '/contract/app/contract/getContractRecord',
      query,
    );
    const ended = data?.list.filter(({ id }) => opened.includes(id)) ?? [];
    if (ended.length === opened.length || performance.now() > deadline) return ended;
    await sleep(500);
  }
}

export const TICK_GAP_MS_MAX = 1_500;
export const SLOWER_MAX = 5;
export const MEGABYTES_MAX = 1_500;

export function areTicksWhole({ largestGapMs, disorder, voided, atOtherTick }: Felt): boolean {
  return largestGapMs <= TICK_GAP_MS_MAX && disorder === 0 && voided === 0 && atOtherTick === 0;
}

export function ticksFigure({ largestGapMs, disorder, contracts, voided, atOtherTick }: Felt): string {
  const ended = `${voided} of ${contracts} contracts voided, ${atOtherTick} at another tick`;
  return `ticks at most ${largestGapMs} ms apart, ${disorder} out of order; ${ended}`;
}

/**
 * How many times as slow the median call was in the flood. Only the long form judges it; both
 * demand that all calls are answered.
 */
export const slowdownOf = ({ quietMs, loudMs }: Felt): number => loudMs / quietMs;

export function callsFigure({ quietMs, loudMs, slowestMs, calls, failed }: Felt): string {
  return `median ${quietMs.toFixed(0)} to ${loudMs.toFixed(0)} ms (slowest ${slowestMs.toFixed(0)}), ${failed} of ${calls} calls failed`;
}
