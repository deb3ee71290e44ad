/**
 * Channels, subscriptions and delivery of the stream. Features register channels and publish
 * frames. The hub serialises each frame once, collects the frames of one turn of the event loop per
 * client, and writes them as one JSON array.
 */
import type { AccountFrame, ServerFrame } from '@glasshouse/protocol/stream';
import type { StreamClient } from './client.ts';
import type { Contain } from '../process/containment.ts';
import { StreamSlots, type SlotLimits } from './stream-slots.ts';
import { SharedFrame } from './shared-frame.ts';

/** A family of channels: 'tickers', or 'depth' for 'depth:btcusdt'. */
export interface ChannelSource {
  /** True if the channel exists. `arg` is the text after the first colon, or ''. */
  accepts(arg: string): boolean;
  /** The first frame of a new subscriber; null if there is nothing yet. */
  snapshot(arg: string): ServerFrame | null;
  /**
   * A number that changes with the snapshot's content: the hub makes the bytes of a version once.
   * Called before `snapshot`, so it may first publish collected changes. Without it every
   * subscriber's snapshot is made anew.
   */
  version?(arg: string): number;
}

export interface HubMetrics {
  clients: number;
  signedIn: number;
  framesSent: number;
  writes: number;
  slowDropped: number;
}

/** Private to signed-in users: published only by `publishToUser`. */
export const ACCOUNT_CHANNEL = 'account';
/** Subscriptions per client; more are refused. */
export const CHANNELS_PER_CLIENT_MAX = 64;
/**
 * Snapshots whose bytes are kept; at the limit all are dropped. There are about 120 public
 * channels.
 */
const SNAPSHOTS_KEPT_MAX = 1_000;

export interface HubOptions {
  readonly contain: Contain;
  readonly limits?: SlotLimits;
}

