/**
 * Compares committed ticks with the alerts that wait, and tells their owners. The row of an alert
 * is removed in the transaction that adds its message, so each is told once. The last tick of which
 * nothing is left to tell is stored now and then: a restart reads the ticks after it again.
 */
import { parseDecimal } from '@glasshouse/money';
import type { Ports } from '../../contract/ports.ts';
import type { CommittedBatch } from '../../pipeline/batch.ts';
import { errorFields } from '../../process/log.ts';
import { AlertBook, isReached, type ReachedAlert, type WaitingAlert } from './alert-book.ts';
import { reachedMessage } from './messages.ts';
import { rowOf } from './rows.ts';
import './tables.ts';

/** Alerts of all users together. */
export const ALERTS_MAX = 100_000;
/** Ticks that a new alert is compared with: those that passed as its row was written. */
const RECENT_TICKS_MAX = 120;
const TICKS_OF_PAGE = 1_000;

interface TickPrices {
  readonly tick: number;
  readonly timeMs: number;
  /** By market, in steps of its index price; 0: none. */
  readonly prices: readonly number[];
}

export type WatchParts = Pick<Ports, 'database' | 'pipeline' | 'catalogue' | 'owners' | 'hub' | 'log'>;

export class AlertWatch {
  readonly book = new AlertBook();
  readonly #parts: WatchParts;
  #recent: readonly TickPrices[] = [];
  #due: readonly ReachedAlert[] = [];
  #telling: Promise<void> | null = null;
  #storedTick = 0;
  #stopListening: () => void = () => undefined;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** Loads what waits, and looks again at the ticks that the last run may not have told of. */
  async start(): Promise<void> {
    const { database, pipeline, catalogue } = this.#parts;
    const { exchange } = pipeline;
    await pipeline.read(() => {
      const { tick, tickMs } = exchange.lastTick;
      const prices = catalogue.markets.map(({ market }) => market.indexPrice);
      this.#recent = [{ tick, timeMs: tickMs, prices }];
      this.#stopListening = pipeline.onCommitted((batch) => this.#take(batch));
    });
    const rows = await database.reads
      .selectFrom('price_alerts')
      .selectAll()
      .orderBy('alert_id')
      .limit(ALERTS_MAX)
      .execute();
    const stored = await database.reads.selectFrom('price_alert_progress').select('tick').executeTakeFirst();
    const waiting = rows.map((row) => ({
      id: row.alert_id,
      userId: row.user_id,
      market: row.market,
      price: row.price,
      isAbove: row.is_above,
      sinceTick: row.since_tick,
      addedMs: row.added_ms,
    }));
    this.#storedTick = stored?.tick ?? 0;
    if (stored !== undefined && waiting.length > 0) await this.#lookBack(waiting, stored.tick);
    const due = new Set(this.#due.map(({ alert }) => alert.id));
    for (const alert of waiting) if (!due.has(alert.id)) this.add(alert);
    await this.tell();
    await this.keepUp();
  }

  async stop(): Promise<void> {
    this.#stopListening();
    await this.#telling;
    await this.keepUp();
  }

  /** The last committed index price of a market, 0 without one, and its tick. */
  lastPrice(market: number): { readonly tick: number; readonly price: number } {
    const { tick = 0, prices = [] } = this.#recent.at(-1) ?? {};
    return { tick, price: prices[market] ?? 0 };
  }

  /** Begins to watch an alert whose row is written. Ticks may have passed as it was. */
  add(alert: WaitingAlert): void {
    const passed = this.#recent.find((tick) => reaches(tick, alert));
    if (passed === undefined) this.book.add(alert);
    else this.#reach([reachedAt(passed, alert)]);
  }

  /** Stores how far everything was told. */
  async keepUp(): Promise<void> {
    await this.tell();
    while (this.#telling !== null) await this.#telling;
    const oldest = this.#due.reduce((least, { tick }) => Math.min(least, tick), Infinity);
    const tick = Math.min(oldest - 1, this.lastPrice(0).tick);
    if (tick <= this.#storedTick) return;
    this.#storedTick = tick;
    await this.#parts.database.kysely
      .insertInto('price_alert_progress')
      .values({ one: true, tick })
      .onConflict((conflict) => conflict.column('one').doUpdateSet({ tick }))
      .execute();
  }

  /** Tells of what was reached. What fails is logged, and tried again with the next one. */
  async tell(): Promise<void> {
    while (this.#telling !== null) await this.#telling;
    this.#telling = this.#tellAll().finally(() => {
      this.#telling = null;
    });
    await this.#telling;
  }

  #take(batch: CommittedBatch): void {
    const ticks = batch.events.flatMap(({ event }) =>
      event.type === 'ticked' ? [{ tick: event.tick, timeMs: event.tickMs, prices: event.prices }] : [],
    );
    if (ticks.length === 0) return;
    this.#recent = [...this.#recent, ...ticks].slice(-RECENT_TICKS_MAX);
    for (const tick of ticks)
      for (const [market, price] of tick.prices.entries()) {
        if (price === 0) continue;
        const reached = this.book.takeReached(market, price);
        if (reached.length > 0) this.#reach(reached.map((alert) => reachedAt(tick, alert)));
      }
  }

  #reach(reached: readonly ReachedAlert[]): void {
    this.#due = [...this.#due, ...reached];
    // A run that is going on takes them too.
    if (this.#telling === null) void this.tell();
  }

  async #tellAll(): Promise<void> {
    const failed: ReachedAlert[] = [];
    for (let all = this.#due; all.length > 0; all = this.#due) {
      this.#due = [];
      for (const reached of all) {
        try {
          await this.#tellOne(reached);
        } catch (error) {
          this.#parts.log.error(errorFields(error), 'a reached price could not be told yet');
          failed.push(reached);
        }
      }
    }
    this.#due = [...failed, ...this.#due];
  }

