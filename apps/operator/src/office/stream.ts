/** The back office's one WebSocket: whether it is connected, and what its channels say. */
import type { ServerFrame } from '@glasshouse/protocol/stream';
import { useSyncExternalStore } from 'react';

const AGAIN_MS = 3_000;
const PING_EVERY_MS = 15_000;
/** The server answers each ping, so silence for longer than two of them is a loss. */
const SILENCE_MS = 2 * PING_EVERY_MS + 5_000;

export type Connection =
  | { readonly state: 'opening' | 'live' }
  | {
      readonly state: 'lost';
      /** When it was lost; failed tries do not change it. */
      readonly sinceMs: number;
      /** When it is tried again. */
      readonly retryMs: number;
    };

export interface ChannelListener {
  readonly onFrame: (frame: ServerFrame) => void;
  /** At each connection, because changes before it were missed. */
  readonly onOpen: () => void;
}

class OfficeStream {
  #connection: Connection = { state: 'opening' };
  #socket: WebSocket | null = null;
  #again: ReturnType<typeof setTimeout> | undefined;
  #heardMs = 0;
  readonly #watchers = new Set<() => void>();
  readonly #channels = new Map<string, Set<ChannelListener>>();

  readonly current = (): Connection => this.#connection;

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** Connects, and again after each loss, until the returned function is called. */
  open(): () => void {
    this.#connect();
    const pings = setInterval(() => this.#ping(), PING_EVERY_MS);
    return () => {
      clearInterval(pings);
      clearTimeout(this.#again);
      const socket = this.#socket;
      this.#socket = null;
      socket?.close();
      this.#set({ state: 'opening' });
    };
  }

  /** Tries at once, instead of at `retryMs`. */
  readonly retry = (): void => {
    if (this.#connection.state === 'lost') this.#connect();
  };

  /** Listens to a channel until the returned function is called. */
  listen(channel: string, listener: ChannelListener): () => void {
    const listeners = this.#channels.get(channel) ?? new Set();
    const isNew = listeners.size === 0;
    listeners.add(listener);
    this.#channels.set(channel, listeners);
    if (this.#connection.state === 'live') {
      if (isNew) this.#send({ op: 'subscribe', channels: [channel] });
      listener.onOpen();
    }
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.#channels.delete(channel);
      this.#send({ op: 'unsubscribe', channels: [channel] });
    };
  }

  #connect(): void {
    clearTimeout(this.#again);
    const before = this.#socket;
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
    this.#socket = socket;
    before?.close();
    socket.addEventListener('open', () => this.#opened(socket));
    socket.addEventListener('close', () => this.#lose(socket));
    socket.addEventListener('message', ({ data }) => {
      if (socket === this.#socket) this.#read(String(data));
    });
  }

  #opened(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#heardMs = Date.now();
    const channels = [...this.#channels.keys()];
    if (channels.length > 0) this.#send({ op: 'subscribe', channels });
    this.#set({ state: 'live' });
    for (const listeners of this.#channels.values()) for (const { onOpen } of listeners) onOpen();
  }

  #read(text: string): void {
    this.#heardMs = Date.now();
    const parsed = JSON.parse(text) as ServerFrame | ServerFrame[];
    for (const frame of [parsed].flat())
      if ('channel' in frame && frame.channel !== undefined)
        for (const { onFrame } of this.#channels.get(frame.channel) ?? []) onFrame(frame);
  }

  /** A socket that was replaced says nothing about the connection. */
  #lose(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#connect(), AGAIN_MS);
    const nowMs = Date.now();
    const sinceMs = this.#connection.state === 'lost' ? this.#connection.sinceMs : nowMs;
    this.#set({ state: 'lost', sinceMs, retryMs: nowMs + AGAIN_MS });
  }

  #ping(): void {
    const socket = this.#socket;
    if (socket === null || this.#connection.state !== 'live') return;
    if (Date.now() - this.#heardMs <= SILENCE_MS) this.#send({ op: 'ping' });
    else {
      this.#lose(socket);
      socket.close();
    }
  }

  #send(frame: Readonly<Record<string, unknown>>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #set(next: Connection): void {
    this.#connection = next;
    for (const watcher of this.#watchers) watcher();
  }
}

export const stream = new OfficeStream();

export const useConnection = (): Connection => useSyncExternalStore(stream.watch, stream.current);

/** Whether what is shown may be out of date: acts wait until the connection is there again. */
export const useIsLost = (): boolean => useConnection().state === 'lost';