export class StreamHub {
  readonly metrics: HubMetrics = { clients: 0, signedIn: 0, framesSent: 0, writes: 0, slowDropped: 0 };
  readonly clients = new Set<StreamClient>();
  readonly slots: StreamSlots;
  readonly #snapshots = new Map<string, { readonly version: number; readonly frame: SharedFrame }>();
  readonly #sources = new Map<string, ChannelSource>();
  readonly #subscribers = new Map<string, Set<StreamClient>>();
  readonly #byUser = new Map<number, Set<StreamClient>>();
  readonly #waiting = new Set<StreamClient>();
  readonly #flushOne: (client: StreamClient) => void;
  #isFlushPlanned = false;
  #lastJoin: { readonly frames: readonly SharedFrame[]; readonly bytes: Buffer } = {
    frames: [],
    bytes: Buffer.alloc(0),
  };

  constructor({ contain, limits }: HubOptions) {
    this.slots = new StreamSlots(limits);
    this.#flushOne = contain('frames to a stream', this.#write, (client) => this.drop(client, 'closed'));
  }

  registerChannel(prefix: string, source: ChannelSource): void {
    if (this.#sources.has(prefix)) throw new Error(`channel registered twice: ${prefix}`);
    this.#sources.set(prefix, source);
  }

  /** Whether anybody listens; publishers may skip work otherwise. */
  hasSubscribers(channel: string): boolean {
    return this.#subscribers.has(channel);
  }

  /** Whether this user listens to their account. */
  hasUser(userId: number): boolean {
    return this.#byUser.has(userId);
  }

  publish(channel: string, frame: ServerFrame): void {
    const listeners = this.#subscribers.get(channel);
    if (listeners === undefined) return;
    const shared = new SharedFrame(JSON.stringify(frame));
    for (const client of listeners) this.#enqueue(client, shared);
  }

  /**
   * Sends each of the user's clients the frame with the number of the one that it had before. A
   * client without the snapshot, or with a newer one, has or gets these changes by it.
   */
  publishToUser(userId: number, frame: Omit<AccountFrame, 'previous'>): void {
    const byPrevious = new Map<number, SharedFrame>();
    for (const client of this.#byUser.get(userId) ?? []) {
      const previous = client.accountSeq;
      if (previous === null || previous >= frame.seq) continue;
      let shared = byPrevious.get(previous);
      if (shared === undefined)
        byPrevious.set(previous, (shared = new SharedFrame(JSON.stringify({ ...frame, previous }))));
      client.accountSeq = frame.seq;
      this.#enqueue(client, shared);
    }
  }

  /**
   * Sends each of the user's clients what changed without a command: under the number that it has,
   * so that no frame seems to be missing. A client without the snapshot gets it by that.
   */
  tellUser(userId: number, frame: Omit<AccountFrame, 'seq' | 'previous'>): void {
    for (const client of this.#byUser.get(userId) ?? []) {
      const { accountSeq: seq } = client;
      if (seq !== null) this.send(client, { ...frame, seq, previous: seq });
    }
  }

  /** Sends a frame to each of the user's clients that listens to its account. */
  sendToUser(userId: number, frame: ServerFrame): void {
    for (const client of this.#byUser.get(userId) ?? [])
      if (client.channels.has(ACCOUNT_CHANNEL)) this.send(client, frame);
  }

  /** Sends a client the state of its account, from which its changes continue. */
  sendAccount(client: StreamClient, frame: AccountFrame): void {
    if (!client.channels.has(ACCOUNT_CHANNEL)) return;
    client.accountSeq = frame.seq;
    this.send(client, frame);
  }

  send(client: StreamClient, frame: ServerFrame): void {
    this.#enqueue(client, new SharedFrame(JSON.stringify(frame)));
  }

  add(client: StreamClient): void {
    this.clients.add(client);
    this.slots.enter(client);
    this.metrics.clients = this.clients.size;
  }

  remove(client: StreamClient): void {
    if (!this.clients.delete(client)) return;
    for (const channel of client.channels) this.#leave(client, channel);
    this.#signOut(client);
    this.slots.leave(client);
    this.#waiting.delete(client);
    client.queue = [];
    this.metrics.clients = this.clients.size;
  }

  /**
   * Joins a channel and sends its snapshot; refuses unknown channels and those beyond the limit.
   * Returns false if the client was refused or had joined already.
   */
  subscribe(client: StreamClient, channel: string): boolean {
    if (client.channels.has(channel)) return false;
    const refusal = this.#refusalOf(client, channel);
    if (refusal !== null) {
      this.send(client, { type: 'refused', error: refusal, channel: channel.slice(0, 64) });
      return false;
    }
    client.channels.add(channel);
    if (channel === ACCOUNT_CHANNEL) return true;
    // Making a snapshot may publish collected changes. The client joins after that, because the
    // snapshot contains them.
    const snapshot = this.#snapshotOf(channel);
    this.#join(client, channel);
    if (snapshot !== null) this.#enqueue(client, snapshot);
    return true;
  }

  #snapshotOf(channel: string): SharedFrame | null {
    const [prefix, arg] = splitChannel(channel);
    const source = this.#sources.get(prefix);
    const version = source?.version?.(arg);
    const kept = version === undefined ? undefined : this.#snapshots.get(channel);
    if (kept !== undefined && kept.version === version) return kept.frame;
    const made = source?.snapshot(arg) ?? null;
    if (made === null) return null;
    const frame = new SharedFrame(JSON.stringify(made));
    if (this.#snapshots.size >= SNAPSHOTS_KEPT_MAX) this.#snapshots.clear();
    if (version !== undefined) this.#snapshots.set(channel, { version, frame });
    return frame;
  }

  unsubscribe(client: StreamClient, channel: string): void {
    if (channel === ACCOUNT_CHANNEL) client.accountSeq = null;
    if (client.channels.delete(channel)) this.#leave(client, channel);
  }

  signIn(client: StreamClient, userId: number, sessionKey: string): void {
    this.#signOut(client);
    this.slots.leave(client);
    client.userId = userId;
    client.sessionKey = sessionKey;
    this.slots.enter(client);
    const same = this.#byUser.get(userId);
    if (same !== undefined && same.size >= this.slots.limits.ofOneUser) {
      const [oldest] = same;
      if (oldest !== undefined) this.drop(oldest, 'closed');
    }
    if (same === undefined || same.size === 0) this.#byUser.set(userId, new Set([client]));
    else same.add(client);
    this.metrics.signedIn++;
  }

  /** Unsubscribes every client that a revoked session signed in from the account channel. */
  endSession(sessionKey: string): void {
    for (const client of this.clients) {
      if (client.sessionKey !== sessionKey) continue;
      this.#signOut(client);
      client.channels.delete(ACCOUNT_CHANNEL);
      this.send(client, { type: 'refused', error: 'session/invalid', channel: ACCOUNT_CHANNEL });
    }
  }

  drop(client: StreamClient, reason: 'slow' | 'closed'): void {
    if (reason === 'slow') this.metrics.slowDropped++;
    this.remove(client);
    client.socket.terminate();
  }

  #refusalOf(client: StreamClient, channel: string): string | null {
    if (client.channels.size >= CHANNELS_PER_CLIENT_MAX) return 'request/too-many';
    if (channel === ACCOUNT_CHANNEL) return client.userId === 0 ? 'session/invalid' : null;
    const [prefix, arg] = splitChannel(channel);
    const source = this.#sources.get(prefix);
    return source !== undefined && source.accepts(arg) ? null : 'request/not-found';
  }

  #join(client: StreamClient, channel: string): void {
    const same = this.#subscribers.get(channel);
    if (same === undefined) this.#subscribers.set(channel, new Set([client]));
    else same.add(client);
  }

  #leave(client: StreamClient, channel: string): void {
    const same = this.#subscribers.get(channel);
    same?.delete(client);
    if (same?.size === 0) this.#subscribers.delete(channel);
  }

  #signOut(client: StreamClient): void {
    if (client.userId === 0) return;
    const same = this.#byUser.get(client.userId);
    same?.delete(client);
    if (same?.size === 0) this.#byUser.delete(client.userId);
    this.slots.leave(client);
    client.userId = 0;
    client.accountSeq = null;
    client.sessionKey = '';
    this.slots.enter(client);
    this.metrics.signedIn--;
  }

  #enqueue(client: StreamClient, frame: SharedFrame): void {
    if (client.isStuck) {
      this.drop(client, 'slow');
      return;
    }
    client.queue.push(frame);
    this.#waiting.add(client);
    if (this.#isFlushPlanned) return;
    this.#isFlushPlanned = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#isFlushPlanned = false;
    for (const client of this.#waiting) this.#flushOne(client);
    this.#waiting.clear();
  }

  readonly #write = (client: StreamClient): void => {
    const frames = client.queue;
    client.queue = [];
    if (client.socket.readyState !== client.socket.OPEN) return;
    client.write(this.#joinFrames(frames));
    this.metrics.framesSent += frames.length;
    this.metrics.writes++;
  };

  /**
   * Most clients get the same frames in the same turn, so the last joined bytes are kept for the
   * next client.
   */
  #joinFrames(frames: readonly SharedFrame[]): Buffer {
    const [only] = frames;
    if (only !== undefined && frames.length === 1) return only.bytes;
    const last = this.#lastJoin.frames;
    if (last.length === frames.length && last.every((frame, i) => frame === frames[i]))
      return this.#lastJoin.bytes;
    const bytes = Buffer.from(`[${frames.map(({ text }) => text).join(',')}]`);
    this.#lastJoin = { frames, bytes };
    return bytes;
  }
}

function splitChannel(channel: string): readonly [string, string] {
  const colon = channel.indexOf(':');
  return colon === -1 ? [channel, ''] : [channel.slice(0, colon), channel.slice(colon + 1)];
}
