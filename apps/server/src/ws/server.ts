/** The WebSocket door at /ws: who may connect, what a client may send and how often, and how dead connections are noticed. */
import type { Server, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import * as z from 'zod';
import { cookieSession } from '../http/cookie-session.ts';
import { Cookies } from '../http/cookies.ts';
import type { SessionReader } from '../http/mount.ts';
import { isOwnOrigin } from '../http/origin.ts';
import { StreamClient } from './client.ts';
import { ACCOUNT_CHANNEL, type StreamHub } from './hub.ts';

/** Named limits of the stream. */
export const STREAM_LIMITS = {
  clients: 5_000,
  clientsPerIp: 500,
  /** What a client may ask for within one ping interval: frames, and each channel that a frame names, since each brings a snapshot. */
  requestsPerInterval: 300,
  frameBytes: 16_384,
  pingIntervalMs: 15_000,
} as const;

const PATH = '/ws';
const CLOSE_GRACE_MS = 500;

const clientFrame = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('auth'),
    token: z.string().min(1).max(128).optional(),
    userId: z.string().max(20).optional(),
  }),
  z.object({
    op: z.enum(['subscribe', 'unsubscribe']),
    channels: z.array(z.string().min(1).max(64)).max(64),
  }),
  z.object({ op: z.literal('ping') }),
]);

export interface StreamOptions {
  readonly hub: StreamHub;
  readonly sessions: SessionReader;
  readonly publicUrl: string | null;
  /** True when a proxy in front tells the client's address in X-Forwarded-For. */
  readonly isBehindProxy: boolean;
  /** What a user gets first on the account channel. */
  readonly sendAccount: (client: StreamClient) => void;
}

export interface Stream {
  close(): void;
}

export function openStream(server: Server, options: StreamOptions): Stream {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: STREAM_LIMITS.frameBytes,
    perMessageDeflate: false,
  });
  const perIp = new Map<string, number>();
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refusal = refuseUpgrade(request, { options, perIp });
    if (refusal !== null) {
      turnAway(socket, refusal);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const isHttps = options.publicUrl?.startsWith('https:') ?? false;
      const cookies = new Cookies(request.headers.cookie, isHttps);
      accept(opened, { options, perIp, cookies, ip: ipOf(request, options) });
    });
  };
  server.on('upgrade', onUpgrade);
  const timer = setInterval(() => sweep(options.hub), STREAM_LIMITS.pingIntervalMs);
  return {
    close: () => {
      clearInterval(timer);
      server.off('upgrade', onUpgrade);
      const open = [...options.hub.clients];
      for (const client of open) {
        client.socket.close(1001, 'the server is closing');
        options.hub.remove(client);
      }
      // Who does not answer the farewell must not hold the server up.
      setTimeout(() => {
        for (const client of open) client.socket.terminate();
      }, CLOSE_GRACE_MS);
      sockets.close();
    },
  };
}

interface Door {
  readonly options: StreamOptions;
  readonly perIp: Map<string, number>;
}

/**
 * Node takes its own listeners off a socket that asks for an upgrade: without one, a stranger's reset would end the process. And nobody's
 * time-out watches such a socket any more: it is closed as soon as the refusal is written, whether or not the other side closes.
 */
