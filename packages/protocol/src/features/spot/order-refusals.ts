/**
 * The refusals of the calls that place or amend orders, without those that every call of this kind
 * has.
 */

const OF_PAIR = ['market/unknown-pair', 'market/halted', 'market/not-open'] as const;
const OF_PRICE = ['spot/price-missing', 'spot/price-off-tick', 'spot/price-out-of-range'] as const;
const OF_AMOUNT = ['spot/amount-missing', 'spot/amount-off-lot', 'spot/above-maximum'] as const;
const OF_NEW_ORDER = [
  ...OF_PAIR,
  ...OF_PRICE,
  ...OF_AMOUNT,
  'spot/below-minimum',
  'spot/too-many-orders',
  'spot/client-order-id-taken',
  'wallet/insufficient-balance',
] as const;
const OF_TRIGGER = ['spot/trigger-missing', 'spot/would-trigger'] as const;
const OF_TRAIL = ['spot/trail-out-of-range'] as const;
const OF_STOP = ['market/no-price', ...OF_TRIGGER] as const;

/** Of the terms that orders of the trading API have too. */
export const PROGRAM_PLACE_REFUSALS = [
  ...OF_NEW_ORDER,
  ...OF_STOP,
  ...OF_TRAIL,
  'spot/held-price',
  'spot/no-liquidity',
  'spot/own-order',
  'spot/would-take',
  'spot/would-not-fill',
  'spot/visible-out-of-range',
] as const;

export const PLACE_REFUSALS = [
  ...PROGRAM_PLACE_REFUSALS,
  'spot/expiry-out-of-range',
  'spot/exit-out-of-range',
] as const;

export const OCO_REFUSALS = [...OF_NEW_ORDER, ...OF_STOP, 'spot/would-take'] as const;

export const AMEND_REFUSALS = [
  'market/halted',
  'market/not-open',
  ...OF_PRICE,
  'spot/held-price',
  ...OF_AMOUNT,
  'spot/below-minimum',
  'spot/unknown-order',
  'spot/cannot-amend',
  'spot/visible-out-of-range',
  // Without 'market/no-price': an order waits only if its pair has had a price, and from then on it
  // always has one.
  ...OF_TRIGGER,
  ...OF_TRAIL,
  'spot/would-take',
  'wallet/insufficient-balance',
] as const;
