/**
 * Goal: a client that is cut, restarted and floods a server that is killed knows what the server
 * knows after each resume, and no acknowledged order is lost or doubled. Method: the real server
 * with its simulated market behind a network that is cut; the clock goes on by a minute while the
 * server is away, so that many kills are an hour of the market. CUT_SEED repeats a run's requests,
 * CUT_KILLS sets the number of kills.
 */
import assert from 'node:assert/strict';
import { type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type AnswerOf, hmacKey, RestClient } from '@glasshouse/client';
import { freePort } from '../../../tools/free-port.ts';
import { IS_NIGHTLY, runs } from '../../../tools/nightly.ts';
import { CutProxy } from '../src/testing/cut-proxy.ts';
import { eventually } from '../src/testing/eventually.ts';
import { CutTrader, SYMBOL } from './cut-trader.ts';
import { type DatabasePlace, testOnBoth } from './engines.ts';
import { endServer, startServer } from './server-process.ts';

/** By engine: one of them is enough for an hour. */
const KILLS = { embedded: runs(1, 8), postgres: runs(2, 50) } as const;
const SEED = Number(process.env.CUT_SEED ?? (IS_NIGHTLY ? Date.now() % 1_000_000 : 53));
/** Cuts of the network between two kills. */
const CUTS = 3;
/** With the seconds that a start takes, 50 kills are an hour. */
const AWAY_MS = 66_000;
const ACT_MS = 900;
const PAGE = 1_000;

type Order = AnswerOf<'spot/query-all-orders'>[number];

class CutRig {
  readonly port: number;
  readonly proxy: CutProxy;
  child!: ChildProcess;
  rest!: RestClient;
  readonly #place: DatabasePlace;
  readonly #clock: string;
  #offsetMs = 0;

  private constructor(place: DatabasePlace, port: number, proxy: CutProxy) {
    this.#place = place;
    this.port = port;
    this.proxy = proxy;
    this.#clock = path.join(place.dataDir, 'clock-offset');
  }

  static async start(place: DatabasePlace): Promise<CutRig> {
    const port = await freePort();
    const rig = new CutRig(place, port, await CutProxy.start(port));
    await rig.begin();
    return rig;
  }

  async begin(): Promise<void> {
    fs.writeFileSync(this.#clock, String(this.#offsetMs));
    this.child = await startServer(this.#place, this.port, {
      RATE_LIMIT_FACTOR: '1000',
      CLOCK_OFFSET: this.#clock,
      NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'jumping-clock.ts')}`,
    });
  }

  /** Kills the server; a minute of the market passes until it is back. */
  async kill(): Promise<void> {
    await endServer(this.child, 'SIGKILL');
    this.#offsetMs += AWAY_MS;
    await this.begin();
  }

  /** The key of the demo's trader, and a client of it that is never cut. */
  async connect() {
    const keys = fs.readFileSync(path.join(this.#place.dataDir, 'demo-api-keys.json'), 'utf8');
    const { hmac } = JSON.parse(keys) as { hmac: { apiKey: string; secret: string } };
    const credentials = await hmacKey(hmac.apiKey, hmac.secret);
    this.rest = new RestClient({ url: `http://127.0.0.1:${this.port}`, credentials });
    return credentials;
  }

  /** May be called again. */
  async end(): Promise<void> {
    await this.proxy.close();
    if (this.child.exitCode === null && this.child.signalCode === null)
      await endServer(this.child, 'SIGKILL');
  }
}

/** Balances and open orders, each on a line. */
function statement(
  balances: Iterable<{ readonly asset: string; readonly free: string; readonly locked: string }>,
  orders: Iterable<Pick<Order, 'orderId' | 'executedQty' | 'origQty' | 'status' | 'price'>>,
): string {
  return [
    ...Array.from(balances, ({ asset, free, locked }) => `${asset} ${free} ${locked}`),
    ...Array.from(
      orders,
      (one) => `${one.orderId} ${one.executedQty}/${one.origQty} ${one.price} ${one.status}`,
    ),
  ]
    .toSorted()
    .join('\n');
}

/** The trader is still; the market is not, so a fill may come between two readings. */
async function assertSame({ mirror, book, socket }: CutTrader, rest: RestClient): Promise<void> {
  await socket.ready();
  await mirror.whole();
  let compared: readonly [string, string] = ['', ''];
  await eventually(async () => {
    const { balances } = await rest.ask('spot/query-account');
    const orders = await rest.ask('spot/query-open-orders', { symbol: SYMBOL });
    const own = Array.from(mirror.balances, ([asset, balance]) => ({ asset, ...balance }));
    compared = [statement(own, mirror.orders.values()), statement(balances, orders)];
    return compared[0] === compared[1];
  }).catch(() => assert.equal(...compared));
  await eventually(async () => {
    const read = await rest.ask('market/get-order-book', { symbol: SYMBOL, limit: 1_000 });
    if (book.book?.lastUpdateId !== read.lastUpdateId) return false;
    assert.deepEqual([book.book.bids, book.book.asks], [read.bids, read.asks]);
    return true;
  });
}

async function tradesSince(rest: RestClient, firstId: number): Promise<number[]> {
  const found: number[] = [];
  for (let fromId = firstId; ; fromId = found.at(-1)! + 1) {
    const page = await rest.ask('spot/query-my-trades', { symbol: SYMBOL, fromId, limit: PAGE });
    found.push(...page.map(({ id }) => id));
    if (page.length < PAGE) return found;
  }
}

