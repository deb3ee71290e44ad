/** The query parameters of the queue of withdrawals: its view, its filters, and what is open. */
import type { QueueState, QueueView } from '@glasshouse/protocol/funding/office';

export const VIEWS = ['waiting', 'uncertain', 'today', 'all'] as const satisfies readonly QueueView[];
export const STATES = [
  'waiting',
  'approved',
  'finished',
  'rejected',
  'cancelled',
] as const satisfies readonly QueueState[];

const COIN = /^[A-Z0-9]{2,10}$/;
export const FIND_MAX = 128;

export interface QueueSearch {
  /** Absent: those that wait. */
  readonly view?: QueueView;
  readonly currency?: string;
  readonly state?: QueueState;
  /** A number, a user's id, an address or a hash. */
  readonly find?: string;
  /** The number of the withdrawal that is open. */
  readonly id?: number;
}

export function queueSearch({
  view,
  currency,
  state,
  find,
  id,
}: Readonly<Record<string, unknown>>): QueueSearch {
  const knownView = VIEWS.find((each) => each === view && each !== 'waiting');
  const knownState = STATES.find((each) => each === state);
  // Digits alone come as a number.
  const text = typeof find === 'string' || typeof find === 'number' ? String(find).trim() : '';
  return {
    ...(knownView === undefined ? {} : { view: knownView }),
    ...(typeof currency === 'string' && COIN.test(currency) ? { currency } : {}),
    ...(knownState === undefined ? {} : { state: knownState }),
    ...(text === '' ? {} : { find: text.slice(0, FIND_MAX) }),
    ...(typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? { id } : {}),
  };
}
