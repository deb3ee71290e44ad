/** Offers of fixed terms in the exchange for random commands, and the capital of their reserves. */
import { FIRST_USER, HOUSE, WALLET, type Command } from '../src/index.ts';

const OWNERS = [FIRST_USER, FIRST_USER + 1, FIRST_USER + 2];
const TERMS = { minAmount: 1_000, maxPerOwner: 0, quota: 9_000_000, opensMs: 0, closesMs: 0, isOpen: 1 };

/** Interest of an ordinary purchase is 20 to 15,000 units: a reserve is short at times. */
export const FIXED_TERM_SET_UP: readonly Command[] = [
  ...(['define-finance-offer', 'define-mining-offer'] as const).flatMap((type): Command[] => [
    { type, offer: 1, asset: 0, dailyRatePpb: 180_000, days: 1, ...TERMS },
    { type, offer: 3, asset: 1, dailyRatePpb: 80_000, days: 1, ...TERMS },
  ]),
  ...[HOUSE.financeReserve, HOUSE.miningReserve].flatMap((owner) =>
    [0, 1].map((asset): Command => {
      const account = { owner, wallet: WALLET.house, asset };
      return { type: 'issue', ...account, amount: 30_000, reason: 'house-capital' };
    }),
  ),
  // So that something is over after the first long gap between ticks.
  ...OWNERS.map((owner): Command => {
    const terms = { offer: 1, dailyRatePpb: 180_000, days: 1 };
    return { type: 'buy-miner', owner, amount: 1_000_000, ...terms };
  }),
];
