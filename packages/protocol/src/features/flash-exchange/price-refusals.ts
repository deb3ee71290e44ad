/** What is refused of coins and amounts of an exchange, whoever asks. */

export const OF_PRICES = ['market/halted', 'market/no-price', 'flash-exchange/not-offered'] as const;
export const OF_AMOUNTS = [
  'flash-exchange/amount-missing',
  'flash-exchange/below-minimum',
  'flash-exchange/above-maximum',
] as const;
