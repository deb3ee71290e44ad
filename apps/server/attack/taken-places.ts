/** Strangers take every connection, or every slot of the stream. */
import { WebSocket } from 'ws';
import type { Attack } from './attack.ts';
import { addressOf, sleep } from './measuring.ts';
import { Client } from './client.ts';
import { type Flood, startFlood } from './flood.ts';
import { textOf } from './public-ticks.ts';

const CONNECTIONS = 10_100;
const TRIED_MS_MAX = 60_000;
const SETTLE_MS = 2_000;

/** Waits until every connection was opened or refused. */
async function untilTried(flood: Flood, total: number): Promise<void> {
  const deadline = performance.now() + TRIED_MS_MAX;
  for (;;) {
    const { opened, refused } = await flood.counts();
    if (opened + refused >= total || performance.now() > deadline) break;
    await sleep(200);
  }
  await sleep(SETTLE_MS);
}

export const heldConnections: Attack = {
  name: 'held-connections',
  inVersion010: '0 of 20 calls served, 9,999 connections kept',
  requirement: 'another address is served while one asks for 10,100 connections',
  isInShort: false,
  run: async ({ start }) => {
    const target = await start();
    const flood = startFlood(target.port, {
      kind: 'requests',
      connections: CONNECTIONS,
      addresses: [addressOf(3, 0)],
      requests: [],
      depth: 0,
      isReading: true,
    });
    await untilTried(flood, CONNECTIONS);
    const other = new Client(target.port, { address: addressOf(4, 0) });
    const replies = [];
    for (let n = 0; n < 20; n++) replies.push(await other.call('/bb/app/market/getPairs'));
    const served = replies.filter(({ code }) => code === 1).length;
    const { open } = await flood.stop();
    other.close();
    return { figure: `${served} of 20 calls served; ${open} connections kept`, isMet: served === 20 };
  },
};

export const streamPlaces: Attack = {
  name: 'stream-places',
  inVersion010: '5,000 streams held, no place for either',
  requirement: 'a signed-in user and a new visitor still get a place',
  isInShort: true,
  run: async ({ start, isShort }) => {
    const target = await start();
    const user = new Client(target.port);
    await user.register('streamer');
    const sockets = isShort ? 1_500 : 6_000;
    const flood = startFlood(target.port, {
      kind: 'stream',
      sockets,
      addresses: Array.from({ length: isShort ? 10 : 40 }, (_, index) => addressOf(5, index)),
      frames: [],
    });
    await untilTried(flood, sockets);
    const { open } = await flood.counts();
    const [signedIn, visitor] = [await joins(target.port, user.token), await joins(target.port)];
    await sleep(1_000);
    const isKept = signedIn.readyState === WebSocket.OPEN;
    await flood.stop();
    const isVisiting = visitor.readyState === WebSocket.OPEN;
    for (const socket of [signedIn, visitor]) socket.terminate();
    user.close();
    const tell = (is: boolean): string => (is ? 'got one' : 'NONE');
    return {
      figure: `${open} streams held; user ${tell(isKept)}, visitor ${tell(isVisiting)}`,
      isMet: isKept && isVisiting,
    };
  },
};

/**
 * Opens a stream, signed in if there is a token. The state of the returned socket is the result.
 */
async function joins(port: number, token?: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { localAddress: '127.0.0.1' });
  socket.on('error', () => {});
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.on('message', (data) => {
      if (token === undefined || textOf(data).includes('authenticated')) resolve();
    });
    socket.once('open', () => {
      if (token !== undefined) socket.send(JSON.stringify({ op: 'auth', token }));
    });
  });
  return socket;
}
