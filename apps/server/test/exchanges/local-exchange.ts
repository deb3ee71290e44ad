/**
 * An exchange on this machine, as a process: `node local-exchange.ts DIALECT PORT`. Its prices
 * follow one gentle wave, the same at every exchange, so that several agree. POST /_faults with
 * JSON of `Faults` makes it misbehave; GET /_state says how many clients it has.
 */
import http from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { binance } from './binance.ts';
import type { Dialect, Levels, LocalBook, LocalCandle, LocalMarket, LocalPair } from './dialect.ts';
import { MIDDLES } from './middles.ts';
import { okx } from './okx.ts';

const DIALECTS: Readonly<Record<string, Dialect>> = { binance, okx };

export interface Faults {
  /** Says nothing on open sockets. */
  readonly mute: boolean;
  /** Its bids lie above its asks. */
  readonly crossed: boolean;
  /** All its prices times this. */
  readonly factor: number;
  /** The time it gives to its messages, in milliseconds before now. */
  readonly lateMs: number;
  /** Says nothing but errors, as about a subscription that it refuses. */
  readonly refuses: boolean;
  /** Sends messages of many megabytes. */
  readonly floods: boolean;
  /** Closes all sockets, once. */
  readonly cut: boolean;
}

const WAVE = { share: 0.0005, periodMs: 120_000 } as const;
const EVERY_MS = 100;
const LEVELS = 5;
const SPREAD = 0.0001;
const REFUSAL = JSON.stringify({ error: { code: 2, msg: 'too many' }, id: 1 });
const FLOOD_CHARACTERS = 8_000_000;
/** No candles are older. */
const HISTORY_MS = 3 * 365 * 86_400_000;

const waveAt = (ms: number): number => 1 + WAVE.share * Math.sin((2 * Math.PI * ms) / WAVE.periodMs);
/** In the quote coin. */
const middleAt = ({ base, quote }: LocalPair, ms: number): number =>
  ((MIDDLES[base] ?? 1) * waveAt(ms)) / (quote === 'USDT' ? 1 : (MIDDLES[quote] ?? 1));

class Market implements LocalMarket {
  readonly pairs: readonly LocalPair[] = Object.keys(MIDDLES).map((base) => ({ base, quote: 'USDT' }));
  readonly #dialect: Dialect;
  readonly #books = new Map<string, LocalBook>();
  faults: Faults = {
    mute: false,
    crossed: false,
    factor: 1,
    lateMs: 0,
    refuses: false,
    floods: false,
    cut: false,
  };

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.move();
  }

  bookOf(id: string): LocalBook | undefined {
    return this.#books.get(id);
  }

  /** Moves all books to the prices of now. */
  move(): readonly LocalBook[] {
    const moved = this.pairs.map((pair) => this.#moved(pair));
    for (const book of moved) this.#books.set(this.#dialect.idOf(book.pair), book);
    return moved;
  }

  candlesOf(
    id: string,
    { stepMs, fromMs, untilMs }: { stepMs: number; fromMs: number; untilMs: number },
  ): readonly LocalCandle[] {
    const pair = this.pairs.find((one) => this.#dialect.idOf(one) === id);
    if (pair === undefined) return [];
    const candles: LocalCandle[] = [];
    const earliestMs = Math.max(fromMs, Date.now() - HISTORY_MS);
    for (let ms = Math.ceil(earliestMs / stepMs) * stepMs; ms < Math.min(untilMs, Date.now()); ms += stepMs) {
      const [open, close] = [middleAt(pair, ms), middleAt(pair, ms + stepMs)];
      candles.push([ms, open, Math.max(open, close) * 1.0002, Math.min(open, close) * 0.9998, close]);
    }
    return candles;
  }

  #moved(pair: LocalPair): LocalBook {
    const before = this.#books.get(this.#dialect.idOf(pair));
    const middle = middleAt(pair, Date.now()) * this.faults.factor;
    const lean = this.faults.crossed ? -1 : 1;
    const side = (sign: number): Levels =>
      Array.from({ length: LEVELS }, (_, level) => [
        (middle * (1 + sign * lean * SPREAD * (level + 1))).toFixed(10),
        String(level + 1),
      ]);
    const [bids, asks] = [side(-1), side(1)];
    return {
      pair,
      id: (before?.id ?? 1000) + 1,
      timeMs: Date.now() - this.faults.lateMs,
      bids: best(bids, -1),
      asks: best(asks, 1),
      changedBids: changes(before?.bids ?? [], bids),
      changedAsks: changes(before?.asks ?? [], asks),
    };
  }
}

const best = (levels: Levels, sign: number): Levels =>
  levels.toSorted(([a], [b]) => sign * (Number(a) - Number(b)));

function changes(before: Levels, after: Levels): Levels {
  const kept = new Set(after.map(([price]) => price));
  return [...before.filter(([price]) => !kept.has(price)).map(([price]) => [price, '0'] as const), ...after];
}

function serve(dialect: Dialect, port: number): void {
  const market = new Market(dialect);
  const listening = new Map<WebSocket, Set<string>>();
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://local');
      const reply = (value: unknown, status = 200): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      };
      if (url.pathname === '/_state') return reply({ clients: listening.size });
      if (url.pathname === '/_faults') {
        market.faults = { ...market.faults, cut: false, ...(JSON.parse(body) as Partial<Faults>) };
        if (market.faults.cut) for (const socket of listening.keys()) socket.terminate();
        return reply(market.faults);
      }
      const found = dialect.get(url, market);
      return found === undefined ? reply({ msg: `no call ${url.pathname}` }, 404) : reply(found);
    });
  });
  new WebSocketServer({ server }).on('connection', (socket) => {
    const ids = new Set<string>();
    listening.set(socket, ids);
    socket.on('close', () => listening.delete(socket));
    socket.on('message', (data: Buffer) => {
      if (data.toString() === 'ping') return socket.send('pong');
      const heard = dialect.hear(JSON.parse(data.toString()), market);
      for (const answer of heard.answers) socket.send(JSON.stringify(answer));
      for (const id of heard.ids) ids.add(id);
    });
  });
  setInterval(() => {
    const { mute, refuses, floods } = market.faults;
    for (const socket of listening.keys()) {
      if (refuses) socket.send(REFUSAL);
      if (floods) socket.send(`{"e":"${'x'.repeat(FLOOD_CHARACTERS)}"}`);
    }
    for (const book of market.move()) {
      if (mute || refuses) continue;
      const text = JSON.stringify(dialect.update(book));
      for (const [socket, ids] of listening) if (ids.has(dialect.idOf(book.pair))) socket.send(text);
    }
  }, EVERY_MS);
  server.listen(port, '127.0.0.1', () => {
    console.log((server.address() as { port: number }).port);
  });
}

const [name = '', port = '0'] = process.argv.slice(2);
const dialect = DIALECTS[name];
if (dialect === undefined) throw new Error(`no dialect ${name}`);
serve(dialect, Number(port));
