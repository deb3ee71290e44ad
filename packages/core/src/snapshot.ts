/**
 * The whole state as bytes, and back. The bytes depend on the state alone, so that their hash is the state's hash; a restored exchange
 * goes on exactly as the one that was saved. Order: header, registry, ledger, orders, books, positions.
 */
import type { DefineMarket, DefineSecondsContract } from './commands.ts';
import { ByteReader, ByteWriter } from './byte-stream.ts';
import { POSITION_FIELDS } from './event-log.ts';
import type { Exchange } from './exchange.ts';
import { GENERATION, OWNER, PLACE, PRICE } from './matching/order-pool.ts';
import { Market } from './registry.ts';
import type { Position } from './features/seconds-contract/position.ts';
import type { Side } from './commands.ts';

export const SNAPSHOT_VERSION = 1;

export function writeSnapshot(exchange: Exchange): Uint8Array {
  const out = new ByteWriter();
  out.number(SNAPSHOT_VERSION);
  out.numbers([
    exchange.seq,
    exchange.timeMs,
    exchange.lastTick.tick,
    exchange.lastTick.tickMs,
    exchange.spot.tradeCount,
    exchange.secondsContract.positionCount,
  ]);
  writeRegistry(exchange, out);
  writeLedger(exchange, out);
  writeOrders(exchange, out);
  writePositions(exchange, out);
  return out.finish();
}

/** Fills an empty exchange. */
export function readSnapshot(exchange: Exchange, bytes: Uint8Array): void {
  const input = new ByteReader(bytes);
  const version = input.number();
  if (version !== SNAPSHOT_VERSION) throw new Error(`snapshot version ${version} is not known`);
  const [seq, timeMs, tick, tickMs, tradeCount, positionCount] = input.numbers() as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  exchange.seq = seq;
  exchange.timeMs = timeMs;
  exchange.lastTick = { tick, tickMs };
  exchange.spot.tradeCount = tradeCount;
  exchange.secondsContract.positionCount = positionCount;
  readRegistry(exchange, input);
  readLedger(exchange, input);
  readOrders(exchange, input);
  readPositions(exchange, input);
  if (!input.isAtEnd) throw new Error('snapshot has bytes after its end');
}

const MARKET_FIELDS = [
  'market',
  'base',
  'quote',
  'priceDecimals',
  'lotDecimals',
  'indexDecimals',
  'makerFeePpm',
  'takerFeePpm',
  'minNotional',
  'maxNotional',
  'limitBandPpm',
  'marketBandPpm',
  'maxOpenOrders',
] as const satisfies readonly (keyof DefineMarket)[];

function writeRegistry(exchange: Exchange, out: ByteWriter): void {
  const { assets, markets } = exchange;
  out.number(assets.length);
  for (const asset of assets) {
    out.numbers([asset.asset, asset.decimals]);
    out.text(asset.code);
  }
  out.number(markets.length);
  for (const market of markets) {
    out.numbers(MARKET_FIELDS.map((field) => market.definition[field]));
    out.numbers([market.lastPrice, market.indexPrice, market.indexMs, market.book.version]);
    const offer = market.secondsContract;
    out.numbers(
      offer === null
        ? []
        : [
            offer.feeRatePpm,
            offer.maxPositions,
            ...offer.durations.flatMap((d) => [d.seconds, d.profitRatePpm, d.minStake, d.maxStake]),
          ],
    );
  }
}

function readRegistry(exchange: Exchange, input: ByteReader): void {
  for (let left = input.number(); left > 0; left--) {
    const [asset, decimals] = input.numbers() as unknown as [number, number];
    exchange.registry.assets[asset] = { asset, decimals, code: input.text() };
    exchange.ledger.fitAssets(asset + 1);
  }
  for (let left = input.number(); left > 0; left--) {
    const values = input.numbers();
    const definition = {
      type: 'define-market',
      ...Object.fromEntries(MARKET_FIELDS.map((field, i) => [field, values[i]])),
    } as unknown as DefineMarket;
    const decimals = {
      base: exchange.registry.assets[definition.base]!.decimals,
      quote: exchange.registry.assets[definition.quote]!.decimals,
    };
    const market = new Market(definition, decimals, exchange.pool);
    const state = input.numbers();
    market.lastPrice = state[0]!;
    market.setIndex(state[1]!, state[2]!);
    market.book.version = state[3]!;
    market.secondsContract = readOffer(definition.market, input.numbers());
    exchange.registry.markets[definition.market] = market;
  }
}

function readOffer(market: number, values: Float64Array): DefineSecondsContract | null {
  if (values.length === 0) return null;
  const durations = [];
  for (let i = 2; i < values.length; i += 4)
    durations.push({
      seconds: values[i]!,
      profitRatePpm: values[i + 1]!,
      minStake: values[i + 2]!,
      maxStake: values[i + 3]!,
    });
  return {
    type: 'define-seconds-contract',
    market,
    feeRatePpm: values[0]!,
    maxPositions: values[1]!,
    durations,
  };
}

