/**
 * Assigns the slots of the stream. Visitors have a share of all slots, and one network a share of
 * that. When all are taken, the network that holds most loses one. So a new client always gets in,
 * and visitors never lock out users, who sign in after they connect.
 */

export const STREAM_SLOTS = {
  /** Slots in total. When users hold every one, a new client is refused with 503. */
  total: 5_000,
  visitors: 3_000,
  /**
   * Per network: twenty people behind one address with five tabs each. The next is refused with
   * 429.
   */
  visitorsOfOneNetwork: 100,
  /** Per user: a new one closes the oldest. */
  ofOneUser: 30,
} as const;

export type SlotLimits = { readonly [Name in keyof typeof STREAM_SLOTS]: number };

/** Streams take at most half of the connections, so that pages and calls have the others. */
export function slotsWithin(connections: number): SlotLimits {
  const total = Math.min(STREAM_SLOTS.total, Math.floor(connections / 2));
  const visitors = Math.floor((total * STREAM_SLOTS.visitors) / STREAM_SLOTS.total);
  return { ...STREAM_SLOTS, total, visitors };
}

/** A connection that has a slot. */
export interface SlotHolder {
  /** Where it connects from. */
  readonly network: string;
  /** 0: a visitor. */
  readonly userId: number;
  /** Leaves at once, because another needs the slot. */
  giveWay(): void;
}

export class StreamSlots {
  readonly limits: SlotLimits;
  readonly #visitors = new Map<string, Set<SlotHolder>>();
  #visitorCount = 0;
  #userCount = 0;

  constructor(limits: SlotLimits = STREAM_SLOTS) {
    this.limits = limits;
  }

  /** Whether a client of that network may connect, and which other client must leave for it. */
  decide(network: string): { readonly refusal: 429 | 503 | null; readonly leaver: SlotHolder | null } {
    const { total, visitors, visitorsOfOneNetwork } = this.limits;
    if ((this.#visitors.get(network)?.size ?? 0) >= visitorsOfOneNetwork)
      return { refusal: 429, leaver: null };
    if (this.#visitorCount < visitors && this.#visitorCount + this.#userCount < total)
      return { refusal: null, leaver: null };
    const leaver = this.#oldestOfLargestNetwork();
    return { refusal: leaver === null ? 503 : null, leaver };
  }

  enter(client: SlotHolder): void {
    if (client.userId !== 0) {
      this.#userCount++;
      return;
    }
    this.#visitorCount++;
    const same = this.#visitors.get(client.network);
    if (same === undefined) this.#visitors.set(client.network, new Set([client]));
    else same.add(client);
  }

  leave(client: SlotHolder): void {
    if (client.userId !== 0) {
      this.#userCount--;
      return;
    }
    const same = this.#visitors.get(client.network);
    if (same?.delete(client) !== true) return;
    this.#visitorCount--;
    if (same.size === 0) this.#visitors.delete(client.network);
  }

  #oldestOfLargestNetwork(): SlotHolder | null {
    let largest: Set<SlotHolder> | null = null;
    for (const same of this.#visitors.values()) if (same.size > (largest?.size ?? 0)) largest = same;
    return largest?.values().next().value ?? null;
  }
}
