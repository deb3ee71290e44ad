/**
 * Scenarios of payments on an Ethereum-like chain: preparation, disturbances, and the results that
 * are allowed.
 */
import { encodeAbiParameters, keccak256, numberToHex } from 'viem';
import type { PaymentOrder, PaymentResult, SignerRules } from '../src/index.ts';
import { ETHER, GWEI, type PaymentWorld } from './payment-world.ts';
import { inTurn, type Sending } from './faulty-node.ts';

export interface Scenario {
  readonly name: string;
  readonly rules?: Partial<SignerRules>;
  /** Prepares the world and returns the withdrawals. */
  readonly begin: (world: PaymentWorld) => Promise<readonly PaymentOrder[]>;
  /** Indexes of the deposit addresses that are swept. */
  readonly indexes?: readonly number[];
  /** Called between a pass of the payer and the next block. */
  readonly disturb?: (world: PaymentWorld, round: number) => Promise<void>;
  /** The allowed results of payments; default: all are paid. */
  readonly results?: readonly PaymentResult[];
  /** Returns further faults at the end, beyond those that are checked in every scenario. */
  readonly check?: (world: PaymentWorld) => Promise<readonly string[]>;
}

const withdrawals = (world: PaymentWorld): readonly PaymentOrder[] => [
  world.withdrawal('1', 'ETH', ETHER),
  world.withdrawal('2', 'USDT', 250_000n),
  world.withdrawal('3', 'ETH', 123_456_789n),
];

const begin: Scenario['begin'] = async (world) => withdrawals(world);

/**
 * Once a first attempt was sent, raises the base fee above that attempt's maximum, but not above
 * the maximum of later attempts.
 */
async function makeDear(world: PaymentWorld): Promise<void> {
  const isSent = world.store.all().some(({ attempts }) => attempts[0]?.sentHeight != null);
  if (isSent) await world.node.control.setNextBlockBaseFeePerGas({ baseFeePerGas: 6n * GWEI });
}

const usedNonces = async (world: PaymentWorld): Promise<number> =>
  world.node.reader.getTransactionCount({ address: world.hot });

const hasBumped = (world: PaymentWorld): boolean =>
  world.store.all().some(({ attempts }) => attempts.length > 1);

const FUNDED: readonly (readonly [number, bigint, bigint])[] = [
  [0, ETHER, 0n],
  [1, 0n, 5_000n],
  [2, ETHER / 20n, 10n],
  [3, ETHER / 2n, 2_000n],
];