function writeLedger(exchange: Exchange, out: ByteWriter): void {
  const { ledger } = exchange;
  out.number(ledger.blockCount);
  for (let block = 0; block < ledger.blockCount; block++) {
    out.number(ledger.blockKey(block));
    out.numbers(ledger.blockBalances(block));
  }
}

function readLedger(exchange: Exchange, input: ByteReader): void {
  for (let left = input.number(); left > 0; left--) {
    const key = input.number();
    exchange.ledger.restoreBlock(key, input.numbers());
  }
}

/** Generations of all slots and the free slots in order; then each book's orders, level by level, best first, in the order of their queues. */
function writeOrders(exchange: Exchange, out: ByteWriter): void {
  const { pool, spot } = exchange;
  out.number(pool.highWater);
  for (let slot = 1; slot < pool.highWater; slot++) out.number(pool.fields[slot * 8 + GENERATION]! >>> 0);
  out.numbers(pool.free.subarray(0, pool.freeCount));
  for (const market of exchange.markets) {
    for (const side of [0, 1] as const) {
      const slots: number[] = [];
      for (
        let price = market.book.nextPrice(side, 0);
        price !== 0;
        price = market.book.nextPrice(side, price)
      )
        slots.push(...market.book.queueAt(side, price));
      out.number(slots.length);
      for (const slot of slots) {
        out.numbers([
          slot,
          pool.fields[slot * 8 + PRICE]!,
          pool.fields[slot * 8 + OWNER]!,
          pool.quantities[slot * 4 + 2]!,
        ]);
        out.numbers(spot.orders.records.subarray(slot * 8, slot * 8 + 8));
        out.text(spot.orders.clientOrderId(slot) ?? '');
      }
    }
  }
}

function readOrders(exchange: Exchange, input: ByteReader): void {
  const { pool } = exchange;
  const highWater = input.number();
  pool.reserve(highWater);
  pool.highWater = highWater;
  for (let slot = 1; slot < highWater; slot++) {
    pool.fields[slot * 8 + GENERATION] = input.number() | 0;
    pool.fields[slot * 8 + PLACE] = -1;
  }
  const free = input.numbers();
  pool.free.set(free);
  pool.freeCount = free.length;
  for (const market of exchange.markets) {
    const version = market.book.version;
    for (const side of [0, 1] as const) {
      for (let left = input.number(); left > 0; left--) readOrder(exchange, input, { market, side });
    }
    market.book.version = version;
  }
  if (pool.liveCount !== countLive(exchange))
    throw new Error(`snapshot holds ${countLive(exchange)} orders where the pool counts ${pool.liveCount}`);
}

function readOrder(exchange: Exchange, input: ByteReader, place: { market: Market; side: Side }): void {
  const [slot, price, owner, lots] = input.numbers() as unknown as [number, number, number, number];
  const record = input.numbers();
  const clientOrderId = input.text();
  place.market.book.rest(slot, { side: place.side, price, lots, owner });
  exchange.spot.orders.add(slot, owner, clientOrderId === '' ? null : clientOrderId);
  exchange.spot.orders.records.set(record, slot * 8);
}

function countLive(exchange: Exchange): number {
  let count = 0;
  for (let slot = 1; slot < exchange.pool.highWater; slot++)
    if (exchange.pool.fields[slot * 8 + PLACE] !== -1) count++;
  return count;
}

/** Positions in order of acceptance; then those opened, in the order they will be looked at. The rest wait for their opening tick. */
function writePositions(exchange: Exchange, out: ByteWriter): void {
  const { positions, schedule } = exchange.secondsContract;
  out.number(positions.size);
  for (const position of positions.values()) out.numbers(POSITION_FIELDS.map((field) => position[field]));
  out.number(schedule.late.length);
  out.numbers([...schedule.waiting()].map((position) => position.position));
}

function readPositions(exchange: Exchange, input: ByteReader): void {
  const { secondsContract } = exchange;
  for (let left = input.number(); left > 0; left--) {
    const values = input.numbers();
    const position = Object.fromEntries(
      POSITION_FIELDS.map((field, i) => [field, values[i]]),
    ) as unknown as Position;
    secondsContract.restore(position);
    if (position.openTick === 0) secondsContract.schedule.pending.push(position);
  }
  const lateCount = input.number();
  input.numbers().forEach((id, index) => {
    const position = secondsContract.positions.get(id)!;
    if (index < lateCount) secondsContract.schedule.late.push(position);
    else secondsContract.schedule.add(position);
  });
}
