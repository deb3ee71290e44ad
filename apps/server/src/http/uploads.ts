/**
 * Decides about a file before its first byte is read: by its sender, its declared length, and the
 * number of others in progress.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from '@glasshouse/protocol';
import { FairPool } from '../fair-pool.ts';
import { areaOf } from '../network.ts';
import type { AnyCallName } from './handler.ts';

export interface Sender {
  /** A user's id, the network of a visitor, or the name of an operator. */
  readonly sender: string;
  readonly isVisitor: boolean;
}

/** Refusals of a file before its first byte is read. */
interface UploadGate {
  /** What costs nothing, so that nobody takes a place without a reason. */
  readonly check?: (query: unknown) => Refusal | null;
  /** Takes from the sender's quota. */
  readonly take: (sender: string) => Promise<Refusal | null>;
  /** Gives back what was taken, because there was no place. */
  readonly giveBack: (sender: string) => Promise<void>;
}
export type UploadGates = Readonly<Partial<Record<AnyCallName, UploadGate>>>;

/**
 * Files being received or processed. They bound the memory of uploads, so RATE_LIMIT_FACTOR does
 * not apply. One more of a user is refused with 429; those of visitors wait.
 */
export const UPLOADS_AT_ONCE = { inAll: 8, ofOneUser: 2, ofVisitors: 2 } as const;

/** Files of visitors that wait, unread. One more is refused with 429. */
export const UPLOADS_WAITING = { inAll: 32, ofOneArea: 4 } as const;
/** How long, before they are. The rest of the time that a request may take is for the file. */
export const UPLOAD_WAITS_MS = 8_000;

/** After this time a visitor's file that is still coming gives way to one of another area. */
export const UPLOAD_GIVES_WAY_MS = 4_000;

type GiveBack = () => void;

export class UploadPlaces {
  readonly #bySender = new Map<string, number>();
  readonly #visitors = new FairPool(UPLOADS_AT_ONCE.ofVisitors);
  /** Of visitors, those that may have to give way, with their areas. The longest first. */
  readonly #slow = new Map<IncomingMessage, string>();
  #taken = 0;

  /**
   * Returns what gives the place back; null if none is free. Visitors have few of the places, for
   * which they wait, and areas take turns. Whoever leaves waits no more.
   */
  take({ sender, isVisitor }: Sender, response: ServerResponse): Promise<GiveBack | null> {
    return isVisitor ? this.#turnOf(sender, response) : Promise.resolve(this.#takeNow(sender));
  }

  #takeNow(sender: string): GiveBack | null {
    const own = this.#bySender.get(sender) ?? 0;
    if (this.#taken >= UPLOADS_AT_ONCE.inAll || own >= UPLOADS_AT_ONCE.ofOneUser) return null;
    this.#taken++;
    this.#bySender.set(sender, own + 1);
    return () => {
      this.#taken--;
      const left = (this.#bySender.get(sender) ?? 1) - 1;
      if (left === 0) this.#bySender.delete(sender);
      else this.#bySender.set(sender, left);
    };
  }

  async #turnOf(network: string, response: ServerResponse): Promise<GiveBack | null> {
    const area = areaOf(network);
    const isFull =
      this.#visitors.waiting >= UPLOADS_WAITING.inAll ||
      this.#visitors.waitingOf(area) >= UPLOADS_WAITING.ofOneArea;
    if (isFull || response.destroyed) return null;
    const patience = new AbortController();
    const waits = setTimeout(() => patience.abort(), UPLOAD_WAITS_MS);
    response.once('close', () => patience.abort());
    const turn = this.#visitors.enter(area, patience.signal);
    this.#endSlow();
    const leave = await turn;
    clearTimeout(waits);
    if (leave === null) return null;
    if (this.#taken < UPLOADS_AT_ONCE.inAll) return this.#begin(response.req, area, leave);
    leave();
    return null;
  }

  #begin(file: IncomingMessage, area: string, leave: () => void): GiveBack {
    this.#taken++;
    const givesWay = setTimeout(() => {
      this.#slow.set(file, area);
      this.#endSlow();
    }, UPLOAD_GIVES_WAY_MS);
    return () => {
      clearTimeout(givesWay);
      this.#slow.delete(file);
      this.#taken--;
      leave();
    };
  }

  /** Ends the file that has been coming for the longest, if one of another area waits. */
  #endSlow(): void {
    for (const [file, area] of this.#slow) {
      if (this.#visitors.waiting === this.#visitors.waitingOf(area)) continue;
      this.#slow.delete(file);
      if (file.complete || file.destroyed) continue;
      file.destroy();
      return;
    }
  }
}
