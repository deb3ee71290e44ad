/**
 * Decides about a file before its first byte is read: by its sender, its declared length, and the
 * number of others in progress.
 */
import type { CallName, Refusal } from '@glasshouse/protocol';

/** The refusal of this user's file, or null. Takes from the user's quota. */
export type UploadGates = Readonly<Partial<Record<CallName, (userId: number) => Promise<Refusal | null>>>>;

/**
 * Files being received or processed. They bound the memory of uploads, so RATE_LIMIT_FACTOR does
 * not apply. One more is refused with 429.
 */
export const UPLOADS_AT_ONCE = { inAll: 8, ofOneUser: 2 } as const;

export class UploadPlaces {
  readonly #byUser = new Map<number, number>();
  #taken = 0;

  /** Returns the function that gives the slot back; null if none is free. */
  take(userId: number): (() => void) | null {
    const own = this.#byUser.get(userId) ?? 0;
    if (this.#taken >= UPLOADS_AT_ONCE.inAll || own >= UPLOADS_AT_ONCE.ofOneUser) return null;
    this.#taken++;
    this.#byUser.set(userId, own + 1);
    return () => {
      this.#taken--;
      const left = (this.#byUser.get(userId) ?? 1) - 1;
      if (left === 0) this.#byUser.delete(userId);
      else this.#byUser.set(userId, left);
    };
  }
}
