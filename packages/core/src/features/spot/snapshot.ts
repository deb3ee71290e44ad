/**
 * The bytes of spot trading in a snapshot: markets, fee tiers and volumes, orders, held stops of
 * halted markets, countdowns.
 */
import type { ByteReader, ByteWriter } from '../../encoding/byte-stream.ts';
import { readRecord, recordOf, writeRecord } from '../../encoding/number-records.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { OrderPool } from '../../matching/order-pool.ts';
import type { Side } from '../../matching/side.ts';
import { Market, MARKET_FIELDS, type Registry } from '../../registry.ts';
import type { Conditionals } from './conditionals.ts';
import type { Countdowns } from './countdowns.ts';
import type { DueOrders } from './due-orders.ts';
import type { OrderExtra } from './events.ts';
import type { Execution } from './execution.ts';
import {
  FIELDS,
  GENERATION,
  IS_ICEBERG,
  OPEN,
  OWNER,
  PLACE,
  PLACE_MASK,
  PRICE,
  QUANTITIES,
} from '../../matching/order-record.ts';

export interface SpotState {
  readonly pool: OrderPool;
  readonly ledger: Ledger;
  readonly registry: Registry;
  readonly execution: Execution;
  readonly conditionals: Conditionals;
  readonly due: DueOrders;
  readonly countdowns: Countdowns;
}

export function saveSpot(spot: SpotState, out: ByteWriter): void {
  out.number(spot.execution.settlement.tradeCount);
  out.number(spot.registry.defined().length);
  for (const market of spot.registry.defined()) writeMarket(market, out);
  writeFees(spot, out);
  writeOrders(spot, out);
  writeHeld(spot, out);
  spot.countdowns.save(out);
}

export function loadSpot(spot: SpotState, input: ByteReader): void {
  spot.execution.settlement.tradeCount = input.number();
  for (let left = input.number(); left > 0; left--) readMarket(spot, input);
  readFees(spot, input);
  readOrders(spot, input);
  readHeld(spot, input);
  spot.countdowns.load(input);
}

function writeMarket(market: Market, out: ByteWriter): void {
  writeRecord(out, MARKET_FIELDS, market.definition);
  const { closesMs, takesCancels, opensMs } = market;
  // A market without them is written as it was before there were notices, and openings.
  const opening = opensMs === 0 ? [] : [opensMs];
  const isPlain = closesMs === 0 && takesCancels && opensMs === 0;
  const notice = isPlain ? [] : [closesMs, takesCancels ? 1 : 0, ...opening];
  const prices = [market.lastPrice, market.indexPrice, market.indexMs];
  out.numbers([...prices, market.book.version, market.status, ...notice]);
}

function readMarket({ registry, pool }: SpotState, input: ByteReader): void {
  const definition = readRecord(input, MARKET_FIELDS);
  const base = registry.assets[definition.base]!.decimals;
  const quote = registry.assets[definition.quote]!.decimals;
  const market = new Market(definition, { base, quote }, pool);
  const state = input.numbers();
  market.lastPrice = state[0]!;
  market.setIndex(state[1]!, state[2]!);
  market.book.version = state[3]!;
  market.status = state[4]!;
  market.closesMs = state[5] ?? 0;
  market.takesCancels = state[6] !== 0;
  market.opensMs = state[7] ?? 0;
  registry.markets[definition.market] = market;
}

function writeHeld({ due }: SpotState, out: ByteWriter): void {
  const held = [...due.held()];
  out.number(held.length);
  for (const { market, order, tick } of held) out.numbers([market, order, tick]);
}

function readHeld({ due }: SpotState, input: ByteReader): void {
  for (let left = input.number(); left > 0; left--) {
    const [market = 0, order = 0, tick = 0] = input.numbers();
    due.hold({ market, order, tick });
  }
}

