/** States of vouchers in words. */
import type { VoucherQueueRow } from '@glasshouse/protocol/vouchers/office';
import type { StateTexts } from '../parts/StateTag.tsx';

export type ShownState = 'first' | 'second' | 'crediting' | 'finished' | 'rejected' | 'withdrawn';

export const VOUCHER_STATE_TEXTS: StateTexts<ShownState> = {
  first: { tone: 'info', text: 'voucherFirst' },
  second: { tone: 'warn', text: 'voucherSecond' },
  crediting: { tone: 'info', text: 'voucherState_crediting' },
  finished: { tone: 'mut', text: 'voucherState_finished' },
  rejected: { tone: 'mut', text: 'voucherState_rejected' },
  withdrawn: { tone: 'mut', text: 'voucherState_withdrawn' },
};

export function shownState({ state, approvals }: VoucherQueueRow): ShownState {
  if (state !== 'waiting') return state;
  return approvals === 0 ? 'first' : 'second';
}

export const isOver = ({ state }: VoucherQueueRow): boolean => state !== 'waiting' && state !== 'crediting';
