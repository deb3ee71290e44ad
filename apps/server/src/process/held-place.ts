/**
 * A task that waits for what costs nobody anything gives its place to another one meanwhile, and
 * takes one again in its turn.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

type Leave = () => void;

const held = new AsyncLocalStorage<HeldPlace>();

/** Runs work in a place, which `enter` waits for. */
export async function inPlace<T>(enter: () => Promise<Leave>, work: () => Promise<T>): Promise<T> {
  const place = new HeldPlace(enter, await enter());
  try {
    return await held.run(place, work);
  } finally {
    place.end();
  }
}

/** Waits without the place that the caller holds, if it holds one. */
export function waitOutside(waited: Promise<void>): Promise<void> {
  return held.getStore()?.outside(waited) ?? waited;
}

class HeldPlace {
  readonly #enter: () => Promise<Leave>;
  #leave: Leave | null;
  /** Parts of the task that wait outside at the same time. */
  #waits = 0;
  #isOver = false;

  constructor(enter: () => Promise<Leave>, leave: Leave) {
    this.#enter = enter;
    this.#leave = leave;
  }

  /** The last part that returns brings the whole task back. */
  async outside(waited: Promise<void>): Promise<void> {
    if (this.#waits++ === 0) this.#giveBack();
    try {
      await waited;
    } finally {
      if (--this.#waits === 0 && !this.#isOver) await this.#return();
    }
  }

  end(): void {
    this.#isOver = true;
    this.#giveBack();
  }

  async #return(): Promise<void> {
    const leave = await this.#enter();
    // Meanwhile another part may have failed, or waits again.
    if (this.#isOver || this.#waits > 0 || this.#leave !== null) leave();
    else this.#leave = leave;
  }

  #giveBack(): void {
    this.#leave?.();
    this.#leave = null;
  }
}