export const SCENARIOS: readonly Scenario[] = [
  { name: 'payout', begin },
  {
    name: 'payout, dear blocks',
    begin,
    disturb: async (world) => {
      if (!hasBumped(world)) await makeDear(world);
    },
    // A payer that died before it noted what it had sent may find all of it mined already.
    check: async (world) => (hasBumped(world) || world.deaths > 0 ? [] : ['no fee was raised']),
  },
  {
    name: 'payout, sent in vain',
    begin: async (world) => {
      const ways: Sending[][] = [
        ['known', 'nonce'],
        ['loses', 'known'],
        ['nonce', 'loses'],
      ];
      world.nodes.forEach((node, at) => (node.sending = inTurn(ways[at]!)));
      return withdrawals(world);
    },
  },
  {
    name: 'payout, answers late or false',
    begin: async (world) => {
      world.nodes[0]!.sending = () => 'known';
      world.nodes[1]!.sending = () => 'denies';
      world.nodes[2]!.sending = () => 'late';
      return withdrawals(world);
    },
  },
  {
    name: 'payout, the first attempt wins',
    begin: async (world) => {
      const isFirst = (raw: string) => world.store.all().some(({ attempts }) => attempts[0]?.raw === raw);
      for (const node of world.nodes) node.sending = (raw) => (isFirst(raw) ? 'takes' : 'loses');
      return withdrawals(world);
    },
    disturb: async (world) => {
      if (!hasBumped(world)) await makeDear(world);
    },
  },
  {
    name: 'payout, reorganised',
    begin,
    disturb: async (world) => {
      if ((await usedNonces(world)) === 0 || world.marks.has('reorganised')) return;
      world.marks.add('reorganised');
      await world.node.reorganise(1);
    },
    check: async (world) => (world.marks.has('reorganised') ? [] : ['nothing was reorganised']),
  },
  {
    name: 'payout, lying and silent nodes',
    begin: async (world) => {
      world.nodes[0]!.receipts = (receipt) =>
        receipt === null ? null : { ...receipt, succeeded: !receipt.succeeded };
      return withdrawals(world);
    },
    disturb: async (world, round) => {
      world.nodes[1]!.isSilent = round >= 1 && round <= 3;
    },
  },
  {
    name: 'cancelled',
    begin,
    disturb: async (world) => {
      if (!world.marks.has('cancelled')) await makeDear(world);
      const first = world.store.all().find(({ attempts }) => attempts[0]?.sentHeight != null);
      if (first === undefined || first.cancelled !== null) return;
      await world.cancel(first.order.id);
      world.marks.add('cancelled');
    },
    results: ['paid', 'cancelled'],
  },
  {
    name: 'refused by the signer',
    rules: { withdrawals: { USDT: { perPayment: 250_000n, perDay: 250_000n } } },
    begin,
    results: ['paid', 'cancelled'],
    check: async (world) => {
      const results = [1, 2, 3].map((id) => world.reportOf(`withdrawal:${id}`)?.result);
      const isRight = results.join() === 'cancelled,paid,cancelled';
      return isRight ? [] : [`ended as ${results.join()}`];
    },
  },
  {
    name: 'reverted',
    begin,
    disturb: async (world) => {
      const { state, nonce } = (await world.store.find('withdrawal:2')) ?? { nonce: null };
      const isMined = nonce !== null && nonce < (await usedNonces(world));
      if (state !== 'broadcast' || isMined || world.marks.has('emptied')) return;
      world.marks.add('emptied');
      await emptyTokens(world);
    },
    results: ['paid', 'failed'],
    check: async (world) => {
      const result = world.reportOf('withdrawal:2')?.result;
      return result === (world.marks.has('emptied') ? 'failed' : 'paid') ? [] : [`it was ${result}`];
    },
  },
  {
    name: 'nonces without a payment',
    begin: async (world) => {
      const [first, ...others] = withdrawals(world);
      await world.store.add(first!);
      const payment = (await world.store.find(first!.id))!;
      await world.store.allocate({ ...payment, version: 2, state: 'allocated', nonce: 2 });
      return others;
    },
    check: async (world) => {
      const { length } = world.store.all().filter(({ order }) => order.kind === 'filler');
      return length === 2 ? [] : [`${length} gaps were filled`];
    },
  },
  {
    name: 'sweeps',
    indexes: FUNDED.map(([index]) => index),
    begin: async (world) => {
      for (const [index, wei, tokens] of FUNDED)
        await world.fund(world.addresses.at(index) as `0x${string}`, wei, tokens);
      await world.fund(world.hot, 10n * ETHER, 5_000_000n);
      return withdrawals(world);
    },
    check: async (world) => {
      const wrong: string[] = [];
      for (const [index, wei, tokens] of FUNDED) {
        const address = world.addresses.at(index);
        const [native, token] = [
          await world.balanceOf(address, 'ETH'),
          await world.balanceOf(address, 'USDT'),
        ];
        const isLeft = index === 2;
        if (isLeft ? token !== tokens || native !== wei : token !== 0n || native >= ETHER / 10n)
          wrong.push(`address ${index} holds ${native} wei and ${token} tokens`);
      }
      // A sweep, or the withdrawal, can come after the transfer to the cold address.
      const hot = await world.balanceOf(world.hot, 'USDT');
      if (hot < 1_750_000n || hot > 5_000_000n) wrong.push(`the hot wallet holds ${hot} tokens`);
      return wrong;
    },
  },
];

/** Sets the hot wallet's token balance to zero in the contract's storage. */
async function emptyTokens(world: PaymentWorld): Promise<void> {
  const place = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [world.hot, 0n]);
  const balance = await world.balanceOf(world.hot, 'USDT');
  world.change(world.hot, 'USDT', -balance);
  await world.node.control.setStorageAt({
    address: world.token.address,
    index: keccak256(place),
    value: numberToHex(0, { size: 32 }),
  });
}
