/** What can be done in a pair, and when it ends. */
import { MARKET_STATUS, type Market } from '@glasshouse/core';
import type { PairInfo } from '@glasshouse/protocol/market';
import type { NamedMarket } from '../../contract/catalogue.ts';

export interface PairState extends Pick<PairInfo, 'delistsAt'> {
  readonly state: PairInfo['state'] | 'delisted';
}

export function pairState({ status, takesCancels, closesMs }: Market): PairState {
  const delistsAt = closesMs === 0 ? null : closesMs;
  if (status === MARKET_STATUS.trading) return { state: 'trading', delistsAt };
  if (status === MARKET_STATUS.delisted) return { state: 'delisted', delistsAt };
  return { state: takesCancels ? 'cancel-only' : 'halted', delistsAt };
}

export const symbolsOf = ({ base, quote }: NamedMarket): string => `${base.code}/${quote.code}`;