function writeFees(spot: SpotState, out: ByteWriter): void {
  const { fees } = spot.execution;
  const tiers = fees.definition?.tiers ?? [];
  out.numbers([
    fees.definition?.asset ?? -1,
    fees.day,
    ...tiers.flatMap((tier) => [tier.volume, tier.makerSharePpm, tier.takerSharePpm]),
  ]);
  const traders: number[] = [];
  for (let block = 1; block < fees.today.length; block++)
    if (fees.traders[block * 2] !== 0 || fees.today[block] !== 0 || fees.traders[block * 2 + 1] !== 0)
      traders.push(
        block,
        fees.traders[block * 2]!,
        fees.today[block]!,
        fees.traders[block * 2 + 1]!,
        fees.shares[block]!,
      );
  out.numbers(traders);
  out.number(fees.days.size);
  for (const [block, days] of [...fees.days].sort(([a], [b]) => a - b)) {
    out.number(block);
    out.numbers(days);
  }
}

function readFees(spot: SpotState, input: ByteReader): void {
  const { fees } = spot.execution;
  const [asset = -1, day = 0, ...terms] = input.numbers();
  fees.fit(spot.ledger.blockCount);
  const traders = input.numbers();
  if (asset !== -1) {
    const tiers = [];
    for (let i = 0; i < terms.length; i += 3)
      tiers.push({ volume: terms[i]!, makerSharePpm: terms[i + 1]!, takerSharePpm: terms[i + 2]! });
    fees.define({ type: 'define-fee-tiers', asset, tiers });
  }
  fees.day = day;
  for (let i = 0; i < traders.length; i += 5) {
    const block = traders[i]!;
    fees.traders[block * 2] = traders[i + 1]!;
    fees.today[block] = traders[i + 2]!;
    fees.traders[block * 2 + 1] = traders[i + 3]!;
    fees.shares[block] = traders[i + 4]!;
  }
  for (let left = input.number(); left > 0; left--) fees.days.set(input.number(), input.numbers());
}

/**
 * Generations of all slots and the free slots in order; then each book's orders, by level, best
 * first, in queue order; then each market's waiting orders in order of acceptance.
 */
function writeOrders(spot: SpotState, out: ByteWriter): void {
  const { pool } = spot;
  const { waiting } = spot.execution;
  out.number(pool.highWater);
  const generations = new Float64Array(pool.highWater);
  for (let slot = 1; slot < pool.highWater; slot++)
    generations[slot] = pool.fields[slot * FIELDS + GENERATION]! >>> 0;
  out.numbers(generations);
  out.numbers(pool.free.subarray(0, pool.freeCount));
  for (const market of spot.registry.defined()) {
    for (const side of [0, 1] as const) writeSlots(spot, restingSlots(market, side), out);
    writeSlots(spot, [...waiting.slots(market.book.index)], out);
  }
}

function restingSlots({ book }: Market, side: Side): number[] {
  const slots: number[] = [];
  for (let price = book.best(side); price !== 0; price = book.nextPrice(side, price))
    for (const slot of book.queueAt(side, price)) slots.push(slot);
  return slots;
}

function writeSlots(spot: SpotState, slots: readonly number[], out: ByteWriter): void {
  const { pool } = spot;
  const { fields, quantities } = pool;
  const { extras } = spot.execution.orders;
  out.number(slots.length);
  for (const slot of slots) {
    const at = slot * FIELDS;
    out.numbers([slot, fields[at + PRICE]!, fields[at + OWNER]!, fields[at + PLACE]!]);
    out.numbers(quantities.subarray(slot * QUANTITIES + OPEN, slot * QUANTITIES + QUANTITIES));
    const isIceberg = (fields[at + PLACE]! & IS_ICEBERG) !== 0;
    writeExtra(extras.get(slot), isIceberg ? pool.icebergs.get(slot)!.shown : 0, out);
  }
}

