/**
 * Decides about a file before its first byte is read: by its sender, its declared length, and the
 * number of others in progress.
 */
import type { Refusal } from '@glasshouse/protocol';
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
 * not apply. One more is refused with 429.
 */
export const UPLOADS_AT_ONCE = { inAll: 8, ofOneUser: 2, ofVisitors: 2 } as const;

export class UploadPlaces {
  readonly #bySender = new Map<string, number>();
  #taken = 0;
  #ofVisitors = 0;

  /**
   * Returns the function that gives the slot back; null if none is free. All visitors together have
   * a share, so that they keep no user from a slot.
   */
  take(sender: string, isVisitor: boolean): (() => void) | null {
    const own = this.#bySender.get(sender) ?? 0;
    if (this.#taken >= UPLOADS_AT_ONCE.inAll || own >= UPLOADS_AT_ONCE.ofOneUser) return null;
    if (isVisitor && this.#ofVisitors >= UPLOADS_AT_ONCE.ofVisitors) return null;
    if (isVisitor) this.#ofVisitors++;
    this.#taken++;
    this.#bySender.set(sender, own + 1);
    return () => {
      if (isVisitor) this.#ofVisitors--;
      this.#taken--;
      const left = (this.#bySender.get(sender) ?? 1) - 1;
      if (left === 0) this.#bySender.delete(sender);
      else this.#bySender.set(sender, left);
    };
  }
}
