/**
 * Goal: nobody gains by stopping the server: a contract whose end falls into an outage settles at
 * the tick that was due, and pays. Method: the real server is killed within two seconds of the end
 * of a contract and restarted, and its answer is compared with the public ticks. CONTRACT_KILLS
 * sets the number of kills.
 */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import type { PublicTick } from '@glasshouse/protocol/market';
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import { freePort } from '../../../tools/free-port.ts';
import { DemoClient } from './demo-client.ts';
import { testOnBoth } from './engines.ts';
import { endServer, startServer } from './server-process.ts';

const KILLS = Number(process.env.CONTRACT_KILLS ?? 1);
const SECONDS = 30;
/** The server is killed at most this long before or after the end of a contract. */
const KILL_WITHIN_MS = 2000;
/** Contracts are opened at this interval, so that each kill has one that ends near it. */
const APART_MS = 12_000;
const PAIR = { baseCoin: 'BTC', quoteCoin: 'USDT' };

interface Page {
  readonly list: readonly PositionRow[];
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

async function openContract(client: DemoClient, n: number): Promise<{ id: string; atMs: number }> {
  const body = { ...PAIR, openAmount: '10', positionTime: SECONDS, tradeType: 1 + (n % 2) };
  const { code, data, error } = await client.post<{ id: string }>('/contract/app/contract/createOrder', body);
  assert.equal(code, 1, error ?? '');
  return { id: data.id, atMs: Date.now() };
}

async function readHistory(client: DemoClient): Promise<ReadonlyMap<string, PositionRow>> {
  const query = { pageNo: 1, pageSize: 100, entryStatus: 1 };
  const { data } = await client.post<Page>('/contract/app/contract/getContractRecord', query);
  return new Map(data.list.map((row) => [row.id, row]));
}

testOnBoth(
  `R12.2 R11.6 D0015 a contract whose end a kill falls on settles at the tick that was due, ${KILLS} times`,
  async (place, context) => {
    const port = await freePort();
    let child = await startServer(place, port);
    context.after(() => child.kill('SIGKILL'));
    const client = new DemoClient(port);
    await client.login();
    const opened: { id: string; atMs: number }[] = [];
    const outagesMs: number[] = [];
    for (let n = 0; n < KILLS; n++) {
      if (n > 0) await sleep((opened[n - 1]?.atMs ?? 0) + APART_MS - Date.now());
      // Each of them is killed near its end; while it runs, earlier ones are.
      opened.push(await openContract(client, n));
      const due = opened[n - Math.floor(SECONDS / (APART_MS / 1000))];
      if (due === undefined) continue;
      child = await killNear(due);
    }
    for (const contract of opened.slice(-Math.floor(SECONDS / (APART_MS / 1000))))
      child = await killNear(contract);

    async function killNear({ atMs }: { atMs: number }): Promise<ChildProcess> {
      // Opening takes up to a second, so the kills are spread over the whole span.
      const offsetMs = (outagesMs.length % 5) * ((2 * KILL_WITHIN_MS) / 4) - KILL_WITHIN_MS;
      await sleep(atMs + SECONDS * 1000 + 500 + offsetMs - Date.now());
      const startMs = performance.now();
      await endServer(child, 'SIGKILL');
      const next = await startServer(place, port);
      outagesMs.push(performance.now() - startMs);
      return next;
    }

    const history = await waitForAll(client, opened);
    const ticks = await readTicks(client, [...history.values()]);
    for (const row of history.values()) {
      assert.equal(row.status, 1, `contract ${row.id} was closed without a result: ${row.reason}`);
      const [open, finish] = [ticks.get(row.openTick ?? 0), ticks.get(row.finishTick ?? 0)];
      assert.equal(finish?.timeMs, (open?.timeMs ?? 0) + SECONDS * 1000, `contract ${row.id}`);
      assert.equal(finish?.prices['btcusdt'], row.finishPrice);
    }
    context.diagnostic(
      `${history.size} contracts settled at the tick that was due; outages of up to ${Math.round(Math.max(...outagesMs))} ms`,
    );
    await endServer(child, 'SIGTERM');
  },
  { byDefault: 'postgres' },
);

async function waitForAll(
  client: DemoClient,
  opened: readonly { id: string }[],
): Promise<ReadonlyMap<string, PositionRow>> {
  for (;;) {
    const history = await readHistory(client);
    if (opened.every(({ id }) => history.has(id))) return history;
    await sleep(200);
  }
}

async function readTicks(
  client: DemoClient,
  rows: readonly PositionRow[],
): Promise<ReadonlyMap<number, PublicTick>> {
  const ticks = new Map<number, PublicTick>();
  for (const number of rows.flatMap(({ openTick, finishTick }) => [openTick ?? 0, finishTick ?? 0])) {
    const { data } = await client.post<PublicTick[]>('/bb/app/market/getTicks', { from: number, size: 1 });
    for (const tick of data) ticks.set(tick.tick, tick);
  }
  return ticks;
}
