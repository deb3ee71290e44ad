/** Decides about a file before its first byte is read: who sends it, how long it says it is, and how many others are on their way. */
import type { CallName, Refusal } from '@glasshouse/protocol';

/** Why this user may not send a file to a call now; null when they may. Takes from the user's quota. */
export type UploadGates = Readonly<Partial<Record<CallName, (userId: number) => Promise<Refusal | null>>>>;

/** Files on their way or being looked at. They bound the memory of uploads, so nothing widens them. With one more it is refused with 429. */
export const UPLOADS_AT_ONCE = { inAll: 8, ofOneUser: 2 } as const;

export class UploadPlaces {
  readonly #byUser = new Map<number, number>();
  #taken = 0;

  /** Answers how to give the place back; null when there is none. */
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
