/**
 * The stream's centre: channels, subscriptions and delivery. Features register channels and publish frames; the hub serialises each
 * frame once, gathers what one turn of the event loop brings each client, and writes it as one JSON array.
 */
import type { ServerFrame } from '@glasshouse/protocol/stream';
import type { StreamClient } from './client.ts';

/** A family of channels: 'tickers', or 'depth' for 'depth:btcusdt'. */
export interface ChannelSource {
  /** True when the channel exists. `arg` is what follows the first colon, '' when nothing does. */
  accepts(arg: string): boolean;
  /** What a new subscriber gets first; null when there is nothing yet. */
  snapshot(arg: string): ServerFrame | null;
}

export interface HubMetrics {
  clients: number;
  signedIn: number;
  framesSent: number;
  writes: number;
  slowDropped: number;
}

/** Private to signed-in users: published by `publishToUser`, never by name. */
export const ACCOUNT_CHANNEL = 'account';
/** A client may hold this many subscriptions; more are refused. */
export const CHANNELS_PER_CLIENT_MAX = 64;

export class StreamHub {
  readonly metrics: HubMetrics = { clients: 0, signedIn: 0, framesSent: 0, writes: 0, slowDropped: 0 };
  readonly clients = new Set<StreamClient>();
  private readonly sources = new Map<string, ChannelSource>();
  private readonly subscribers = new Map<string, Set<StreamClient>>();
  private readonly byUser = new Map<number, Set<StreamClient>>();
  private readonly waiting = new Set<StreamClient>();
  private isFlushPlanned = false;
  private lastJoin: { readonly frames: readonly string[]; readonly text: string } = { frames: [], text: '' };

  registerChannel(prefix: string, source: ChannelSource): void {
    if (this.sources.has(prefix)) throw new Error(`channel registered twice: ${prefix}`);
    this.sources.set(prefix, source);
  }

  /** Whether anybody listens: publishers may skip work when nobody does. */
  hasSubscribers(channel: string): boolean {
    return this.subscribers.has(channel);
  }

  /** Whether this user listens to their account. */
  hasUser(userId: number): boolean {
    return this.byUser.has(userId);
  }

  publish(channel: string, frame: ServerFrame): void {
    const listeners = this.subscribers.get(channel);
    if (listeners === undefined) return;
    const text = JSON.stringify(frame);
    for (const client of listeners) this.enqueue(client, text);
  }

  publishToUser(userId: number, frame: ServerFrame): void {
    const listeners = this.byUser.get(userId);
    if (listeners === undefined) return;
    const text = JSON.stringify(frame);
    for (const client of listeners) if (client.channels.has(ACCOUNT_CHANNEL)) this.enqueue(client, text);
  }

  send(client: StreamClient, frame: ServerFrame): void {
    this.enqueue(client, JSON.stringify(frame));
  }

  add(client: StreamClient): void {
    this.clients.add(client);
    this.metrics.clients = this.clients.size;
  }

  remove(client: StreamClient): void {
    if (!this.clients.delete(client)) return;
    for (const channel of client.channels) this.leave(client, channel);
    this.signOut(client);
    this.waiting.delete(client);
    client.queue = [];
    this.metrics.clients = this.clients.size;
  }

  /** Joins a channel and sends its snapshot; an unknown channel or one too many is refused. */
  subscribe(client: StreamClient, channel: string): void {
    const refusal = this.refusalOf(client, channel);
    if (refusal !== null) {
      this.send(client, { type: 'refused', error: refusal, channel: channel.slice(0, 64) });
      return;
    }
    client.channels.add(channel);
    if (channel === ACCOUNT_CHANNEL) return;
    const [prefix, arg] = splitChannel(channel);
    // Making a snapshot may publish what has gathered: who joins after it gets nothing that the snapshot contains.
    const snapshot = this.sources.get(prefix)?.snapshot(arg) ?? null;
    this.join(client, channel);
    if (snapshot !== null) this.send(client, snapshot);
  }

  unsubscribe(client: StreamClient, channel: string): void {
    if (client.channels.delete(channel)) this.leave(client, channel);
  }

  signIn(client: StreamClient, userId: number, sessionKey: string): void {
    this.signOut(client);
    client.userId = userId;
    client.sessionKey = sessionKey;
    const same = this.byUser.get(userId);
    if (same === undefined) this.byUser.set(userId, new Set([client]));
    else same.add(client);
    this.metrics.signedIn++;
  }

  /** Ends the account channel of every client that a revoked session signed in. */
  endSession(sessionKey: string): void {
    for (const client of this.clients) {
      if (client.sessionKey !== sessionKey) continue;
      this.signOut(client);
      client.channels.delete(ACCOUNT_CHANNEL);
      this.send(client, { type: 'refused', error: 'session/invalid', channel: ACCOUNT_CHANNEL });
    }
  }

  drop(client: StreamClient, reason: 'slow' | 'closed'): void {
    if (reason === 'slow') this.metrics.slowDropped++;
    this.remove(client);
    client.socket.terminate();
  }

  private refusalOf(client: StreamClient, channel: string): string | null {
    if (client.channels.has(channel)) return null;
    if (client.channels.size >= CHANNELS_PER_CLIENT_MAX) return 'request/too-many';
    if (channel === ACCOUNT_CHANNEL) return client.userId === 0 ? 'session/invalid' : null;
    const [prefix, arg] = splitChannel(channel);
    const source = this.sources.get(prefix);
    return source !== undefined && source.accepts(arg) ? null : 'request/not-found';
  }

  private join(client: StreamClient, channel: string): void {
    const same = this.subscribers.get(channel);
    if (same === undefined) this.subscribers.set(channel, new Set([client]));
    else same.add(client);
  }

  private leave(client: StreamClient, channel: string): void {
    const same = this.subscribers.get(channel);
    same?.delete(client);
    if (same?.size === 0) this.subscribers.delete(channel);
  }

  private signOut(client: StreamClient): void {
    if (client.userId === 0) return;
    const same = this.byUser.get(client.userId);
    same?.delete(client);
    if (same?.size === 0) this.byUser.delete(client.userId);
    client.userId = 0;
    client.sessionKey = '';
    this.metrics.signedIn--;
  }

  private enqueue(client: StreamClient, text: string): void {
    if (client.isStuck) {
      this.drop(client, 'slow');
      return;
    }
    client.queue.push(text);
    this.waiting.add(client);
    if (this.isFlushPlanned) return;
    this.isFlushPlanned = true;
    setImmediate(() => this.flush());
  }

  private flush(): void {
    this.isFlushPlanned = false;
    for (const client of this.waiting) {
      const frames = client.queue;
      client.queue = [];
      if (client.socket.readyState !== client.socket.OPEN) continue;
      client.socket.send(this.joinFrames(frames));
      this.metrics.framesSent += frames.length;
      this.metrics.writes++;
    }
    this.waiting.clear();
  }

  /** Most clients get the same frames in the same turn: the last joined text is kept for the next client. */
  private joinFrames(frames: readonly string[]): string {
    if (frames.length === 1) return frames[0] ?? '';
    const last = this.lastJoin.frames;
    if (last.length === frames.length && last.every((frame, i) => frame === frames[i]))
      return this.lastJoin.text;
    const text = `[${frames.join(',')}]`;
    this.lastJoin = { frames, text };
    return text;
  }
}

function splitChannel(channel: string): readonly [string, string] {
  const colon = channel.indexOf(':');
  return colon === -1 ? [channel, ''] : [channel.slice(0, colon), channel.slice(colon + 1)];
}
