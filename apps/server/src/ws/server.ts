/**
 * The WebSocket server at /ws: what a client may send and how often, and how dead connections are
 * detected.
 */
import { WebSocketServer, type RawData, type ServerOptions, type WebSocket } from 'ws';
import { clientFrame, type ServerFrame } from '@glasshouse/protocol/stream';
import type * as z from 'zod';
import { cookieSession } from '../http/cookie-session.ts';
import { Cookies } from '../http/cookies.ts';
import type { SessionReader } from '../http/session-reader.ts';
import type { Contain } from '../process/containment.ts';
import { StreamClient } from './client.ts';
import { ACCOUNT_CHANNEL, type StreamHub } from './hub.ts';
import { STREAM_LIMITS } from './stream-limits.ts';
import type { UpgradeRoute } from './upgrades.ts';

const PATH = '/ws';
const CLOSE_GRACE_MS = 500;

/** @types/ws does not know `closeTimeout`. */
const SOCKETS: ServerOptions & { readonly closeTimeout: number } = {
  noServer: true,
  maxPayload: STREAM_LIMITS.frameBytes,
  maxFragments: STREAM_LIMITS.fragments,
  maxBufferedChunks: STREAM_LIMITS.pieces,
  perMessageDeflate: false,
  // Who has to give up a place does not stay by answering nothing.
  closeTimeout: CLOSE_GRACE_MS,
};

export interface StreamOptions {
  readonly hub: StreamHub;
  readonly sessions: SessionReader;
  readonly contain: Contain;
  /** The time of commands, which a demo can move ahead. */
  readonly nowMs: () => number;
  /** When maintenance is expected to end; undefined: there is none. */
  readonly closedUntilMs: () => number | undefined;
  /** Whether what grows is refused, because the disk is nearly full. */
  readonly isShortOfRoom: () => boolean;
  /** Whether users connect by https, which changes the name of the session's cookie. */
  readonly isHttps: boolean;
  /** Sends a user the first frames of the account channel. */
  readonly sendAccount: (client: StreamClient) => void;
}

/** The stream's part of the upgrades, and what ends its connections. */
export interface Stream extends UpgradeRoute {
  close(): void;
}

export function openStream(options: StreamOptions): Stream {
  const { hub, isHttps } = options;
  const sockets = new WebSocketServer(SOCKETS);
  const look = options.contain('the pings of streams', () => sweep(hub));
  const timer = setInterval(look, STREAM_LIMITS.pingIntervalMs);
  return {
    isForPrograms: false,
    takes: (path) => path === PATH,
    accept: ({ request, socket, head, network }) =>
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        const cookies = new Cookies(request.headers.cookie, isHttps);
        accept(webSocket, { options, network, cookies });
      }),
    close: () => {
      clearInterval(timer);
      const open = [...hub.clients];
      for (const client of open) {
        client.socket.close(1001, 'the server is closing');
        hub.remove(client);
      }
      // A client that does not answer the close frame must not delay the server's stop.
      setTimeout(() => {
        for (const client of open) client.socket.terminate();
      }, CLOSE_GRACE_MS);
      sockets.close();
    },
  };
}

type Told = Pick<StreamOptions, 'nowMs' | 'closedUntilMs' | 'isShortOfRoom'>;

/** Tells every connection that maintenance or the room on the disk is not as it was. */
export function tellState(hub: StreamHub, told: Told): void {
  for (const client of hub.clients) hub.send(client, hello(told));
}

function hello({ nowMs, closedUntilMs, isShortOfRoom }: Told): ServerFrame {
  const untilMs = closedUntilMs();
  return {
    type: 'hello',
    timeMs: nowMs(),
    ...(untilMs === undefined ? {} : { closedUntilMs: untilMs }),
    ...(isShortOfRoom() ? { isShortOfRoom: true } : {}),
  };
}

function accept(
  socket: WebSocket,
  {
    options,
    network,
    cookies,
  }: { readonly options: StreamOptions; readonly network: string; readonly cookies: Cookies },
): void {
  const { hub } = options;
  const client = new StreamClient(socket, network, (one) => {
    hub.remove(one);
    one.socket.close(1013, 'others need the place');
  });
  hub.add(client);
  hub.send(client, hello(options));
  /** Counts what a client sends before anything is done for it. */
  const isWithin = (cost: number): boolean => {
    if (client.isShut) return false;
    client.isAlive = true;
    client.requestCount += cost;
    if (client.requestCount <= STREAM_LIMITS.requestsPerInterval) return true;
    shut(hub, client);
    return false;
  };
  const onMessage = async (data: RawData, isBinary: boolean): Promise<void> => {
    if (!isWithin(1 + Math.ceil(sizeOf(data) / STREAM_LIMITS.bytesPerRequest))) return;
    if (isBinary) return shut(hub, client);
    const frame = parseFrame(data);
    if (isWithin(frame === null ? 0 : costOf(frame))) await receive(client, frame, { options, cookies });
  };
  const under = <Args extends readonly unknown[]>(work: (...args: Args) => unknown) =>
    options.contain('a stream', work, () => socket.terminate());
  socket.on(
    'ping',
    under(() => isWithin(1)),
  );
  socket.on(
    'pong',
    under(() => isWithin(1)),
  );
  socket.on('message', under(onMessage));
  socket.on('error', () => socket.terminate());
  socket.on(
    'close',
    under(() => hub.remove(client)),
  );
}

/** Closes a stream beyond its limit, and reads no more of it, whether the client closes or not. */
function shut(hub: StreamHub, client: StreamClient): void {
  const { socket } = client;
  client.isShut = true;
  hub.remove(client);
  socket.close(1008, 'too many requests');
  socket.pause();
  setTimeout(() => socket.terminate(), CLOSE_GRACE_MS).unref();
}

/** One message is one buffer, because the socket's binaryType is left at its default. */
const sizeOf = (data: RawData): number => (Buffer.isBuffer(data) ? data.length : Infinity);

/** What a frame costs for its content. */
function costOf(frame: Frame): number {
  const { accountCosts } = STREAM_LIMITS;
  if (frame.op === 'auth') return accountCosts;
  if (!('channels' in frame)) return 0;
  const bringsAccount = frame.op === 'subscribe' && frame.channels.includes(ACCOUNT_CHANNEL);
  return frame.channels.length + (bringsAccount ? accountCosts : 0);
}

type Frame = z.output<typeof clientFrame>;

interface Conversation {
  readonly options: StreamOptions;
  readonly cookies: Cookies;
}

async function receive(client: StreamClient, frame: Frame | null, conversation: Conversation): Promise<void> {
  const { options } = conversation;
  const { hub } = options;
  if (frame === null) {
    hub.send(client, { type: 'refused', error: 'request/invalid' });
    return;
  }
  switch (frame.op) {
    case 'ping':
      hub.send(client, { type: 'pong', timeMs: options.nowMs() });
      return;
    case 'auth':
      await signIn(client, frame, conversation);
      return;
    case 'subscribe':
      for (const channel of frame.channels) {
        const isNew = hub.subscribe(client, channel);
        if (isNew && channel === ACCOUNT_CHANNEL) options.sendAccount(client);
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
  const isAgain = client.sessionKey === session.sessionKey && client.channels.has(ACCOUNT_CHANNEL);
  if (!isAgain) hub.signIn(client, session.userId, session.sessionKey);
  hub.send(client, { type: 'authenticated', userId: String(session.userId) });
  if (isAgain) return;
  hub.subscribe(client, ACCOUNT_CHANNEL);
  options.sendAccount(client);
}

/** Pings all clients and drops those that have not answered the last ping. */
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
