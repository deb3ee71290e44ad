/** What can be done in a pair, and when it opens and ends. */
import { MARKET_STATUS, type Market } from '@glasshouse/core';
import type { PairInfo } from '@glasshouse/protocol/market';
import type { NamedMarket } from '../../contract/catalogue.ts';

export interface PairState extends Pick<PairInfo, 'delistsAt' | 'opensAt'> {
  readonly state: PairInfo['state'] | 'delisted';
}

export function pairState({ status, takesCancels, closesMs, opensMs }: Market): PairState {
  const times = {
    delistsAt: closesMs === 0 ? null : closesMs,
    opensAt: opensMs === 0 ? null : opensMs,
  };
  if (status === MARKET_STATUS.trading) return { state: 'trading', ...times };
  if (status === MARKET_STATUS.delisted) return { state: 'delisted', ...times };
  return { state: takesCancels ? 'cancel-only' : 'halted', ...times };
}

export const symbolsOf = ({ base, quote }: NamedMarket): string => `${base.code}/${quote.code}`;
