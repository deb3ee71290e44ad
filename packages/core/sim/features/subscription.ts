/** The simulation of subscription. */
import fc from 'fast-check';
import type { SubscriptionCommand } from '../../src/index.ts';
import type { Audited, AuditedFeature, WeightedStep } from '../feature.ts';
import { owner, wild } from '../values.ts';

const [EXCHANGE, HOUSE, ESCROW] = [2, 0, 9];

export const steps: readonly WeightedStep<SubscriptionCommand>[] = [
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('open-subscription-entry' as const),
      owner,
      asset: fc.constantFrom(0, 1, 9),
      amount: fc.oneof(fc.integer({ min: 1, max: 10 ** 7 }), wild),
    }),
  },
];

/** From the rules: units leave the exchange account for the escrow, all or nothing. */
export function audit(audited: Audited): AuditedFeature<SubscriptionCommand> {
  const { books, owners, decimals, report } = audited;
  let last = 0;
  return {
    rules: {
      'open-subscription-entry': ({ owner: from, asset, amount }, { id }) => {
        if (!owners.has(from)) return 'wallet/account-unknown';
        if (!decimals.has(asset)) return 'wallet/unknown-asset';
        if (!Number.isSafeInteger(amount) || amount <= 0) return 'subscription/amount-missing';
        if (books.get(from, EXCHANGE, asset).available < BigInt(amount)) return 'wallet/insufficient-balance';
        books.expect([from, EXCHANGE, asset], -BigInt(amount));
        books.expect([ESCROW, HOUSE, asset], BigInt(amount));
        if (id !== ++last) report(`entry ${id} was opened, due was ${last}`);
        return null;
      },
    },
    see: () => {},
    house: [ESCROW],
    reserve: null,
    due: null,
  };
}
