/** Checks after a kill that everything shown before still exists. */
import type { Deal, PublicTick } from '@glasshouse/protocol/market';
import { WebSocket } from 'ws';
import type { Attack } from './attack.ts';
import { sleep } from './measuring.ts';
import { Client } from './client.ts';
import { textOf } from './public-ticks.ts';
import type { Target } from './target.ts';

const SYMBOL = 'btcusdt';
const WATCH_MS = 3_000;

/** Public facts by their keys: a tick's number, a deal's id, a candle's time. */
interface Shown {
  readonly ticks: Map<number, string>;
  readonly deals: Map<string, string>;
  readonly volumes: Map<number, number>;
}

interface Frame {
  readonly type: string;
  readonly tick?: PublicTick;
  readonly deals?: readonly Deal[];
  readonly candle?: { readonly id: number; readonly vol: number };
}

export const shownThenKilled: Attack = {
  name: 'shown-then-killed',
  inVersion010: 'another tick stood where one was shown',
  requirement: '0 ticks, deals or candles that were shown are gone or changed',
  isInShort: true,
  run: async ({ start, isShort }) => {
    const target = await start();
    const kills = isShort ? 2 : 10;
    let [checked, lost] = [0, 0];
    for (let n = 0; n < kills; n++) {
      const shown: Shown = { ticks: new Map(), deals: new Map(), volumes: new Map() };
      // Varies the moment of the kill within a second.
      await watch(target, { shown, forMs: WATCH_MS + n * 97 });
      await target.startAgain();
      const client = new Client(target.port);
      lost += await missing(client, shown);
      client.close();
      checked += shown.ticks.size + shown.deals.size + shown.volumes.size;
    }
    return { figure: `${lost} of ${checked} lost, ${kills} kills`, isMet: lost === 0 && checked > 0 };
  },
};

/** Watches until the kill. */
async function watch(
  target: Target,
  { shown, forMs }: { readonly shown: Shown; readonly forMs: number },
): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${target.port}/ws`);
  const client = new Client(target.port);
  const addTick = ({ tick, hash }: PublicTick): void => void shown.ticks.set(tick, hash);
  const addDeal = ({ id, price, amount }: Deal): void => void shown.deals.set(id, `${price} ${amount}`);
  const addCandle = ({ id, vol }: { id: number; vol: number }): void => {
    shown.volumes.set(id, Math.max(vol, shown.volumes.get(id) ?? 0));
  };
  socket.on('error', () => {});
  socket.once('open', () =>
    socket.send(
      JSON.stringify({ op: 'subscribe', channels: ['ticks', `deals:${SYMBOL}`, `kline:${SYMBOL}:1min`] }),
    ),
  );
  socket.on('message', (data) => {
    for (const frame of [JSON.parse(textOf(data)) as Frame | Frame[]].flat()) {
      if (frame.type === 'tick' && frame.tick !== undefined) addTick(frame.tick);
      for (const deal of frame.deals ?? []) addDeal(deal);
      if (frame.candle !== undefined) addCandle(frame.candle);
    }
  });
  const untilMs = performance.now() + forMs;
  const poll = async (path: string, input: object, add: (data: unknown) => void): Promise<void> => {
    while (performance.now() < untilMs && target.isAlive) {
      const { code, data } = await client.call(path, input);
      if (code === 1) add(data);
    }
  };
  await Promise.all([
    poll('/bb/app/market/getTicks', { size: 5 }, (data) => (data as PublicTick[]).forEach(addTick)),
    poll('/bb/app/huobi/getKline', { symbol: SYMBOL, size: 2 }, (data) =>
      (data as { id: number; vol: number }[]).forEach(addCandle),
    ),
    sleep(forMs).then(() => target.end('SIGKILL')),
  ]);
  await sleep(50);
  socket.terminate();
  client.close();
}

/** The number of facts that are missing or changed. */
async function missing(client: Client, { ticks, deals, volumes }: Shown): Promise<number> {
  const from = Math.min(...ticks.keys());
  const kept = await client.call<PublicTick[]>('/bb/app/market/getTicks', { from, size: 300 });
  const hashes = new Map(kept.data.map(({ tick, hash }) => [tick, hash]));
  const recent = await client.call<Deal[]>('/bb/app/huobi/getMarketTrade', { symbol: SYMBOL, size: 200 });
  const known = new Map(recent.data.map(({ id, price, amount }) => [id, `${price} ${amount}`]));
  const oldest = Math.min(...[...known.keys()].map(Number));
  const candles = await client.call<{ id: number; vol: number }[]>('/bb/app/huobi/getKline', {
    symbol: SYMBOL,
    size: 20,
  });
  const volume = new Map(candles.data.map(({ id, vol }) => [id, vol]));
  return (
    [...ticks].filter(([tick, hash]) => hashes.get(tick) !== hash).length +
    // Older ones are beyond the page.
    [...deals].filter(([id, what]) => Number(id) >= oldest && known.get(id) !== what).length +
    [...volumes].filter(([id, vol]) => (volume.get(id) ?? 0) < vol - 1e-9).length
  );
}
