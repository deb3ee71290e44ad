/** The quotes that ticks of format 2 follow from: kept before their ticks, and read by anybody. */
import { QUOTES_PAGE_MAX } from '@glasshouse/protocol/market';
import type { Refusal } from '@glasshouse/protocol';
import type { Session } from '../../db/database.ts';
import { BUSY, OldReads, type ReadPlaces } from './old-reads.ts';
import type { TickQuotesTable } from './tables.ts';
import type { SourceTick } from './tick-feed/tick-log.ts';

const INSERT = `insert into tick_quotes (tick, quotes)
  select x.tick, x.quotes from json_to_recordset($1::json) as x(tick bigint, quotes text)
  on conflict (tick) do update set quotes = excluded.quotes`;

/** Resolves when they are in the table. A tick that was never committed may be made again. */
export async function keepQuotes(database: Session, ticks: readonly SourceTick[]): Promise<void> {
  const rows = ticks.flatMap(({ tick, quoted }) =>
    quoted === null ? [] : [{ tick, quotes: quoted.quotes }],
  );
  if (rows.length > 0) await database.query(INSERT, [JSON.stringify(rows)]);
}

/** Read by aligned pages, which are kept once they are full. */
export class QuotePages {
  readonly #database: Session;
  readonly #pages: OldReads<readonly TickQuotesTable[]>;

  constructor(database: Session, places: ReadPlaces) {
    this.#database = database;
    this.#pages = new OldReads(places);
  }

  /** Of ticks from a number on, oldest first. Ticks of format 1 have none. */
  async read({ from, size }: { from: number; size: number }): Promise<TickQuotesTable[] | Refusal> {
    const first = Math.floor((from - 1) / QUOTES_PAGE_MAX);
    const last = Math.floor((from + size - 2) / QUOTES_PAGE_MAX);
    const found: TickQuotesTable[] = [];
    for (let number = first; number <= last; number++) {
      const page = this.#page(number);
      if (page === null) return BUSY;
      found.push(...(await page));
    }
    return found.filter(({ tick }) => tick >= from && tick < from + size);
  }

  /** Null if too many reads are running. */
  #page(number: number): Promise<readonly TickQuotesTable[]> | null {
    const from = number * QUOTES_PAGE_MAX + 1;
    return this.#pages.read(
      number,
      async () => (await this.#database.query<TickQuotesTable>(SELECT, [from, from + QUOTES_PAGE_MAX])).rows,
      (quotes) => quotes.length === QUOTES_PAGE_MAX,
    );
  }
}

const SELECT = 'select tick, quotes from tick_quotes where tick >= $1 and tick < $2 order by tick';
