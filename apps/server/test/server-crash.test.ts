/**
 * Goal: when the real server is killed under load, every call that it answered was executed exactly
 * once, and a repeated key gets the same reply. Method: the demo trader places orders, cancels,
 * transfers and opens contracts over HTTP; SERVER_KILLS sets the number of kills.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawnSync } from 'node:child_process';
import path from 'node:path';
import { freePort } from '../../../tools/free-port.ts';
import { runs } from '../../../tools/nightly.ts';
import { DemoClient, type DemoReply } from './demo-client.ts';
import { type DatabasePlace, openPlace, testOnBoth } from './engines.ts';
import { endServer, SOURCE, startServer } from './server-process.ts';

const KILLS = Number(process.env.SERVER_KILLS ?? runs(2, 5));
const LOAD_MS_MAX = 1_500;
/** Enough that all kills together have met every kind of call. */
const LEAST_PER_KILL = Math.max(10, Math.ceil(60 / KILLS));
const CALLERS = 6;

type Reply = DemoReply<{ readonly id?: string } | undefined>;

interface Call {
  readonly n: number;
  readonly path: string;
  readonly body: Readonly<Record<string, string | number>>;
}

class Trader {
  readonly answered = new Map<number, { readonly call: Call; readonly reply: Reply }>();
  readonly unanswered = new Map<number, Call>();
  readonly #client: DemoClient;
  readonly #openOrders: string[] = [];
  #price = 0;
  #lastN = 0;

  constructor(port: number) {
    this.#client = new DemoClient(port);
  }

  post(route: string, body: object, key?: string): Promise<Reply> {
    return this.#client.post(route, body, key);
  }

  async login(): Promise<void> {
    await this.#client.login();
    const depth = await this.post('/bb/app/huobi/getHuobiContractDepthV2', { symbol: 'btcusdt', size: 1 });
    const { bids } = depth.tick as { bids: [number, number][] };
    this.#price = Math.round((bids[0]?.[0] ?? 0) * 0.97);
  }

  /**
   * Calls until `isOver`, or until the server is gone. Calls that the last server left unanswered
   * come first, under their old keys.
   */
  async load(isOver: () => boolean): Promise<void> {
    await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        while (!isOver()) {
          const [waiting] = this.unanswered.values();
          const call = waiting ?? this.#newCall();
          this.unanswered.delete(call.n);
          if (!(await this.#ask(call))) return;
        }
      }),
    );
  }

  async #ask(call: Call): Promise<boolean> {
    try {
      const reply = await this.post(call.path, call.body, `call-${call.n}`);
      this.answered.set(call.n, { call, reply });
      if (call.path.endsWith('placeOrder') && reply.code === 1) this.#openOrders.push(reply.data?.id ?? '');
      return true;
    } catch {
      this.unanswered.set(call.n, call);
      return false;
    }
  }

  #newCall(): Call {
    const n = ++this.#lastN;
    const pair = { baseCoin: 'BTC', quoteCoin: 'USDT' };
    const order = n % 4 === 1 && this.#openOrders.length > 3 ? this.#openOrders.shift() : undefined;
    if (order !== undefined) return { n, path: '/bb/app/spot/cancelOrder', body: { id: order } };
    if (n % 4 === 2)
      return {
        n,
        path: '/contract/app/contract/transfer',
        body: { currency: 'USDT', type: 1, amount: (n / 100_000).toFixed(5) },
      };
    if (n % 40 === 3) {
      const body = { ...pair, openAmount: '10', positionTime: 60, tradeType: 1 };
      return { n, path: '/contract/app/contract/createOrder', body };
    }
    const body = {
      ...pair,
      side: 'buy',
      type: 'limit',
      price: String(this.#price),
      amount: '0.0002',
      clientOrderId: `call-${n}`,
    };
    return { n, path: '/bb/app/spot/placeOrder', body };
  }
}

testOnBoth(
  `R10.4 R12.3 the real server killed ${KILLS} times over HTTP`,
  async (place, context) => {
    const port = await freePort();
    const trader = new Trader(port);
    const readyMs: number[] = [];
    let child: ChildProcess | null = null;
    context.after(() => child?.kill('SIGKILL'));
    for (let kill = 0; kill < KILLS; kill++) {
      const startMs = performance.now();
      child = await startServer(place, port);
      readyMs.push(performance.now() - startMs);
      if (kill === 0) await trader.login();
      let isOver = false;
      const load = trader.load(() => isOver);
      const least = trader.answered.size + LEAST_PER_KILL;
      await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * LOAD_MS_MAX));
      // On a machine of any speed: a kill without load proves nothing.
      while (trader.answered.size < least && child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 20));
      await endServer(child, 'SIGKILL');
      isOver = true;
      await load;
    }
    child = await startServer(place, port);
    const different: string[] = [];
    for (const { call, reply } of trader.answered.values()) {
      const again = await trader.post(call.path, call.body, `call-${call.n}`);
      if (again.code !== reply.code || again.error !== reply.error || again.data?.id !== reply.data?.id) {
        different.push(`${call.n} ${call.path}: ${JSON.stringify(reply)} then ${JSON.stringify(again)}`);
      }
    }
    const env = {
      ...process.env,
      MODE: 'demo',
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl ?? '',
    };
    const audit = spawnSync(process.execPath, [path.join(SOURCE, 'commands/audit.ts')], {
      env,
      encoding: 'utf8',
    });
    // SIGTERM: it stops in order.
    await endServer(child, 'SIGTERM');
    const { lost, counts } = await findLosses(place, trader, context);
    console.table({
      [place.kind]: {
        kills: KILLS,
        answered: trader.answered.size,
        ...counts,
        lost: lost.length,
        'answered differently': different.length,
        'ready ms, worst': Math.round(Math.max(...readyMs)),
      },
    });
    assert.deepEqual([lost.slice(0, 5), different.slice(0, 5)], [[], []]);
    assert.ok(
      counts.orders > 10 && counts.cancels > 2 && counts.transfers > 5 && counts.contracts > 0,
      'there was load',
    );
    assert.equal(audit.status, 0, audit.stdout + audit.stderr);
  },
  { byDefault: 'embedded' },
);

async function findLosses(place: DatabasePlace, trader: Trader, context: Parameters<typeof openPlace>[1]) {
  const database = await openPlace(place, context);
  const countOf = async (text: string, param: string | number): Promise<number> =>
    (await database.query<{ n: number }>(`select count(*) as n from ${text}`, [param])).rows[0]?.n ?? 0;
  const lost: string[] = [];
  const counts = { orders: 0, cancels: 0, transfers: 0, contracts: 0, refused: 0 };
  for (const { call, reply } of trader.answered.values()) {
    let found: number;
    if (reply.code !== 1) {
      counts.refused++;
      continue;
    } else if (call.path.endsWith('placeOrder')) {
      counts.orders++;
      found = await countOf('spot_orders where client_order_id = $1', `call-${call.n}`);
    } else if (call.path.endsWith('cancelOrder')) {
      counts.cancels++;
      found = await countOf('spot_orders where status = 2 and order_id = $1', Number(call.body.id));
    } else if (call.path.endsWith('transfer')) {
      counts.transfers++;
      found = await countOf(
        "postings where reason = 'transfer' and wallet = 1 and available = $1",
        call.n * 10,
      );
    } else {
      counts.contracts++;
      found = await countOf('positions where position_id = $1', Number(reply.data?.id));
    }
    if (found !== 1) lost.push(`${call.n} ${call.path}: ${found} times`);
  }
  await database.close();
  return { lost, counts };
}
