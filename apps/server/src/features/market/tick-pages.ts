/** Pages of public ticks as JSON; each text is made once. Old ticks are read by aligned pages. */
import { TICKS_PAGE_MAX, type PublicTick } from '@glasshouse/protocol/market';
import type { Refusal } from '@glasshouse/protocol';
import type { Session } from '../../db/database.ts';
import { Serialised } from '../../http/handler.ts';
import type { KeptReplies } from './kept-replies.ts';
import { BUSY, OldReads, type ReadPlaces } from './old-reads.ts';
import type { TickChain } from './tick-chain.ts';

/** Ticks that are certainly in memory; older ones are read by aligned pages. */
const RECENT_TICKS = 500;

export class TickPages {
  readonly #chain: Pick<TickChain, 'last' | 'read'>;
  readonly #database: Session;
  readonly #kept: KeptReplies;
  readonly #pages: OldReads<readonly PublicTick[]>;
  readonly #texts = new WeakMap<PublicTick, string>();

  constructor(parts: {
    chain: Pick<TickChain, 'last' | 'read'>;
    database: Session;
    kept: KeptReplies;
    places: ReadPlaces;
  }) {
    this.#chain = parts.chain;
    this.#database = parts.database;
    this.#kept = parts.kept;
    this.#pages = new OldReads(parts.places);
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

  /** Null if too many reads are running. */
  #page(number: number): Promise<readonly PublicTick[]> | null {
    const from = number * TICKS_PAGE_MAX + 1;
    return this.#pages.read(
      number,
      () => this.#chain.read(this.#database, { from, size: TICKS_PAGE_MAX }),
      (ticks) => ticks.length === TICKS_PAGE_MAX,
    );
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
