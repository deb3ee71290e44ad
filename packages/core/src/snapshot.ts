/**
 * The whole state as bytes, and back. The bytes depend on the state alone, so that their hash is the state's hash; a restored exchange
 * goes on exactly as the one that was saved. Order: header, rules, registry, ledger, fees, orders, positions, what is due.
 */
import type { DefineMarket, DefineSecondsContract } from './commands.ts';
import { ByteReader, ByteWriter } from './byte-stream.ts';
import type { Exchange } from './exchange.ts';
import { Market } from './registry.ts';
import { readFees, readOrders, writeFees, writeOrders } from './snapshot-spot.ts';
import type { Position } from './features/seconds-contract/position.ts';
import { DUE_FIELDS, type DueItem } from './due-queue.ts';
import { POSITION_FIELDS } from './event-records.ts';

/**
 * Version 3 has the versions of the rules behind its header and what is due at its end. While all rules are the first ones a state is written as version 2, which had
 * none, so that a journal of that time comes to the hash that it had. Both are read.
 */
const SNAPSHOT_VERSION = 3;
const FIRST_RULES_VERSION = 2;

export function writeSnapshot(exchange: Exchange): Uint8Array {
  const out = new ByteWriter();
  const isFirst = exchange.rules.areFirst;
  out.number(isFirst ? FIRST_RULES_VERSION : SNAPSHOT_VERSION);
  out.numbers([
    exchange.seq,
    exchange.timeMs,
    exchange.lastTick.tick,
    exchange.lastTick.tickMs,
    exchange.spot.execution.settlement.tradeCount,
    exchange.secondsContract.positionCount,
  ]);
  if (!isFirst) out.numbers(exchange.rules.all);
  writeRegistry(exchange, out);
  writeLedger(exchange, out);
  writeFees(exchange, out);
  writeOrders(exchange, out);
  writePositions(exchange, out);
  if (!isFirst) writeDue(exchange, out);
  return out.finish();
}

/** Fills an empty exchange. */
export function readSnapshot(exchange: Exchange, bytes: Uint8Array): void {
  const input = new ByteReader(bytes);
  const version = input.number();
  if (version !== SNAPSHOT_VERSION && version !== FIRST_RULES_VERSION)
    throw new Error(`snapshot version ${version} is not known`);
  const [seq, timeMs, tick, tickMs, tradeCount, positionCount] = input.numbers() as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (version === SNAPSHOT_VERSION) exchange.rules.restore(input.numbers());
  exchange.followRules();
  exchange.seq = seq;
  exchange.timeMs = timeMs;
  exchange.lastTick = { tick, tickMs };
  exchange.spot.execution.settlement.tradeCount = tradeCount;
  exchange.secondsContract.positionCount = positionCount;
  readRegistry(exchange, input);
  readLedger(exchange, input);
  readFees(exchange, input);
  readOrders(exchange, input);
  readPositions(exchange, input);
  if (version === SNAPSHOT_VERSION) readDue(exchange, input);
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
    out.numbers([market.lastPrice, market.indexPrice, market.indexMs, market.book.version, market.status]);
    const offer = market.secondsContract;
    out.numbers(
      offer === null
        ? []
        : [
            offer.feeRatePpm,
            offer.maxPositions,
            offer.maxUserStake,
            offer.maxOpenStake,
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
    market.status = state[4]!;
    market.secondsContract = readOffer(definition.market, input.numbers());
    exchange.registry.markets[definition.market] = market;
  }
}

function readOffer(market: number, values: Float64Array): DefineSecondsContract | null {
  if (values.length === 0) return null;
  const durations = [];
  for (let i = 4; i < values.length; i += 4)
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
    maxUserStake: values[2]!,
    maxOpenStake: values[3]!,
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

/** The queue in its order; then the stops that halted markets hold. */
function writeDue({ due }: Exchange, out: ByteWriter): void {
  out.number(due.count);
  for (const item of due.waiting()) out.numbers(DUE_FIELDS.map((field) => item[field]));
  const held = [...due.held()];
  out.number(held.length);
  for (const { market, order, tick } of held) out.numbers([market, order, tick]);
}

function readDue({ due, secondsContract }: Exchange, input: ByteReader): void {
  const queued = new Set<number>();
  for (let left = input.number(); left > 0; left--) {
    const values = input.numbers();
    const item = Object.fromEntries(DUE_FIELDS.map((field, i) => [field, values[i]])) as unknown as DueItem;
    due.add(item);
    queued.add(item.position);
  }
  for (let left = input.number(); left > 0; left--) {
    const [market = 0, order = 0, tick = 0] = input.numbers();
    due.hold({ market, order, tick });
  }
  // One that no tick opened in time is not opened any more.
  const { schedule } = secondsContract;
  schedule.pending = schedule.pending.filter(({ position }) => !queued.has(position));
}
