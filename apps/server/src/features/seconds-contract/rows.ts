/** Positions as the API shows them, from the core's events or from the table. */
import { RESULT, type PositionChanged } from '@glasshouse/core';
import { formatDecimal, formatFixed, mulPpmFloor } from '@glasshouse/money';
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { PositionsTable } from './tables.ts';

/** Rates are in parts per million, which are six decimals. */
const RATE_DECIMALS = 6;
const HOLDING = 0;
const COMPLETED = 1;

const RESULT_NAMES: Readonly<Record<number, PositionRow['result']>> = {
  [RESULT.win]: 'win',
  [RESULT.lose]: 'lose',
  [RESULT.draw]: 'draw',
};
const REASON_NAMES: Readonly<Record<number, string>> = { 1: 'no-opening-tick', 2: 'no-closing-tick' };

export type PositionFields = Omit<PositionChanged, 'type'>;

export function rateText(ppm: number): string {
  return formatDecimal(ppm, RATE_DECIMALS);
}

export function positionRowOf(catalogue: Catalogue, position: PositionFields): PositionRow {
  const { base, quote, market } = catalogue.marketAt(position.market);
  const { indexDecimals } = market.definition;
  const price = (ticks: number) => (ticks === 0 ? null : formatFixed(ticks, indexDecimals));
  const known = (number: number) => (number === 0 ? null : number);
  return {
    id: String(position.position),
    baseCoin: base.code,
    quoteCoin: quote.code,
    time: position.acceptedMs,
    openTime: known(position.openMs),
    openPrice: price(position.openPrice),
    finishPrice: price(position.finishPrice),
    openAmount: formatDecimal(position.stake, quote.decimals),
    profitRate: rateText(position.profitRatePpm),
    feeRate: rateText(position.feeRatePpm),
    fees: formatDecimal(position.fee, quote.decimals),
    holdingTime: position.seconds,
    finishTime: known(position.finishMs),
    status: position.status,
    result: position.status === HOLDING ? null : (RESULT_NAMES[position.result] ?? null),
    profit: formatDecimal(profitOf(position), quote.decimals),
    direction: position.direction === 1 ? 'up' : 'down',
    reason: REASON_NAMES[position.reason] ?? null,
    openTick: known(position.openTick),
    finishTick: known(position.finishTick),
  };
}

/** The profit, fee excluded: a win earns stake times rate, a loss costs the stake. */
function profitOf(position: PositionFields): number {
  if (position.status !== COMPLETED) return 0;
  if (position.result === RESULT.win) return mulPpmFloor(position.stake, position.profitRatePpm);
  return position.result === RESULT.lose ? -position.stake : 0;
}

export function positionFieldsOf(row: PositionsTable): PositionFields {
  return {
    position: row.position_id,
    owner: row.owner,
    market: row.market,
    direction: row.direction,
    stake: row.stake,
    fee: row.fee,
    feeRatePpm: row.fee_rate_ppm,
    profitRatePpm: row.profit_rate_ppm,
    seconds: row.seconds,
    acceptedMs: row.accepted_ms,
    openTick: row.open_tick,
    openMs: row.open_ms,
    openPrice: row.open_price,
    dueMs: row.due_ms,
    finishTick: row.finish_tick,
    finishMs: row.finish_ms,
    finishPrice: row.finish_price,
    status: row.status,
    result: row.result,
    reason: row.reason,
  };
}
