/** The current state of a running position. Pure: clock and price are parameters. */
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import { Big } from 'big.js';
import { resultOf } from './settlement-check.ts';
import { outlookOf } from './ticket-math.ts';

export interface Progress {
  readonly phase: 'waiting' | 'running' | 'settling';
  readonly secondsLeft: number;
  /** 1 at the opening, 0 when due. */
  readonly shareLeft: number;
  readonly result: PositionRow['result'];
  /** The gain or loss if it ended now, fee included. */
  readonly net: string;
  readonly difference: string;
}

/** What a position is compared with. */
export interface Against {
  /** The index price. */
  readonly price: string | undefined;
  /** Of the coin that is staked. */
  readonly quoteDecimals: number;
}
export function progressOf(
  position: PositionRow,
  nowMs: number,
  { price, quoteDecimals }: Against,
): Progress {
  const total = position.holdingTime;
  if (position.openTime === null || position.openPrice === null) {
    return { phase: 'waiting', secondsLeft: total, shareLeft: 1, result: null, net: '0', difference: '0' };
  }
  const leftMs = position.openTime + total * 1000 - nowMs;
  const secondsLeft = Math.max(0, Math.min(total, Math.ceil(leftMs / 1000)));
  const result = price === undefined ? null : resultOf({ ...position, finishPrice: price });
  return {
    phase: leftMs > 0 ? 'running' : 'settling',
    secondsLeft,
    shareLeft: Math.max(0, Math.min(1, leftMs / (total * 1000))),
    result,
    net: netIf(position, result, quoteDecimals),
    difference: price === undefined ? '0' : new Big(price).minus(position.openPrice).toFixed(),
  };
}

/** The gain or loss with this result, fee included, as the core will book it. */
export function netIf(
  { openAmount, profitRate, feeRate }: PositionRow,
  result: PositionRow['result'],
  quoteDecimals: number,
): string {
  const outlook = outlookOf(openAmount, { profitRate, feeRate, quoteDecimals });
  if (result === 'win') return outlook?.netWhenRight ?? '0';
  return result === 'lose' ? (outlook?.netWhenWrong ?? '0') : '0';
}

/**
 * A position's effect on the account: profit or loss, minus the fee. A draw or a refund returns
 * everything.
 */
export function netOf(position: PositionRow): string {
  if (position.result !== 'win' && position.result !== 'lose') return '0';
  return new Big(position.profit).minus(position.fees).toFixed();
}
