/** Who listens to which market streams. An event's bytes are made once for all of its listeners. */
import type { MarketStreams } from '../../contract/market-streams.ts';
import { SharedFrame } from '../../ws/shared-frame.ts';
import type { ProgramSocket } from './program-socket.ts';

export const SUBSCRIPTION_LIMITS = {
  ofOneSocket: 1_024,
  /** Of all sockets together, a hundred bytes each. */
  inTotal: 500_000,
} as const;

/** A socket with the streams that it listens to, in the order of its subscriptions. */
export class Listener {
  readonly socket: ProgramSocket;
  readonly names = new Set<string>();
  /** Whether events come with the names of their streams. */
  isCombined: boolean;

  constructor(socket: ProgramSocket, isCombined: boolean) {
    this.socket = socket;
    this.isCombined = isCombined;
  }
}

export class Subscriptions {
  readonly #streams: MarketStreams;
  readonly #limits: Readonly<Record<keyof typeof SUBSCRIPTION_LIMITS, number>>;
  readonly #listeners = new Map<string, Set<Listener>>();
  #total = 0;

  constructor(
    streams: MarketStreams,
    limits: Readonly<Record<keyof typeof SUBSCRIPTION_LIMITS, number>> = SUBSCRIPTION_LIMITS,
  ) {
    this.#streams = streams;
    this.#limits = limits;
    streams.sendTo((name, json) => this.#send(name, json));
  }

  /** The first name that no stream has; null if all have one. */
  unknownOf(names: readonly string[]): string | null {
    // Each once: a message can repeat one name a thousand times.
    for (const name of new Set(names)) if (!this.#streams.has(name)) return name;
    return null;
  }

  /** Subscribes to all of them or to none; a stream that it listens to already counts once. */
  add(listener: Listener, names: readonly string[]): 'unknown' | 'too-many' | 'full' | null {
    const added = new Set(names.filter((name) => !listener.names.has(name)));
    if (this.unknownOf([...added]) !== null) return 'unknown';
    if (listener.names.size + added.size > this.#limits.ofOneSocket) return 'too-many';
    if (this.#total + added.size > this.#limits.inTotal) return 'full';
    for (const name of added) {
      listener.names.add(name);
      const same = this.#listeners.get(name);
      if (same === undefined) this.#listeners.set(name, new Set([listener]));
      else same.add(listener);
      this.#streams.join(name);
    }
    this.#total += added.size;
    return null;
  }

  remove(listener: Listener, names: Iterable<string>): void {
    for (const name of names) {
      if (!listener.names.delete(name)) continue;
      this.#total--;
      const same = this.#listeners.get(name);
      same?.delete(listener);
      if (same?.size !== 0) continue;
      this.#listeners.delete(name);
      this.#streams.leave(name);
    }
  }

  #send(name: string, json: string): void {
    const listeners = this.#listeners.get(name);
    if (listeners === undefined) return;
    let raw: SharedFrame | null = null;
    let combined: SharedFrame | null = null;
    for (const { socket, isCombined } of listeners)
      socket.sendShared(
        isCombined
          ? (combined ??= new SharedFrame(`{"stream":"${name}","data":${json}}`))
          : (raw ??= new SharedFrame(json)),
      );
  }
}