/** All orders of the trader, by their names. */
async function ordersByName(rest: RestClient): Promise<Map<string, Order[]>> {
  const found = new Map<string, Order[]>();
  for (let orderId = 0; ;) {
    const page = await rest.ask('spot/query-all-orders', { symbol: SYMBOL, orderId, limit: PAGE });
    for (const order of page)
      found.set(order.clientOrderId, [...(found.get(order.clientOrderId) ?? []), order]);
    if (page.length < PAGE) return found;
    orderId = page.at(-1)!.orderId + 1;
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Acts, cuts the network meanwhile, and looks whether all is known: each trade told once. */
async function playCut({ proxy, rest }: CutRig, trader: CutTrader): Promise<void> {
  const [newest] = await rest.ask('spot/query-my-trades', { symbol: SYMBOL, limit: 1 });
  const last = newest?.id ?? -1;
  let isOver = false;
  const acting = trader.act(() => isOver);
  for (let i = 0; i < 2; i++) {
    await sleep(ACT_MS / 2);
    proxy.cut();
  }
  isOver = true;
  await acting;
  await assertSame(trader, rest);
  const made = await tradesSince(rest, last + 1);
  assert.deepEqual(
    trader.trades.filter((id) => id > last),
    made,
    'each trade was told once, in its order',
  );
}

/** What of the orders is not as it was answered. */
function wrongFates(trader: CutTrader, placed: ReadonlyMap<string, readonly Order[]>): string[] {
  const wrong: string[] = [];
  for (const [name, fate] of trader.orders) {
    const found = placed.get(name) ?? [];
    const least = fate === 'placed' || fate === 'cancelled' ? 1 : 0;
    const most = fate === 'refused' || fate === 'not-sent' ? 0 : 1;
    const isCounted = found.length >= least && found.length <= most;
    const isEnded = fate !== 'cancelled' || found[0]?.status === 'CANCELED';
    const quantity = trader.amended.get(name);
    const isAmended = quantity === undefined || found[0]?.origQty === quantity;
    if (!isCounted || !isEnded || !isAmended)
      wrong.push(`${name} ${fate} ${quantity ?? ''}: ${found.length} times, ${JSON.stringify(found)}`);
  }
  return wrong;
}

/** Asks for some of the orders that were sent without an answer; returns what was said of them. */
async function resolveLost({ lost, socket }: CutTrader, said: Map<string, boolean>): Promise<void> {
  const names = [...lost.keys()].filter((name) => !said.has(name)).slice(-2);
  for (const origClientOrderId of names) {
    const found = await socket.findOrder({ symbol: SYMBOL, origClientOrderId }, lost.get(origClientOrderId)!);
    said.set(origClientOrderId, found !== null);
  }
}

testOnBoth(
  'D0053 trading-api I17 R10.4 R13.3 a client that is cut, restarted and floods a server that is killed knows the truth',
  async (place, context) => {
    const kills = Number(process.env.CUT_KILLS ?? KILLS[place.kind]);
    const rig = await CutRig.start(place);
    context.after(() => rig.end());
    const trader = new CutTrader({ url: rig.proxy.url, credentials: await rig.connect(), seed: SEED });
    context.after(() => trader.close());
    const startMs = (await rig.rest.ask('market/get-time')).serverTime;
    const said = new Map<string, boolean>();
    let programs = 1;
    await assertSame(trader, rig.rest);
    for (let kill = 1; kill <= kills; kill++) {
      for (let cut = 0; cut < CUTS; cut++) await playCut(rig, trader);
      let isOver = false;
      const acting = trader.act(() => isOver);
      await sleep(ACT_MS);
      const killing = rig.kill();
      await sleep(100);
      isOver = true;
      await Promise.all([killing, acting]);
      if (kill % 2 === 0) {
        trader.restart();
        programs++;
      }
      await assertSame(trader, rig.rest);
      await resolveLost(trader, said);
    }
    const endMs = (await rig.rest.ask('market/get-time')).serverTime;
    trader.close();
    const placed = await ordersByName(rig.rest);
    // Before its folder is deleted.
    await rig.end();
    const wrong = wrongFates(trader, placed);
    for (const [name, isFound] of said)
      if (placed.has(name) !== isFound) wrong.push(`${name} was said to be ${isFound ? 'there' : 'missing'}`);
    const count = (fate: string) => [...trader.orders.values()].filter((one) => one === fate).length;
    console.table({
      [place.kind]: {
        seed: SEED,
        kills,
        cuts: kills * CUTS * 2,
        'minutes of the market': Math.round((endMs - startMs) / 60_000),
        acknowledged: count('placed') + count('cancelled'),
        unanswered: trader.lost.size,
        'asked for': said.size,
        trades: trader.trades.length,
        floods: trader.refusals.get('request/busy') ?? 0,
        wrong: wrong.length,
      },
    });
    assert.deepEqual(wrong.slice(0, 5), []);
    assert.ok(!trader.refusals.has('request/failed'), 'the server has failed at no request');
    assert.equal(trader.misfits, 0, 'no event and no change of the book was missing or came twice');
    assert.ok(trader.anew <= programs + kills, `read anew ${trader.anew} times`);
    assert.equal(new Set(trader.trades).size, trader.trades.length);
    assert.ok(trader.lost.size > 0 && trader.trades.length > kills, 'there was load');
  },
  { byDefault: 'embedded' },
);
