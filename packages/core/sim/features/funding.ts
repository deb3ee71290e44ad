/** The simulation of money in and out. */
import fc from 'fast-check';
import type {
  Command,
  DepositChanged,
  FundingCommand,
  HoldChanged,
  WithdrawalChanged,
} from '../../src/index.ts';
import type { StatesOf, Transitions, WeightedStep } from '../feature.ts';
import { owner, wild } from '../values.ts';

export { audit } from '../auditor/funding.ts';

interface Coin {
  readonly chain: number;
  readonly asset: number;
  readonly fee: number;
  readonly min: number;
  readonly max: number;
}

/** What the set-up defines, and two coins that are not on a chain. */
const coin = fc.constantFrom<Coin[]>(
  { chain: 1, asset: 0, fee: 1_000_000, min: 2_000_000, max: 3_000_000_000 },
  { chain: 1, asset: 0, fee: 1_000_000, min: 2_000_000, max: 3_000_000_000 },
  { chain: 1, asset: 1, fee: 1_000, min: 5_000, max: 10_000_000 },
  { chain: 1, asset: 1, fee: 1_000, min: 5_000, max: 10_000_000 },
  { chain: 1, asset: 0, fee: 1_000_000, min: 2_000_000, max: 3_000_000_000 },
  { chain: 1, asset: 1, fee: 1_000, min: 5_000, max: 10_000_000 },
  { chain: 2, asset: 2, fee: 0, min: 1, max: 5_000_000_000 },
  { chain: 2, asset: 2, fee: 0, min: 1, max: 5_000_000_000 },
  { chain: 2, asset: 2, fee: 0, min: 1, max: 5_000_000_000 },
  { chain: 2, asset: 9, fee: 0, min: 1, max: 5_000_000_000 },
  // Beyond the range of assets: no coin of chain 2.
  { chain: 1, asset: 1026, fee: 0, min: 1, max: 5_000_000_000 },
  { chain: 3, asset: 0, fee: 0, min: 1, max: 5_000_000_000 },
);

/** Amounts of a coin: within its bounds, and at them. */
const amountOf = ({ min, max }: Pick<Coin, 'min' | 'max'>): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 1000 }).map((part) => Math.ceil((max * part) / 1000)) },
    { weight: 3, arbitrary: fc.constantFrom(1, min - 1, min, max, max + 1) },
    { weight: 1, arbitrary: wild },
  );

/** Few, so that they repeat. */
const reference = {
  txid: fc.oneof(
    { weight: 15, arbitrary: fc.constantFrom('a'.repeat(64), `${'0'.repeat(60)}00ff`, '') },
    { weight: 1, arbitrary: fc.constantFrom('A'.repeat(64), 'a'.repeat(63)) },
  ),
  output: fc.oneof(
    { weight: 19, arbitrary: fc.integer({ min: 0, max: 9 }) },
    { weight: 1, arbitrary: fc.constantFrom(2 ** 32 - 1, 2 ** 32, -1) },
  ),
};
/** Smallest units beyond whole ones; only one coin of the set-up has them. */
const restOf = (asset: number): fc.Arbitrary<number> =>
  asset === 1
    ? fc.constantFrom(0, 0, 1, 1, 50, 50, 99, 99, 100, 1.5)
    : fc.constantFrom(...Array<number>(19).fill(0), 1);
/** One of those that are open, mostly; see `Player`. */
const number = fc.nat({ max: 30 });
/** Until then, from the command on; see `Player`. */
const YEAR_MS = 366 * 86_400_000;
/** Mostly short, so that many end in time: the later of two ends holds. */
const holdMs = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(1, 500, 1_000, 2_000, 3_000) },
  { weight: 1, arbitrary: fc.constantFrom(0, YEAR_MS, YEAR_MS + 1) },
);
const reviewMs = fc.oneof(
  { weight: 30, arbitrary: holdMs },
  { weight: 1, arbitrary: fc.constantFrom(86_400_000, YEAR_MS) },
);

/** A step that takes its chain and asset, and perhaps more, from a coin. */
const ofCoin = <T extends object>(stepOf: (coin: Coin) => fc.Arbitrary<T>): fc.Arbitrary<T> =>
  coin.chain(stepOf);

/** What it begins with is in `set-up.ts`, as others need it. */
export const setUp: readonly Command[] = [];

