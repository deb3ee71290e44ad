/**
 * Lets work gather: a turn begins some time after its work began to wait, or as soon as somebody
 * waits for it. So nobody waits for the pace, and work that nobody waits for is done together.
 */
export class Pace {
  readonly #ms: number;
  #wake: (() => void) | null = null;
  #isHurried = false;

  /** `ms`: how long a turn gathers at most; 0: not at all. */
  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Resolves when the next turn is due. Called by the one who does the work, turn after turn. */
  async due(): Promise<void> {
    if (!this.#isHurried && this.#ms > 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.#wake = null;
    this.#isHurried = false;
    // What arrives in the same turn of the event loop belongs to it.
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Somebody waits for what is there now, or enough has gathered. */
  hurry(): void {
    this.#isHurried = true;
    this.#wake?.();
  }
}