/** The numbers of an extra, in the order of a snapshot. */
const EXTRA_FIELDS = [
  'quoteAmount',
  'trigger',
  'trailPpm',
  'extreme',
  'firedTick',
  'partner',
  'reachedTick',
  'kind',
  'told',
  'source',
  'target',
  'trail',
  'activation',
  'offset',
  'expiresMs',
  'stopLoss',
  'takeProfit',
  'entry',
  'visible',
  'prevented',
] as const satisfies readonly (keyof OrderExtra)[];

/**
 * Writes the extra of an order, or an empty list if it has none. `shown`: the lots that an iceberg
 * shows now. A further number says that the name of a list follows.
 */
function writeExtra(extra: OrderExtra | undefined, shown: number, out: ByteWriter): void {
  if (extra === undefined) {
    out.numbers([]);
    return;
  }
  const { listClientOrderId } = extra;
  const isNamed = listClientOrderId === null ? [] : [1];
  out.numbers([shown, extra.isAbove ? 1 : 0, ...EXTRA_FIELDS.map((field) => extra[field]), ...isNamed]);
  out.text(extra.clientOrderId ?? '');
  if (listClientOrderId !== null) out.text(listClientOrderId);
}

/** Reads the extra of an order, and the lots that an iceberg shows. */
function readExtra(input: ByteReader): readonly [extra: OrderExtra | undefined, shown: number] {
  const [shown = 0, isAbove = 0, ...values] = input.numbers();
  if (values.length === 0) return [undefined, 0];
  const clientOrderId = input.text();
  const extra = {
    ...recordOf(EXTRA_FIELDS, values),
    isAbove: isAbove === 1,
    clientOrderId: clientOrderId === '' ? null : clientOrderId,
    listClientOrderId: values.length > EXTRA_FIELDS.length ? input.text() : null,
  };
  return [extra, shown];
}

function readOrders(spot: SpotState, input: ByteReader): void {
  const { pool } = spot;
  const highWater = input.number();
  pool.reserve(highWater);
  pool.highWater = highWater;
  const generations = input.numbers();
  for (let slot = 1; slot < highWater; slot++) {
    pool.fields[slot * FIELDS + GENERATION] = generations[slot]! | 0;
    pool.fields[slot * FIELDS + PLACE] = -1;
  }
  pool.restoreFree(input.numbers());
  let live = 0;
  for (const market of spot.registry.defined()) {
    const version = market.book.version;
    for (let list = 0; list < 3; list++)
      for (let left = input.number(); left > 0; left--, live++)
        readOrder(spot, input, { market, isWaiting: list === 2 });
    market.book.version = version;
  }
  pool.countRetired();
  if (pool.liveCount !== live)
    throw new Error(`snapshot holds ${live} orders where the pool counts ${pool.liveCount}`);
}

function readOrder(spot: SpotState, input: ByteReader, list: { market: Market; isWaiting: boolean }): void {
  const [slot = 0, price = 0, owner = 0, place = 0] = input.numbers();
  const record = input.numbers();
  const [extra, shown] = readExtra(input);
  const { pool } = spot;
  const { execution } = spot;
  if (list.isWaiting) {
    pool.fields[slot * FIELDS + PRICE] = price;
    pool.fields[slot * FIELDS + OWNER] = owner;
    pool.fields[slot * FIELDS + PLACE] = place;
  } else {
    if ((place & IS_ICEBERG) !== 0) pool.icebergs.set(slot, { visible: extra!.visible, shown });
    const side = (place & 1) as Side;
    list.market.book.rest(slot, { side, price, lots: record[0]!, owner, flags: place & ~PLACE_MASK });
  }
  pool.quantities.set(record, slot * QUANTITIES + OPEN);
  execution.orders.add(slot, owner);
  if (extra !== undefined) execution.orders.extras.set(slot, extra);
  if (list.isWaiting) spot.conditionals.file(list.market, slot, owner);
  if (extra !== undefined) spot.execution.expiries.add(pool.idOf(slot), extra.expiresMs);
}
