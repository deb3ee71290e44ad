/** The states of pairs and their words. */
import type { OfficePair } from '@glasshouse/protocol/market/office';
import type { StateTexts } from '../parts/StateTag.tsx';

export type PairState = OfficePair['state'];
export const PAIR_STATES = [
  'trading',
  'cancel-only',
  'halted',
  'delisted',
] as const satisfies readonly PairState[];

export const STATES: StateTexts<PairState> = {
  trading: { tone: 'info', text: 'pair_trading' },
  'cancel-only': { tone: 'warn', text: 'pair_cancelOnly' },
  halted: { tone: 'warn', text: 'pair_halted' },
  delisted: { tone: 'mut', text: 'pair_delisted' },
};
