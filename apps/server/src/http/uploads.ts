/**
 * Decides about a file before its first byte is read: by its sender, its declared length, and the
 * number of others in progress.
 */
import type { IncomingMessage } from 'node:http';
import type { Refusal } from '@glasshouse/protocol';
import { FairPool } from '../fair-pool.ts';
import { areaOf } from '../network.ts';
import type { AnyCallName } from './handler.ts';

/**
 * The refusal of this sender's file, or null. Takes from the sender's quota. A sender is a user's
 * id, the network of a visitor, or the name of an operator.
 */
export type UploadGates = Readonly<
  Partial<Record<AnyCallName, (sender: string, query: unknown) => Promise<Refusal | null>>>
>;

/**
 * Files being received or processed. They bound the memory of uploads, so RATE_LIMIT_FACTOR does
 * not apply. One more of a user is refused with 429; those of visitors wait.
 */
export const UPLOADS_AT_ONCE = { inAll: 8, ofOneUser: 2, ofVisitors: 2 } as const;

/** Files of visitors that wait, unread. One more is refused with 429. */
export const UPLOADS_WAITING = { inAll: 32, ofOneArea: 4 } as const;

/** After this time a visitor's file that is still coming gives way to one that waits. */
export const UPLOAD_GIVES_WAY_MS = 5_000;

type GiveBack = () => void;

export class UploadPlaces {
  readonly #bySender = new Map<string, number>();
  readonly #visitors = new FairPool(UPLOADS_AT_ONCE.ofVisitors);
  /** Of visitors, those that may have to give way. The longest first. */
  readonly #slow = new Set<IncomingMessage>();
  #taken = 0;

  /** For a file of a user or operator. Returns what gives the place back; null if none is free. */
  take(sender: string): GiveBack | null {
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

  /**
   * The same for a visitor's. They have few places, so that they keep no user from one; for these
   * they wait, and areas take turns.
   */
  takeAsVisitor(network: string, file: IncomingMessage): Promise<GiveBack | null> {
    const area = areaOf(network);
    const isFull =
      this.#visitors.waiting >= UPLOADS_WAITING.inAll ||
      this.#visitors.waitingOf(area) >= UPLOADS_WAITING.ofOneArea;
    if (isFull) return Promise.resolve(null);
    return new Promise((resolve) => {
      void this.#visitors.run(area, () => this.#hold(resolve, file));
      this.#endSlow();
    });
  }

  /** Settles when the place is given back. */
  async #hold(begin: (giveBack: GiveBack | null) => void, file: IncomingMessage): Promise<void> {
    if (this.#taken >= UPLOADS_AT_ONCE.inAll) {
      begin(null);
      return;
    }
    this.#taken++;
    const timer = setTimeout(() => {
      this.#slow.add(file);
      this.#endSlow();
    }, UPLOAD_GIVES_WAY_MS);
    await new Promise<void>((resolve) => begin(resolve));
    clearTimeout(timer);
    this.#slow.delete(file);
    this.#taken--;
  }

  /** Ends the file that has been coming for the longest, if another one waits. */
  #endSlow(): void {
    if (this.#visitors.waiting === 0) return;
    for (const file of this.#slow) {
      this.#slow.delete(file);
      if (file.complete || file.destroyed) continue;
      file.destroy();
      return;
    }
  }
}
