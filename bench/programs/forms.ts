/**
 * The forms in which a program places orders: a signed request over HTTP, a request over a socket
 * that has logged on, a batch over such a socket. One request is in flight on each connection.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { load, type LoadResult } from '../api/load.ts';
import type { Ready } from '../api/server.ts';

export interface Form {
  readonly name: string;
  /** Orders of one request. */
  readonly orders: number;
  readonly run: (ready: Ready, load: Load) => Promise<LoadResult>;
}

export interface Load {
  readonly connections: number;
  readonly seconds: number;
}

type Key = Ready['keys'][number];

/** Orders of both sides at one price, so that every second one trades. */
const sideOf = (connection: number, n: number): string => ((connection + n) % 2 === 0 ? 'BUY' : 'SELL');
const termsOf = (connection: number, n: number) => ({
  symbol: 'BTCUSDT',
  side: sideOf(connection, n),
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '60000',
  quantity: '0.001',
  newOrderRespType: 'RESULT',
});
const NO_KEY: Key = { apiKey: 'echo', secret: 'echo' };
const keyOf = ({ keys }: Ready, connection: number): Key => keys[connection % keys.length] ?? NO_KEY;
const signatureOf = ({ secret }: Key, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');
/** Each has a name of its own, because the same signed order is taken once. */
let signed = 0;

export const BY_HTTP: Form = {
  name: 'HTTP, one by one',
  orders: 1,
  run: (ready, { connections, seconds }) =>
    load({
      port: ready.port,
      connections,
      seconds,
      accepted: '{"symbol":',
      request: (connection, n) => httpOrder(keyOf(ready, connection), connection, n),
    }),
};

function httpOrder(key: Key, connection: number, n: number): Buffer {
  const text = new URLSearchParams({
    ...termsOf(connection, n),
    newClientOrderId: `bench-${signed++}`,
    recvWindow: '60000',
    timestamp: String(Date.now()),
  }).toString();
  const body = `${text}&signature=${signatureOf(key, text)}`;
  return Buffer.from(
    `POST /api/v3/order HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nX-MBX-APIKEY: ${key.apiKey}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}

/** `orders` 0: one request, no batch. */
export function bySocket(orders: number): Form {
  return {
    name: orders === 0 ? 'socket, one by one' : `socket, batches of ${orders}`,
    orders: Math.max(1, orders),
    run: (ready, given) => talkAll(ready, given, orders),
  };
}

async function talkAll(ready: Ready, { connections, seconds }: Load, orders: number): Promise<LoadResult> {
  const lines = await Promise.all(
    Array.from({ length: connections }, (_, connection) => openLine(ready, connection)),
  );
  const latenciesMs: number[] = [];
  let refused = 0;
  let refusal: string | null = null;
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  const onReply = (latencyMs: number, text: string): void => {
    latenciesMs.push(latencyMs);
    if (!text.includes('"error":')) return;
    refused++;
    refusal ??= text.slice(0, 300);
  };
  await Promise.all(lines.map((line, connection) => talk(line, { connection, orders, endMs, onReply })));
  const elapsedS = (performance.now() - startMs) / 1000;
  for (const line of lines) line.terminate();
  const sorted = Float64Array.from(latenciesMs).sort();
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    requests: sorted.length,
    requestsPerSecond: sorted.length / elapsedS,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    refused,
    refusal,
  };
}

async function openLine(ready: Ready, connection: number): Promise<WebSocket> {
  const line = new WebSocket(`ws://127.0.0.1:${ready.port}/ws-api/v3`, { perMessageDeflate: false });
  await once(line, 'open');
  const key = keyOf(ready, connection);
  const parameters = { apiKey: key.apiKey, returnRateLimits: false, timestamp: Date.now() };
  const text = Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const answer = once(line, 'message');
  const params = { ...parameters, signature: signatureOf(key, text) };
  line.send(JSON.stringify({ id: 0, method: 'session.logon', params }));
  await answer;
  return line;
}

interface Talk {
  readonly connection: number;
  readonly orders: number;
  readonly endMs: number;
  readonly onReply: (latencyMs: number, text: string) => void;
}

function talk(line: WebSocket, { connection, orders, endMs, onReply }: Talk): Promise<void> {
  return new Promise((resolve, reject) => {
    let n = 0;
    let sentMs = 0;
    const place = () => ({ method: 'order.place', params: termsOf(connection, n++) });
    const send = (): void => {
      sentMs = performance.now();
      const asked =
        orders === 0
          ? place()
          : { method: 'order.batch', params: { requests: Array.from({ length: orders }, place) } };
      line.send(JSON.stringify({ id: n, ...asked }));
    };
    line.on('message', (data: Buffer) => {
      onReply(performance.now() - sentMs, data.toString('latin1'));
      if (performance.now() < endMs) send();
      else resolve();
    });
    line.on('close', () => reject(new Error('the server has closed a socket')));
    send();
  });
}
