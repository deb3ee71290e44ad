/** The simulation of the wallet. */
import { ACCOUNT_NUMBERS } from '@glasshouse/protocol/accounts';
import fc from 'fast-check';
import { FIRST_USER, type Command, type WalletCommand } from '../../src/index.ts';
import { FREE, type Audited, type AuditedFeature, type WeightedStep } from '../feature.ts';
import { owner, wild } from '../values.ts';

const USER_WALLETS: readonly number[] = ACCOUNT_NUMBERS;
const UNITS_MAX = 2n ** 53n - 1n;

/** Empty, because the commands that the wallet needs are in `set-up.ts`: others need them too. */
export const setUp: readonly Command[] = [];

export const steps: readonly WeightedStep<WalletCommand>[] = [
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('transfer' as const),
      owner,
      from: fc.constantFrom(1, 1, 2, 2, 2, 3, 5, 0),
      to: fc.constantFrom(1, 1, 1, 2, 2, 3, 5, 0, 7),
      asset: fc.constantFrom(0, 1, 9),
      amount: fc.oneof(fc.integer({ min: 1, max: 10 ** 9 }), wild),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('issue' as const),
      owner,
      wallet: fc.constantFrom(2, 0, 7),
      asset: fc.constantFrom(0, 1, 9),
      amount: fc.oneof(fc.constant(1), fc.constant(2 ** 53 - 1), wild),
      reason: fc.constant('play-money' as const),
    }),
  },
  {
    // Issues to accounts that hold coins for others, and to some of the house's own.
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('issue' as const),
      owner: fc.constantFrom(1, 2, 3, 5, 13, 15, 20),
      wallet: fc.constant(0),
      asset: fc.constantFrom(0, 1),
      amount: fc.integer({ min: 1, max: 1_000 }),
      reason: fc.constant('house-capital' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('move-capital' as const),
      from: fc.constantFrom(2, 2, 3, 3, 4, 4, 5, 1, 1000),
      to: fc.constantFrom(2, 2, 3, 3, 4, 4, 5, 1, 1000),
      asset: fc.constantFrom(0, 0, 0, 1, 1, 9),
      amount: fc.oneof(fc.integer({ min: 1, max: 10 ** 9 }), wild),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('fund-trader' as const),
      owner: fc.constantFrom(100, 100, 100, 1000, 2, 1),
      asset: fc.constantFrom(0, 0, 1, 9),
      amount: fc.oneof(fc.integer({ min: -(10 ** 6), max: 10 ** 6 }), wild),
    }),
  },
];

export function audit({ books, held, owners, decimals, capital }: Audited): AuditedFeature<WalletCommand> {
  return {
    rules: {
      'define-asset': (command, { error }) => {
        if (error === null) decimals.set(command.asset, command.decimals);
        return FREE;
      },
      'open-account': ({ owner }, { error }) => {
        if (error === null) owners.add(owner);
        return FREE;
      },
      issue: ({ owner, wallet, asset, amount }) => {
        if (!decimals.has(asset)) return 'wallet/unknown-asset';
        const isHouse = wallet === 0 && capital.has(owner);
        if (!isHouse && !(USER_WALLETS.includes(wallet) && owners.has(owner)))
          return 'wallet/account-unknown';
        if (!Number.isSafeInteger(amount) || amount <= 0) return 'wallet/amount-missing';
        if (BigInt(amount) + books.issued(asset) > UNITS_MAX) return 'wallet/limit-reached';
        books.expect([1, 0, asset], -BigInt(amount));
        books.expect([owner, wallet, asset], BigInt(amount));
        return null;
      },
      transfer: ({ owner, from, to, asset, amount }) => {
        if (!owners.has(owner)) return 'wallet/account-unknown';
        if (!decimals.has(asset)) return 'wallet/unknown-asset';
        if (!USER_WALLETS.includes(from) || !USER_WALLETS.includes(to) || from === to)
          return 'wallet/account-unknown';
        if (!Number.isSafeInteger(amount) || amount <= 0) return 'wallet/amount-missing';
        if (books.get(owner, from, asset).available < BigInt(amount)) return 'wallet/insufficient-balance';
        const isIntoPlay = to === 1 || to === 5;
        const units = from === 1 || from === 5 ? 0n : BigInt(amount);
        if (isIntoPlay && held.closes('play', owner, { asset, units })) return 'wallet/held';
        books.expect([owner, from, asset], -BigInt(amount));
        books.expect([owner, to, asset], BigInt(amount));
        return null;
      },
      'move-capital': ({ from, to, asset, amount }) => {
        if (!decimals.has(asset)) return 'wallet/unknown-asset';
        if (!capital.has(from) || !capital.has(to) || from === to) return 'wallet/account-unknown';
        if (!Number.isSafeInteger(amount) || amount <= 0) return 'wallet/amount-missing';
        if (books.get(from, 0, asset).available < BigInt(amount)) return 'wallet/insufficient-balance';
        books.expect([from, 0, asset], -BigInt(amount));
        books.expect([to, 0, asset], BigInt(amount));
        return null;
      },
      'fund-trader': ({ owner, asset, amount }) => {
        if (!decimals.has(asset)) return 'wallet/unknown-asset';
        if (owner >= FIRST_USER || owner === 1 || !owners.has(owner)) return 'wallet/account-unknown';
        if (!Number.isSafeInteger(amount) || amount === 0) return 'wallet/amount-missing';
        const units = BigInt(amount);
        const available =
          amount > 0 ? books.get(2, 0, asset).available : books.get(owner, 2, asset).available;
        if (available < (amount > 0 ? units : -units)) return 'wallet/insufficient-balance';
        books.expect([2, 0, asset], -units);
        books.expect([owner, 2, asset], units);
        return null;
      },
    },
    see: () => {},
    needs: () => false,
    reserve: null,
    due: null,
  };
}

/** Empty, because the wallet's events report no objects with states. */
export const states = {};