function turnAway(socket: Duplex, refusal: string): void {
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** The status line of a refusal, or null. A page of another site must not read the stream with a user's browser. */
function refuseUpgrade(request: IncomingMessage, { options, perIp }: Door): string | null {
  const path = (request.url ?? '').split('?')[0];
  if (path !== PATH) return '404 Not Found';
  if (!isOwnOrigin(request.headers, options.publicUrl)) return '403 Forbidden';
  const isFull = options.hub.clients.size >= STREAM_LIMITS.clients;
  if (isFull || (perIp.get(ipOf(request, options)) ?? 0) >= STREAM_LIMITS.clientsPerIp)
    return '429 Too Many Requests';
  return null;
}

/** A proxy appends the address it saw: the last one is the one to believe. */
function ipOf(request: IncomingMessage, { isBehindProxy }: StreamOptions): string {
  const forwarded = isBehindProxy ? String(request.headers['x-forwarded-for'] ?? '') : '';
  return forwarded.split(',').at(-1)?.trim() || (request.socket.remoteAddress ?? '');
}

interface Arrival extends Door {
  readonly ip: string;
  readonly cookies: Cookies;
}

function accept(socket: WebSocket, { options, perIp, ip, cookies }: Arrival): void {
  const { hub } = options;
  const client = new StreamClient(socket, ip);
  perIp.set(ip, (perIp.get(ip) ?? 0) + 1);
  hub.add(client);
  hub.send(client, { type: 'hello', timeMs: Date.now() });
  socket.on('pong', () => {
    client.isAlive = true;
  });
  socket.on('message', (data, isBinary) => {
    client.isAlive = true;
    const frame = isBinary ? null : parseFrame(data);
    client.requestCount += frame !== null && 'channels' in frame ? 1 + frame.channels.length : 1;
    if (isBinary || client.requestCount > STREAM_LIMITS.requestsPerInterval) {
      socket.close(1008, 'too many requests');
      return;
    }
    void receive(client, frame, { options, cookies });
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    hub.remove(client);
    const left = (perIp.get(ip) ?? 1) - 1;
    if (left === 0) perIp.delete(ip);
    else perIp.set(ip, left);
  });
}

type Frame = z.output<typeof clientFrame>;

type Conversation = Pick<Arrival, 'options' | 'cookies'>;

async function receive(client: StreamClient, frame: Frame | null, conversation: Conversation): Promise<void> {
  const { options } = conversation;
  const { hub } = options;
  if (frame === null) {
    hub.send(client, { type: 'refused', error: 'request/invalid' });
    return;
  }
  switch (frame.op) {
    case 'ping':
      hub.send(client, { type: 'pong', timeMs: Date.now() });
      return;
    case 'auth':
      await signIn(client, frame, conversation);
      return;
    case 'subscribe':
      for (const channel of frame.channels) {
        hub.subscribe(client, channel);
        if (channel === ACCOUNT_CHANNEL && client.userId !== 0) options.sendAccount(client);
      }
      return;
    case 'unsubscribe':
      for (const channel of frame.channels) hub.unsubscribe(client, channel);
  }
}

function parseFrame(data: RawData): Frame | null {
  try {
    const parsed = clientFrame.safeParse(JSON.parse(textOf(data)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** One message comes as one buffer: the socket's binaryType is left at its default. */
function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : '';
}

/** Signing in also subscribes to the account. */
async function signIn(
  client: StreamClient,
  { token, userId }: Extract<Frame, { op: 'auth' }>,
  { options, cookies }: Conversation,
): Promise<void> {
  const { hub, sessions } = options;
  let session = null;
  try {
    session = await (token === undefined ? cookieSession(sessions, cookies, userId) : sessions.find(token));
  } catch {
    hub.send(client, { type: 'refused', error: 'request/failed', channel: ACCOUNT_CHANNEL });
    return;
  }
  if (!hub.clients.has(client)) return;
  if (session === null) {
    hub.send(client, { type: 'refused', error: 'session/invalid', channel: ACCOUNT_CHANNEL });
    return;
  }
  hub.signIn(client, session.userId, session.sessionKey);
  hub.send(client, { type: 'authenticated', userId: String(session.userId) });
  hub.subscribe(client, ACCOUNT_CHANNEL);
  options.sendAccount(client);
}

/** Pings everybody; who has not answered since the last time is gone. */
function sweep(hub: StreamHub): void {
  for (const client of hub.clients) {
    if (client.isAlive && !client.isStuck) {
      client.isAlive = false;
      client.requestCount = 0;
      client.socket.ping();
    } else {
      hub.drop(client, client.isStuck ? 'slow' : 'closed');
    }
  }
}
