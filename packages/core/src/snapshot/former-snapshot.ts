/**
 * The snapshot layouts before there were sections: one list of everything in a fixed order. Layout
 * 3 is only read. Layout 2 is read and written: while all rules are version 1, the state is hashed
 * in it, so that a journal of that time gives the hash it had.
 *
 * Header, rules (3), assets, markets with their offers, ledger, fees, orders, positions, due items
 * (3).
 */
import type { ByteReader, ByteWriter } from '../encoding/byte-stream.ts';
import {
  offerNumbers,
  offerOf,
  readPositions,
  writePositions,
} from '../features/seconds-contract/snapshot.ts';
import {
  readFees,
  readHeld,
  readMarket,
  readOrders,
  writeFees,
  writeMarket,
  writeOrders,
} from '../features/spot/snapshot.ts';
import type { ExchangeState } from './snapshot-state.ts';
import { readAssets, readLedger, writeAssets, writeLedger } from './snapshot-ledger.ts';

/** The features whose state those layouts hold. */
export const FORMER_FEATURES: ReadonlySet<string> = new Set(['wallet', 'seconds-contract', 'spot']);
export const FIRST_RULES_LAYOUT = 2;
export const LAST_UNSECTIONED_LAYOUT = 3;

/** Writes everything after the layout number. */
export function writeFormerSnapshot(exchange: ExchangeState, out: ByteWriter): void {
  const { spot, 'seconds-contract': contracts } = exchange.features;
  const { tick, tickMs } = exchange.lastTick;
  const { tradeCount } = spot.execution.settlement;
  out.numbers([exchange.seq, exchange.timeMs, tick, tickMs, tradeCount, contracts.positionCount]);
  writeAssets(exchange, out);
  out.number(exchange.registry.defined().length);
  for (const market of exchange.registry.defined()) {
    writeMarket(market, out);
    const offer = contracts.offers.get(market.definition.market);
    out.numbers(offer === undefined ? [] : offerNumbers(offer));
  }
  writeLedger(exchange, out);
  writeFees(spot, out);
  writeOrders(spot, out);
  writePositions(contracts, out);
}

export function readFormerSnapshot(exchange: ExchangeState, input: ByteReader, layout: number): void {
  const { spot, 'seconds-contract': contracts } = exchange.features;
  const header = input.numbers();
  exchange.seq = header[0]!;
  exchange.timeMs = header[1]!;
  exchange.lastTick = { tick: header[2]!, tickMs: header[3]! };
  spot.execution.settlement.tradeCount = header[4]!;
  contracts.positionCount = header[5]!;
  const hasRules = layout === LAST_UNSECTIONED_LAYOUT;
  if (hasRules) {
    const versions = input.numbers();
    exchange.rules.restore('spot', versions[0]!);
    exchange.rules.restore('seconds-contract', versions[1]!);
  }
  spot.onRules();
  readAssets(exchange, input);
  for (let left = input.number(); left > 0; left--) {
    const { market } = readMarket(spot, input).definition;
    const offer = input.numbers();
    if (offer.length > 0) contracts.offers.set(market, offerOf(market, offer));
  }
  readLedger(exchange, input);
  readFees(spot, input);
  readOrders(spot, input);
  readPositions(contracts, input);
  const queued = hasRules ? readDue(exchange, input) : new Set<number>();
  // A position without an opening tick in time is in the queue and is not opened any more.
  for (const position of contracts.positions.values())
    if (position.openTick === 0 && !queued.has(position.position)) contracts.schedule.pending.push(position);
}

/** Returns the positions that are in the queue. */
function readDue({ features }: ExchangeState, input: ByteReader): Set<number> {
  const { spot, 'seconds-contract': contracts } = features;
  const queued = new Set<number>();
  for (let left = input.number(); left > 0; left--) {
    const values = input.numbers();
    const [tick, market, order, position, action, tickMs, price] = values as unknown as number[];
    const isOrder = order !== 0;
    const item = {
      feature: isOrder ? 0 : 1,
      tick: tick!,
      market: market!,
      id: isOrder ? order! : position!,
      action: action!,
      tickMs: tickMs!,
      price: price!,
    };
    (isOrder ? spot : contracts).restoreDue(item);
    if (!isOrder) queued.add(item.id);
  }
  readHeld(spot, input);
  return queued;
}