export const steps: readonly WeightedStep<FundingCommand>[] = [
  {
    weight: 6,
    arbitrary: ofCoin(({ chain, asset, min, max }) =>
      fc.record({
        type: fc.constant('credit-deposit' as const),
        owner: fc.oneof({ weight: 4, arbitrary: owner }, { weight: 1, arbitrary: fc.constant(2) }),
        chain: fc.constant(chain),
        asset: fc.constant(asset),
        amount: fc.oneof(
          { weight: 9, arbitrary: amountOf({ min, max }) },
          // More than the platform can hold.
          { weight: 1, arbitrary: fc.constant(2 ** 53 - 1) },
        ),
        rest: restOf(asset),
        ...reference,
        isFinal: fc.constantFrom(0 as const, 1 as const),
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('finalise-deposit' as const), deposit: number }),
  },
  {
    weight: 7,
    arbitrary: ofCoin(({ chain, asset, fee, min, max }) =>
      fc.record({
        type: fc.constant('request-withdrawal' as const),
        owner,
        chain: fc.constant(chain),
        asset: fc.constant(asset),
        amount: amountOf({ min, max }),
        fee: fc.oneof({ weight: 9, arbitrary: fc.constant(fee) }, { weight: 1, arbitrary: wild }),
        address: fc.constantFrom(...Array<string>(18).fill('TAddress'), '', 'T\u0000'),
        memo: fc.constantFrom('', '77'),
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: ofCoin(({ chain, asset, min, max }) =>
      fc.record({
        type: fc.constant('request-pay-out' as const),
        chain: fc.constant(chain),
        asset: fc.constant(asset),
        amount: amountOf({ min, max }),
        address: fc.constantFrom(...Array<string>(18).fill('TAddress'), '', 'T\u0000'),
        memo: fc.constantFrom('', '77'),
      }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('approve-withdrawal' as const), withdrawal: number }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('settle-withdrawal' as const),
      withdrawal: number,
      output: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: reference.output }),
      txid: fc.oneof(
        { weight: 3, arbitrary: fc.nat({ max: 999 }).map((n) => String(n).padStart(64, 'e')) },
        { weight: 1, arbitrary: reference.txid },
      ),
      cost: fc.oneof({ weight: 6, arbitrary: fc.nat({ max: 20_000 }) }, { weight: 1, arbitrary: wild }),
      costRest: restOf(1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('reject-withdrawal' as const), withdrawal: number }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('cancel-withdrawal' as const), owner, withdrawal: number }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('place-hold' as const),
      owner,
      asset: fc.constantFrom(0, 0, 1, 9, -1),
      amount: fc.oneof(fc.integer({ min: 1, max: 5 * 10 ** 9 }), fc.constantFrom(0, 2 ** 53 - 1), wild),
      reason: fc.constant('review' as const),
      untilMs: reviewMs,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('place-hold' as const),
      owner,
      asset: fc.constantFrom(-1, -1, -1, 0),
      amount: fc.constantFrom(0, 0, 0, 1),
      reason: fc.constant('security' as const),
      untilMs: holdMs,
    }),
  },
  {
    weight: 2,
    arbitrary: ofCoin(({ chain, asset, min, max }) =>
      fc.record({
        type: fc.constant('book-chain-cost' as const),
        chain: fc.constant(chain),
        asset: fc.constant(asset),
        amount: fc.oneof(fc.nat({ max: 1_000 }), amountOf({ min, max })),
        rest: restOf(asset),
        ...reference,
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('set-chain-status' as const),
      chain: fc.constantFrom(1, 2, 3),
      status: fc.constantFrom(0 as const, 0 as const, 0 as const, 0 as const, 1 as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('define-chain-coin' as const),
      chain: fc.constantFrom(2, 2, 3, 0, 39, 40),
      asset: fc.constantFrom(0, 1, 2, 9),
      restDecimals: fc.constantFrom(0, 2, 2, 2, 15, 16),
      costAsset: fc.constantFrom(0, 1, 2),
      fee: fc.constantFrom(0, 1_000, 1_000_000, -1),
      minAmount: fc.constantFrom(1, 5_000, 2_000_000, 0),
      maxAmount: fc.constantFrom(10_000_000, 3_000_000_000, 100),
    }),
  },
];

const NO_DEPOSIT = { none: [], credited: [], final: [] } as const;

const DEPOSITS: StatesOf<DepositChanged, 'credited' | 'final'> = {
  of: 'deposit',
  idOf: ({ deposit }) => deposit,
  stateOf: ({ status }) => (status === 0 ? 'credited' : 'final'),
  transitions: {
    'credit-deposit': { ...NO_DEPOSIT, none: ['credited', 'final'] },
    'finalise-deposit': { ...NO_DEPOSIT, credited: ['final'] },
  },
};

const STATES = ['requested', 'approved', 'settled', 'rejected', 'cancelled'] as const;

const NO_WITHDRAWAL = {
  none: [],
  requested: [],
  approved: [],
  settled: [],
  rejected: [],
  cancelled: [],
} as const;

const WITHDRAWALS: StatesOf<WithdrawalChanged, (typeof STATES)[number]> = {
  of: 'withdrawal',
  idOf: ({ withdrawal }) => withdrawal,
  stateOf: ({ status }) => STATES[status]!,
  transitions: {
    'request-withdrawal': { ...NO_WITHDRAWAL, none: ['requested'] },
    'request-pay-out': { ...NO_WITHDRAWAL, none: ['requested'] },
    'approve-withdrawal': { ...NO_WITHDRAWAL, requested: ['approved'] },
    'settle-withdrawal': { ...NO_WITHDRAWAL, approved: ['settled'] },
    'reject-withdrawal': { ...NO_WITHDRAWAL, requested: ['rejected'], approved: ['rejected'] },
    'cancel-withdrawal': { ...NO_WITHDRAWAL, requested: ['cancelled'] },
  },
};

type HoldState = 'active' | 'ended';
const NO_HOLD = { none: [], active: [], ended: [] } as const;
const PLACED: Transitions<HoldState | 'none'> = { ...NO_HOLD, none: ['active'], active: ['active'] };
const LOOSENED: Transitions<HoldState | 'none'> = { ...NO_HOLD, active: ['active', 'ended'] };

const HOLDS: StatesOf<HoldChanged, HoldState> = {
  of: 'hold',
  idOf: ({ hold }) => hold,
  stateOf: ({ units, untilMs }) => (units === 0 && untilMs === 0 ? 'ended' : 'active'),
  transitions: {
    'place-hold': PLACED,
    'credit-deposit': PLACED,
    'reject-withdrawal': PLACED,
    'cancel-withdrawal': PLACED,
    'finalise-deposit': LOOSENED,
    'request-withdrawal': LOOSENED,
    'process-due': { ...NO_HOLD, active: ['ended'] },
  },
};

export const states = {
  'deposit-changed': DEPOSITS,
  'withdrawal-changed': WITHDRAWALS,
  'hold-changed': HOLDS,
  'chain-coin-changed': null,
};
