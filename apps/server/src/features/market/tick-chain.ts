/**
 * Committed public price ticks, each with the hash of the previous one (tickPreimage in the
 * protocol). The newest are in memory.
 */
import { createHash } from 'node:crypto';
import type { Exchange, Ticked } from '@glasshouse/core';
import { formatFixed } from '@glasshouse/money';
import type { PublicTick } from '@glasshouse/protocol/market';
import { tickPreimage } from '@glasshouse/protocol/market/tick-preimage';
import { symbolOf, type Catalogue } from '../../contract/catalogue.ts';
import type { Session } from '../../db/database.ts';
import type { TicksTable } from './tables.ts';
import type { CommittedBatch } from '../../pipeline/batch.ts';

/** Ticks kept in memory; older ones are read from the table. */
const RECENT_MAX = 1200;
/** The previous hash of the first tick. */
export const GENESIS_HASH = '0'.repeat(64);

type TickEvent = Pick<Ticked, 'tick' | 'tickMs' | 'prices' | 'quoted'>;

export class TickChain {
  readonly #catalogue: () => Catalogue;
  #recent: PublicTick[] = [];

  constructor(catalogue: () => Catalogue) {
    this.#catalogue = catalogue;
  }

  get last(): PublicTick | null {
    return this.#recent.at(-1) ?? null;
  }

  /** The previous hash of the next tick. */
  get lastHash(): string {
    return this.last?.hash ?? GENESIS_HASH;
  }

  /** Takes the ticks of a batch and returns them. */
  publish(batch: CommittedBatch): readonly PublicTick[] {
    const ticks: PublicTick[] = [];
    const { registry } = this.#catalogue().exchange;
    for (const { event } of batch.events)
      if (event.type === 'ticked')
        ticks.push(chainedTick(registry, event, ticks.at(-1)?.hash ?? this.lastHash));
    this.#recent.push(...ticks);
    if (this.#recent.length > RECENT_MAX) this.#recent = this.#recent.slice(-RECENT_MAX / 2);
    return ticks;
  }

  /** Ticks from a number on, oldest first; without `from` the newest. */
  async read(database: Session, options: { from?: number | undefined; size: number }): Promise<PublicTick[]> {
    const { from, size } = options;
    if (from === undefined) return this.#recent.slice(-size);
    const first = this.#recent[0];
    if (first !== undefined && from >= first.tick) {
      const start = this.#recent.findIndex((tick) => tick.tick >= from);
      return start < 0 ? [] : this.#recent.slice(start, start + size);
    }
    const { rows } = await database.query<TicksTable>(
      'select * from ticks where tick >= $1 order by tick limit $2',
      [from, size],
    );
    return rows.map(toPublicTick);
  }

  /** One tick by its number, or null. */
  async find(database: Session, tick: number): Promise<PublicTick | null> {
    const [found] = await this.read(database, { from: tick, size: 1 });
    return found?.tick === tick ? found : null;
  }

  async load(database: Session): Promise<void> {
    const { rows } = await database.query<TicksTable>('select * from ticks order by tick desc limit $1', [
      RECENT_MAX / 2,
    ]);
    this.#recent = rows.map(toPublicTick).toReversed();
  }
}

/** Links a tick of the core to the previous one. Pairs without a price are left out. */
export function chainedTick(
  { assets, markets }: Exchange['registry'],
  event: TickEvent,
  previousHash: string,
): PublicTick {
  const prices: Record<string, string> = {};
  markets.forEach((market, number) => {
    const price = event.prices[number] ?? 0;
    if (market === undefined || price === 0) return;
    const { base, quote, indexDecimals } = market.definition;
    const symbol = symbolOf(assets[base]!.code, assets[quote]!.code);
    prices[symbol] = formatFixed(price, indexDecimals);
  });
  const unhashed = { tick: event.tick, timeMs: event.tickMs, prices, previousHash, ...event.quoted };
  return { ...unhashed, hash: hashTick(unhashed) };
}

export function hashTick(tick: Omit<PublicTick, 'hash'>): string {
  return createHash('sha256').update(tickPreimage(tick)).digest('hex');
}

export function toPublicTick(row: TicksTable): PublicTick {
  const prices = JSON.parse(row.prices) as Record<string, string>;
  const { tick, time_ms: timeMs, previous_hash: previousHash, hash, rules, quotes_hash: quotesHash } = row;
  const unquoted = { tick, timeMs, prices, previousHash, hash };
  return rules === null || quotesHash === null ? unquoted : { ...unquoted, rules, quotesHash };
}
