/** The platform's time, by which requests are signed. */

/** How long after its time a request may begin (recvWindow). */
export const WINDOW_MS = 5_000;
/** The code of a refusal for a wrong time. */
export const WRONG_TIME = -1021;
/** By how much the offset may be wrong, and how long a request that has begun may take. */
const SLACK_MS = 1_500;

export class ServerClock {
  #offsetMs: number | null = null;

  /** Whether the platform has told its time. */
  get isSet(): boolean {
    return this.#offsetMs !== null;
  }

  /** Milliseconds since 1970. Our own time until the platform has told its. */
  now(): number {
    return Math.round(Date.now() + (this.#offsetMs ?? 0));
  }

  /** Takes the platform's time as that of the middle of the request. */
  async set(ask: () => Promise<{ readonly serverTime: number }>): Promise<void> {
    const sentMs = Date.now();
    const { serverTime } = await ask();
    this.#offsetMs = serverTime - (sentMs + Date.now()) / 2;
  }

  /** When a request with this time is done or never will be. */
  endOf(timestamp: number): number {
    return timestamp + WINDOW_MS + SLACK_MS;
  }
}
