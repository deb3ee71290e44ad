/** Whether a coin is open on a network, and the words of that. */
import type { NetworkCoin, NetworkWay } from '@glasshouse/protocol/funding/networks-office';
import type { StateTexts } from '../parts/StateTag.tsx';

export type WayState = 'open' | 'closed' | 'by-voucher';

export const WAY_STATES: StateTexts<WayState> = {
  open: { tone: 'info', text: 'network_isOpen' },
  closed: { tone: 'bad', text: 'network_isClosed' },
  'by-voucher': { tone: 'mut', text: 'network_byVoucher' },
};

export function wayStateOf(row: NetworkCoin, way: NetworkWay): WayState {
  if (way === 'deposits' && !row.isWatched) return 'by-voucher';
  return row[way] ? 'open' : 'closed';
}