  async #tellOne(reached: ReachedAlert): Promise<void> {
    const { catalogue, owners, hub } = this.#parts;
    const { alert, tick } = reached;
    const isTold = await owners.notify(
      alert.userId,
      reachedMessage(catalogue, reached),
      async ({ kysely }) => {
        const { numDeletedRows } = await kysely
          .deleteFrom('price_alerts')
          .where('alert_id', '=', alert.id)
          .executeTakeFirst();
        return numDeletedRows > 0n;
      },
    );
    if (!isTold) return;
    const row = rowOf(catalogue, alert);
    hub.sendToUser(alert.userId, { type: 'price-alert', channel: 'account', alert: row, tick });
  }

  /** Finds what the ticks after one have reached, up to those that come by themselves. */
  async #lookBack(waiting: readonly WaitingAlert[], afterTick: number): Promise<void> {
    const { database, catalogue } = this.#parts;
    const left = new Set(waiting);
    for (let from = afterTick; ;) {
      const rows = await database.reads
        .selectFrom('ticks')
        .select(['tick', 'time_ms', 'prices'])
        .where('tick', '>', from)
        .orderBy('tick')
        .limit(TICKS_OF_PAGE)
        .execute();
      for (const row of rows) {
        const texts = JSON.parse(row.prices) as Readonly<Record<string, string>>;
        const prices = catalogue.markets.map(({ market, symbol }) => {
          const units = parseDecimal(texts[symbol] ?? '0', market.definition.indexDecimals);
          return typeof units === 'number' ? units : 0;
        });
        const tick = { tick: row.tick, timeMs: row.time_ms, prices };
        for (const alert of left) {
          if (!reaches(tick, alert)) continue;
          left.delete(alert);
          this.#due = [...this.#due, reachedAt(tick, alert)];
        }
      }
      if (rows.length < TICKS_OF_PAGE) return;
      from = rows.at(-1)?.tick ?? from;
    }
  }
}

function reaches({ tick, prices }: TickPrices, alert: WaitingAlert): boolean {
  const price = prices[alert.market] ?? 0;
  return tick > alert.sinceTick && price > 0 && isReached(alert, price);
}

const reachedAt = ({ tick, timeMs, prices }: TickPrices, alert: WaitingAlert): ReachedAlert => ({
  alert,
  tick,
  timeMs,
  price: prices[alert.market] ?? 0,
});
