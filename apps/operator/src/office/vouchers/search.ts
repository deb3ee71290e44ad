/** The query parameters of the queue of vouchers: its view, its filters, and what is open. */
import {
  VOUCHER_STATES,
  VOUCHER_VIEWS,
  type VoucherState,
  type VoucherView,
} from '@glasshouse/protocol/vouchers/voucher-states';

const COIN = /^[A-Z0-9]{2,10}$/;
const FIND_MAX = 128;

export interface VoucherSearch {
  /** Absent: those that wait. */
  readonly view?: VoucherView;
  readonly currency?: string;
  readonly state?: VoucherState;
  /** A number of a voucher, a user's id, or a hash. */
  readonly find?: string;
  /** The number of the voucher that is open. */
  readonly id?: number;
}

export function voucherSearch({
  view,
  currency,
  state,
  find,
  id,
}: Readonly<Record<string, unknown>>): VoucherSearch {
  const knownView = VOUCHER_VIEWS.find((each) => each === view && each !== 'waiting');
  const knownState = VOUCHER_STATES.find((each) => each === state);
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
