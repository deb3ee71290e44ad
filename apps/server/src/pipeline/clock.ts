/**
 * The clock of commands: milliseconds since 1970 that never go back and never jump. It follows the
 * machine's monotonic clock and slews small differences to the wall clock. A larger step of the
 * wall clock takes effect only at the next start.
 */
import os from 'node:os';

export interface ClockSources {
  readonly wallMs: () => number;
  /** Monotonic; stops while the machine sleeps. */
  readonly steadyMs: () => number;
  /** Continues while the machine sleeps; resolution of a second. */
  readonly uptimeMs: () => number;
}
const MACHINE: ClockSources = {
  wallMs: Date.now,
  steadyMs: () => performance.now(),
  uptimeMs: () => os.uptime() * 1000,
};

const CHECK_EVERY_MS = 1_000;
/** A larger difference means that somebody set the wall clock: it is reported, not followed. */
const FOLLOW_WITHIN_MS = 10_000;
/** At most 10 ms per second. */
const SLEW_RATIO = 0.01;
/** Shorter sleeps are below the resolution of the uptime. */
const SLEEP_MS_MIN = 3_000;

export class SteadyClock {
  readonly #sources: ClockSources;
  #timeMs: number;
  #lastMs: number;
  #steadyMs: number;
  #checkedSteadyMs: number;
  #checkedUptimeMs: number;
  /** Wall clock minus this clock at the last check. */
  driftMs = 0;

  /** Starts at the wall clock, or at `lastMs`, the time of the last command, if that is later. */
  constructor(lastMs: number, sources: ClockSources = MACHINE) {
    this.#sources = sources;
    this.#timeMs = Math.max(sources.wallMs(), lastMs);
    this.#lastMs = Math.floor(this.#timeMs);
    this.#steadyMs = sources.steadyMs();
    this.#checkedSteadyMs = this.#steadyMs;
    this.#checkedUptimeMs = sources.uptimeMs();
  }

  nowMs(): number {
    const steadyMs = this.#sources.steadyMs();
    this.#timeMs += steadyMs - this.#steadyMs;
    this.#steadyMs = steadyMs;
    if (steadyMs - this.#checkedSteadyMs >= CHECK_EVERY_MS) this.#check();
    this.#lastMs = Math.max(this.#lastMs, Math.floor(this.#timeMs));
    return this.#lastMs;
  }

  /** Jumps ahead, for good: the clock stays ahead of the wall clock. */
  forward(ms: number): void {
    if (!Number.isSafeInteger(ms) || ms < 0) throw new Error(`a clock does not go on by ${ms} ms`);
    this.#timeMs += ms;
  }

  #check(): void {
    const uptimeMs = this.#sources.uptimeMs();
    const elapsedMs = this.#steadyMs - this.#checkedSteadyMs;
    const sleptMs = uptimeMs - this.#checkedUptimeMs - elapsedMs;
    if (sleptMs >= SLEEP_MS_MIN) this.#timeMs += sleptMs;
    this.#checkedSteadyMs = this.#steadyMs;
    this.#checkedUptimeMs = uptimeMs;
    this.driftMs = this.#sources.wallMs() - this.#timeMs;
    if (Math.abs(this.driftMs) > FOLLOW_WITHIN_MS) return;
    const slewMsMax = Math.min(elapsedMs, CHECK_EVERY_MS * 10) * SLEW_RATIO;
    this.#timeMs += Math.min(Math.max(this.driftMs, -slewMsMax), slewMsMax);
  }
}
