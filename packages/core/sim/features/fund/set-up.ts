/** Funds in the exchange for random commands, and the little capital of their reserve. */
import { HOUSE, WALLET, type Command, type DefineFundOffer } from '../../../src/index.ts';

const TERMS = {
  quote: 0,
  buyFeePpm: 1_000,
  sellFeePpm: 1_000,
  exitFeePpm: 5_000,
  minUnits: 100,
  maxPerOwner: 0,
  quota: 10 ** 8,
  endsMs: 0,
} as const;

/**
 * Of two coins, NAV about 152,500; and of one, NAV about 1,250,000, which a tick or two end at 5x.
 */
export const FUND_OFFERS: readonly Omit<DefineFundOffer, 'type'>[] = [
  {
    fund: 1,
    basket: [
      { asset: 1, market: 0, quantity: 10 ** 6 },
      { asset: 2, market: 1, quantity: 5 * 10 ** 9 },
    ],
    lendingDailyPpb: 200_000,
    maintenancePpm: 499_000,
    maxLeverage: 2,
    coverPpm: 2,
    ...TERMS,
  },
  {
    fund: 2,
    basket: [{ asset: 2, market: 1, quantity: 10 ** 11 }],
    lendingDailyPpb: 10_000_000,
    maintenancePpm: 199_990,
    maxLeverage: 5,
    coverPpm: 0,
    ...TERMS,
  },
];

export const FUND_SET_UP: readonly Command[] = [
  ...FUND_OFFERS.map((offer): Command => ({ type: 'define-fund-offer', ...offer })),
  {
    type: 'issue',
    owner: HOUSE.fundReserve,
    wallet: WALLET.house,
    asset: 0,
    amount: 100,
    reason: 'house-capital',
  },
];
