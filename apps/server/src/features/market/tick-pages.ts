/**
 * Pages of public ticks as JSON. Each tick's text is made once. Old ticks never change: they are
 * read in aligned pages, which are cached, and few such reads run at once, so that requests for old
 * ticks do not delay commits.
 */
import { TICKS_PAGE_MAX, type PublicTick } from '@glasshouse/protocol/market';
import type { Refusal } from '@glasshouse/protocol';
import type { Session } from '../../db/database.ts';
import { Serialised } from '../../http/handler.ts';
import type { KeptReplies } from './kept-replies.ts';
import type { TickChain } from './tick-chain.ts';

/** Ticks that are certainly in memory; older ones are read by aligned pages. */
const RECENT_TICKS = 500;
const PAGES_KEPT_MAX = 50;
/** Reads from the table, running and waiting. One more request is refused. */
export const OLD_READS_MAX = 8;
const BUSY: Refusal = { error: 'request/busy' };

export class TickPages {
  readonly #chain: Pick<TickChain, 'last' | 'read'>;
  readonly #database: Session;
  readonly #kept: KeptReplies;
  readonly #pages = new Map<number, Promise<readonly PublicTick[]>>();
  readonly #texts = new WeakMap<PublicTick, string>();
  #reading = 0;

  constructor(parts: { chain: Pick<TickChain, 'last' | 'read'>; database: Session; kept: KeptReplies }) {
    this.#chain = parts.chain;
    this.#database = parts.database;
    this.#kept = parts.kept;
  }

  async read({ from, size }: { from?: number | undefined; size: number }): Promise<Serialised | Refusal> {
    const last = this.#chain.last?.tick ?? 0;
    if (from !== undefined && from <= last - RECENT_TICKS) return this.#readOld(from, size);
    const ticks = await this.#chain.read(this.#database, { from, size });
    return this.#kept.of(`ticks/${from ?? 'newest'}/${size}`, () => this.#serialise(ticks));
  }

  async #readOld(from: number, size: number): Promise<Serialised | Refusal> {
    const first = Math.floor((from - 1) / TICKS_PAGE_MAX);
    const last = Math.floor((from + size - 2) / TICKS_PAGE_MAX);
    const ticks: PublicTick[] = [];
    for (let number = first; number <= last; number++) {
      const page = this.#page(number);
      if (page === null) return BUSY;
      ticks.push(...(await page));
    }
    return this.#serialise(ticks.filter(({ tick }) => tick >= from).slice(0, size));
  }

  /** Null if too many reads are running. An incomplete page is not cached. */
  #page(number: number): Promise<readonly PublicTick[]> | null {
    const kept = this.#pages.get(number);
    if (kept !== undefined) return kept;
    if (this.#reading >= OLD_READS_MAX) return null;
    this.#reading++;
    const from = number * TICKS_PAGE_MAX + 1;
    const page = this.#chain.read(this.#database, { from, size: TICKS_PAGE_MAX });
    this.#makeRoom();
    this.#pages.set(number, page);
    page.then(
      (ticks) => this.#settled(number, ticks.length === TICKS_PAGE_MAX),
      () => this.#settled(number, false),
    );
    return page;
  }

  #settled(number: number, isWhole: boolean): void {
    this.#reading--;
    if (!isWhole) this.#pages.delete(number);
  }

  #makeRoom(): void {
    if (this.#pages.size < PAGES_KEPT_MAX) return;
    for (const [oldest] of this.#pages) {
      this.#pages.delete(oldest);
      return;
    }
  }

  #serialise(ticks: readonly PublicTick[]): Serialised {
    return new Serialised(`[${ticks.map((tick) => this.#textOf(tick)).join(',')}]`);
  }

  #textOf(tick: PublicTick): string {
    const known = this.#texts.get(tick);
    if (known !== undefined) return known;
    const text = JSON.stringify(tick);
    this.#texts.set(tick, text);
    return text;
  }
}
