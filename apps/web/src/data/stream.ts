/**
 * The one WebSocket. Channels are counted: the first listener subscribes, the last unsubscribes.
 * After a disconnection it connects again with growing waits, signs in and subscribes to everything
 * again. Listeners are told with a frame whether others are missing before it: they fetch what the
 * frames would have brought. Screens watch `streamStatus` to say that prices are frozen.
 */
import type { ClientFrame, ServerFrame } from '@glasshouse/protocol/stream';
import { createStore, useStore } from '#shared/external-store.ts';
import { MissedFrames } from './missed-frames.ts';
import { learnServerTime } from './server-time.ts';
import { credentials, session } from './session.ts';

export type ChannelFrame = Extract<ServerFrame, { channel: string }>;
type Listener = (frame: ChannelFrame, isAfterGap: boolean) => void;
export interface StreamStatus {
  readonly state: 'connecting' | 'open' | 'lost';
  /** When the last frame arrived, in server time. */
  readonly lastFrameMs: number;
  readonly retryAtMs: number;
}

const WAITS_MS = [500, 1000, 2000, 4000, 8000] as const;
const PING_EVERY_MS = 10_000;
const SIGN_IN_AGAIN_MS = 5000;
/** After this long without any frame the connection counts as dead. */
const SILENCE_MAX_MS = 25_000;

const status = createStore<StreamStatus>({ state: 'connecting', lastFrameMs: Date.now(), retryAtMs: 0 });
export const streamStatus = { get: status.get, subscribe: status.subscribe };
export const useStreamStatus = (): StreamStatus => useStore(status);
export const useOffline = (): boolean => useStore(status).state === 'lost';

/** When maintenance is expected to end; undefined: there is none. */
const closedUntil = createStore<number | undefined>(undefined);
export const useClosedUntil = (): number | undefined => useStore(closedUntil);
/** Whether what grows is refused, because the platform is short of storage. */
const shortOfRoom = createStore(false);
export const useShortOfRoom = (): boolean => useStore(shortOfRoom);

/** Why no order and no movement of money can be sent now. */
export function useClosed(): 'offline' | 'maintenance' | 'noRoom' | undefined {
  const isOffline = useOffline();
  const untilMs = useClosedUntil();
  const isShort = useShortOfRoom();
  if (isOffline) return 'offline';
  if (untilMs !== undefined) return 'maintenance';
  return isShort ? 'noRoom' : undefined;
}

const channels = new Map<string, Set<Listener>>();
const accountListeners = new Set<Listener>();
const missed = new MissedFrames();
let sessionRefused: () => void = () => undefined;
let socket: WebSocket | undefined;
let failures = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let heardAtMs = 0;
let pingAtMs = 0;

export function startStream(): void {
  connect();
  setInterval(keepAlive, PING_EVERY_MS / 2);
  window.addEventListener('online', retryNow);
  window.addEventListener('offline', drop);
  let token = session.get()?.token;
  session.subscribe(() => {
    if (session.get()?.token === token) return;
    token = session.get()?.token;
    // A new connection ensures that no data of the last user arrives.
    failures = 0;
    socket?.close();
  });
}

export function listen(channel: string, listener: Listener): () => void {
  const listeners = channels.get(channel) ?? new Set<Listener>();
  channels.set(channel, listeners);
  listeners.add(listener);
  // A channel's first frame carries its recent past, so a second listener requests it again.
  send({ op: 'subscribe', channels: [channel] });
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || channels.get(channel) !== listeners) return;
    channels.delete(channel);
    missed.forget(channel);
    send({ op: 'unsubscribe', channels: [channel] });
  };
}

/** Requests a channel's snapshot again, after a gap. */
export function resubscribe(channel: string): void {
  send({ op: 'unsubscribe', channels: [channel] });
  send({ op: 'subscribe', channels: [channel] });
}

/** Listens to changes of the signed-in user. */
export function listenAccount(listener: Listener): () => void {
  accountListeners.add(listener);
  return () => accountListeners.delete(listener);
}

/**
 * Calls the listener when the server has ended the session of this connection, or does not know it.
 */
export function onSessionRefused(listener: () => void): void {
  sessionRefused = listener;
}

export function retryNow(): void {
  clearTimeout(retryTimer);
  if (socket === undefined || socket.readyState >= WebSocket.CLOSING) connect();
}

function connect(): void {
  const url = new URL('/ws', location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const next = new WebSocket(url);
  socket = next;
  missed.cutAll();
  next.addEventListener('open', () => {
    if (socket !== next) return;
    failures = 0;
    heardAtMs = Date.now();
    signIn();
    if (channels.size > 0) send({ op: 'subscribe', channels: [...channels.keys()] });
    status.set({ state: 'open', lastFrameMs: Date.now(), retryAtMs: 0 });
  });
  next.addEventListener('message', (event) => {
    if (socket === next) receive(String(event.data));
  });
  next.addEventListener('close', () => {
    if (socket === next) lost();
  });
}

function signIn(): void {
  const shown = credentials();
  if (shown !== null) send({ op: 'auth', ...shown });
}

function lost(): void {
  socket = undefined;
  const wait = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 8000;
  failures += 1;
  const { lastFrameMs } = status.get();
  // One short disconnection is not worth a warning.
  const state = failures > 1 || !navigator.onLine ? 'lost' : 'connecting';
  status.set({ state, lastFrameMs: heardAtMs || lastFrameMs, retryAtMs: Date.now() + wait });
  clearTimeout(retryTimer);
  retryTimer = setTimeout(connect, wait * (0.8 + Math.random() * 0.4));
}

/** Closes a dead connection without waiting for the other side. */
function drop(): void {
  if (socket === undefined) return;
  const dead = socket;
  lost();
  dead.close();
}

function receive(text: string): void {
  heardAtMs = Date.now();
  const parsed = JSON.parse(text) as ServerFrame | ServerFrame[];
  for (const frame of Array.isArray(parsed) ? parsed : [parsed]) dispatch(frame);
}

function dispatch(frame: ServerFrame): void {
  switch (frame.type) {
    case 'hello':
      learnServerTime(frame.timeMs);
      closedUntil.set(frame.closedUntilMs);
      shortOfRoom.set(frame.isShortOfRoom === true);
      return;
    case 'pong':
      learnServerTime(frame.timeMs, Date.now() - pingAtMs);
      return;
    case 'authenticated':
      send({ op: 'subscribe', channels: ['account'] });
      return;
    case 'refused':
      if (frame.error === 'session/invalid') sessionRefused();
      // The server could not look the session up.
      if (frame.error === 'request/failed') setTimeout(signIn, SIGN_IN_AGAIN_MS);
      return;
    case 'account':
    case 'preference':
    case 'price-alert':
      tell(accountListeners, frame);
      return;
    default:
      tell(channels.get(frame.channel) ?? [], frame);
  }
}

function tell(listeners: Iterable<Listener>, frame: ChannelFrame): void {
  const isAfterGap = 'seq' in frame && missed.areBefore(frame);
  for (const listener of listeners) listener(frame, isAfterGap);
}

function keepAlive(): void {
  if (socket?.readyState !== WebSocket.OPEN) return;
  const silentMs = Date.now() - heardAtMs;
  if (silentMs > SILENCE_MAX_MS) drop();
  else if (Date.now() - pingAtMs >= PING_EVERY_MS) {
    pingAtMs = Date.now();
    send({ op: 'ping' });
  }
}

function send(frame: ClientFrame): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
}
