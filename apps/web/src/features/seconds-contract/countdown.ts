/** How a running position stands right now. Pure: the clock and the price are given. */
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import { Big } from 'big.js';
import { resultOf } from './settlement-check.ts';

export interface Standing {
  readonly phase: 'waiting' | 'running' | 'settling';
  readonly secondsLeft: number;
  /** 1 at the opening, 0 when due. */
  readonly shareLeft: number;
  readonly result: PositionRow['result'];
  /** What the account would gain or lose if it ended now, the fee counted. */
  readonly net: string;
  readonly difference: string;
}

export function standingOf(position: PositionRow, nowMs: number, price: string | undefined): Standing {
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
    net: netIf(position, result),
    difference: price === undefined ? '0' : new Big(price).minus(position.openPrice).toFixed(),
  };
}

/** What the account would gain or lose with this result, the fee counted. */
export function netIf(position: PositionRow, result: PositionRow['result']): string {
  return netOf({ ...position, result, profit: profitOf(position, result) });
}

function profitOf(position: PositionRow, result: PositionRow['result']): string {
  if (result === 'win')
    return new Big(position.openAmount).times(position.profitRate).round(6, Big.roundDown).toFixed();
  return result === 'lose' ? `-${position.openAmount}` : '0';
}

/** What a position changes in the account: profit or loss, less the fee; a draw or a return gives all back. */
export function netOf(position: PositionRow): string {
  if (position.result !== 'win' && position.result !== 'lose') return '0';
  return new Big(position.profit).minus(position.fees).toFixed();
}
