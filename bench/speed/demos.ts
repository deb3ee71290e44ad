/** Starts of the demos of the checkouts, their memory, and the scripts of their pages, in turns. */
import type { Browser } from '@playwright/test';
import { bareResidentMb, bareStartCpuMs, Demo, type RunningDemo } from './demo.ts';
import type { Figure } from './figures.ts';
import { fixedWorkMs, scriptMs } from './pages.ts';
import type { Turns } from './turns.ts';

/** In each round. */
const STARTS = 2;
const VISITS = 4;
const PAGES = { home: '/pc/main', desk: '/pc/trade' } as const satisfies Partial<Record<Figure, string>>;

/** What one run keeps between its rounds: the demos with their data. */
export class Demos {
  readonly #turns: Turns;
  readonly #demos: ReadonlyMap<string, Demo>;
  readonly #browser: Browser;
  /** By the clock, of each checkout: a start that only waits is seen here alone. */
  readonly startsMs: ReadonlyMap<string, number[]>;

  constructor(turns: Turns, browser: Browser) {
    this.#turns = turns;
    this.#demos = new Map(turns.trees.map((tree) => [tree, new Demo(tree)]));
    this.startsMs = new Map(turns.trees.map((tree) => [tree, []]));
    this.#browser = browser;
  }

  /** The first start of each, which makes its database and its history and counts for nothing. */
  async prepare(): Promise<void> {
    for (const demo of this.#demos.values()) await (await demo.start()).stop();
  }

  /** One round: starts, then memory and visits of what the last starts have left running. */
  async measure(): Promise<void> {
    for (let turn = 1; turn < STARTS; turn++)
      for (const demo of (await this.#start()).values()) await demo.stop();
    const demos = await this.#start();
    try {
      await this.#weigh(demos);
      for (let turn = 0; turn < VISITS; turn++) await this.#visit(demos);
    } finally {
      for (const demo of demos.values()) await demo.stop();
    }
  }

  async #start(): Promise<ReadonlyMap<string, RunningDemo>> {
    const bareMs = this.#turns.noteUnit('bareStart', await bareStartCpuMs());
    const demos = new Map<string, RunningDemo>();
    for (const tree of this.#turns.next()) {
      const demo = await this.#demos.get(tree)!.start();
      this.#turns.note(tree, 'start', demo.startCpuMs / bareMs);
      this.startsMs.get(tree)!.push(demo.startMs);
      demos.set(tree, demo);
    }
    return demos;
  }

  async #weigh(demos: ReadonlyMap<string, RunningDemo>): Promise<void> {
    const bareMb = this.#turns.noteUnit('bareMemory', await bareResidentMb());
    for (const tree of this.#turns.next())
      this.#turns.note(tree, 'memory', (await demos.get(tree)!.residentMb()) / bareMb);
  }

  async #visit(demos: ReadonlyMap<string, RunningDemo>): Promise<void> {
    const workMs = this.#turns.noteUnit('pageWork', await fixedWorkMs(this.#browser));
    for (const [figure, page] of Object.entries(PAGES) as [Figure, string][])
      for (const tree of this.#turns.next()) {
        const spentMs = await scriptMs(this.#browser, demos.get(tree)!.url + page);
        this.#turns.note(tree, figure, spentMs / workMs);
      }
  }
}
