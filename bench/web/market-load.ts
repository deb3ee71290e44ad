/**
 * A busy market in front of the real server. The page's stream passes through, but book, deals and
 * candles of its pair are generated here, at a given number of WebSocket messages per second, in
 * the server's format.
 */
import type { Page, WebSocketRoute } from '@playwright/test';

export interface MarketLoad {
  /** Depth messages per second; deals and candles likewise. */
  readonly depthPerSecond: number;
  readonly dealsPerSecond: number;
  readonly klinesPerSecond: number;
}
/** 50 messages per second, 5 of them candles. */
export const BUSY: MarketLoad = { depthPerSecond: 30, dealsPerSecond: 15, klinesPerSecond: 5 };

const LEVELS = 60;
const STEP = 0.5;
const LEVELS_CHANGED = 6;
type Side = Map<string, string>;

/** A running load. */
export interface RunningLoad {
  /** Number of messages sent. */
  readonly sent: () => number;
  /** A closed page does not stop it. */
  readonly stop: () => void;
}

/** Call before the page opens. */
export async function busyMarket(page: Page, load: MarketLoad): Promise<RunningLoad> {
  let sent = 0;
  const timers = new Set<NodeJS.Timeout>();
  const stop = () => {
    for (const timer of timers) clearInterval(timer);
    timers.clear();
  };
  await page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer();
    const market = new BusyMarket(socket, () => (sent += 1));
    socket.onMessage((text) => {
      server.send(text);
      market.follow(String(text));
    });
    server.onMessage((text) => socket.send(market.without(String(text))));
    stop();
    timers.add(setInterval(() => market.depth(), 1000 / load.depthPerSecond));
    timers.add(setInterval(() => market.deal(), 1000 / load.dealsPerSecond));
    timers.add(setInterval(() => market.kline(), 1000 / load.klinesPerSecond));
    socket.onClose(() => {
      stop();
      void server.close();
    });
    server.onClose(() => {
      stop();
      void socket.close();
    });
  });
  return { sent: () => sent, stop };
}

interface Frame {
  readonly type: string;
  readonly channel?: string;
  readonly candles?: readonly { readonly close: number }[];
}

class BusyMarket {
  readonly #socket: WebSocketRoute;
  readonly #count: () => void;
  readonly #channels = new Set<string>();
  #price = 0;
  #version = 0;
  #deals = 0;
  #bids: Side = new Map();
  #asks: Side = new Map();
  #candle: Record<string, number> | undefined;

  constructor(socket: WebSocketRoute, count: () => void) {
    this.#socket = socket;
    this.#count = count;
  }

  /** Records the page's subscriptions. */
  follow(text: string): void {
    const { op, channels = [] } = JSON.parse(text) as { op: string; channels?: string[] };
    for (const channel of channels) {
      if (op === 'subscribe') this.#channels.add(channel);
      if (op === 'unsubscribe') this.#channels.delete(channel);
      if (op === 'subscribe' && channel.startsWith('depth:')) this.#version = 0;
    }
  }

  /**
   * Removes the generated channels from the server's message. The first candle sets the initial
   * price.
   */
  without(text: string): string {
    const parsed = JSON.parse(text) as Frame | Frame[];
    const frames = Array.isArray(parsed) ? parsed : [parsed];
    for (const { type, candles } of frames) {
      const candle = candles?.at(-1);
      if (type !== 'kline' || candle === undefined) continue;
      this.#candle ??= { ...(candle as Record<string, number>) };
      this.#price ||= candle.close;
    }
    return JSON.stringify(frames.filter(({ type }) => !/^(depth-|kline$|deals$)/.test(type)));
  }

  depth(): void {
    const channel = this.#channel('depth');
    if (channel === undefined || this.#price === 0) return;
    this.#price += (Math.random() - 0.5) * 4 * STEP;
    if (this.#version === 0) {
      this.#version = 1;
      this.#bids = this.#side(-1);
      this.#asks = this.#side(1);
      const sides = { bids: [...this.#bids], asks: [...this.#asks] };
      this.#send({ type: 'depth-snapshot', channel, version: 1, ...sides, timeMs: Date.now() });
      return;
    }
    const from = this.#version++;
    const sides = { bids: this.#change(this.#bids, -1), asks: this.#change(this.#asks, 1) };
    this.#send({ type: 'depth-delta', channel, from, version: this.#version, ...sides, timeMs: Date.now() });
  }

  deal(): void {
    const channel = this.#channel('deals');
    if (channel === undefined || this.#price === 0) return;
    const direction = Math.random() < 0.5 ? 'buy' : 'sell';
    const id = String(9e12 + this.#deals++);
    const deal = { id, ts: Date.now(), price: Number(this.#price.toFixed(2)), amount: 0.01234, direction };
    this.#send({ type: 'deals', channel, deals: [deal] });
  }

  kline(): void {
    const channel = this.#channel('kline');
    if (channel === undefined || this.#candle === undefined) return;
    const close = Number(this.#price.toFixed(2));
    const id = Math.floor(Date.now() / 60_000) * 60;
    const begun = id === this.#candle['id'];
    const before = this.#candle;
    this.#candle = {
      id,
      open: begun ? (before['open'] ?? close) : close,
      close,
      high: begun ? Math.max(before['high'] ?? close, close) : close,
      low: begun ? Math.min(before['low'] ?? close, close) : close,
      vol: (begun ? (before['vol'] ?? 0) : 0) + 0.01,
    };
    this.#send({ type: 'kline', channel, candles: [this.#candle] });
  }

  #channel(kind: string): string | undefined {
    return [...this.#channels].find((channel) => channel.startsWith(`${kind}:`));
  }
  #send(frame: unknown): void {
    this.#count();
    this.#socket.send(JSON.stringify([frame]));
  }
  #side(direction: 1 | -1): Side {
    const level = (_: unknown, i: number): [string, string] => [
      (this.#price + direction * STEP * (i + 1)).toFixed(2),
      (Math.random() + 0.01).toFixed(5),
    ];
    return new Map(Array.from({ length: LEVELS }, level));
  }
  /** Changes the amounts of some levels; the side moves with the price. */
  #change(side: Side, direction: 1 | -1): [string, string][] {
    const wanted = this.#side(direction);
    const changes = [...wanted].slice(0, LEVELS_CHANGED);
    const best = this.#price + direction * STEP;
    for (const price of side.keys()) {
      if (direction * (Number(price) - best) < 0) changes.push([price, '0']);
    }
    for (const [price, amount] of changes) {
      if (amount === '0') side.delete(price);
      else side.set(price, amount);
    }
    for (const price of [...side.keys()]
      .toSorted((a, b) => direction * (Number(a) - Number(b)))
      .slice(LEVELS)) {
      side.delete(price);
      changes.push([price, '0']);
    }
    return changes;
  }
}
