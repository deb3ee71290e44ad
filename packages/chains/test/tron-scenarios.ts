/** What can happen to payments on TRON, and a run that compares it with the chain. */
import { encodeAbiParameters, keccak256, numberToHex, type Address } from 'viem';
import type { PaymentOrder, PaymentResult } from '../src/paying/payments.ts';
import type { TronSignerRules } from '../src/tron/signer.ts';
import { evmAddress } from '../src/tron/source.ts';
import type { Token } from './anvil.ts';
import type { Kill } from './crashes.ts';
import { inTurn } from './faulty-node.ts';
import type { Findings } from './payment-run.ts';
import { SOLID_AFTER } from './tron-chain.ts';
import type { TronGateway } from './tron-gateway.ts';
import { HOT_TOKENS, TRX, TronWorld } from './tron-world.ts';

export interface TronScenario {
  readonly name: string;
  readonly rules?: Partial<TronSignerRules>;
  /** Before anything is approved. */
  readonly begin?: (world: TronWorld) => void;
  readonly orders?: (world: TronWorld) => readonly PaymentOrder[];
  /** Between a pass and the next blocks. */
  readonly disturb?: (world: TronWorld, round: number) => Promise<void>;
  /** Whether the next blocks leave out what waits. */
  readonly isEmpty?: (world: TronWorld) => boolean;
  /** How payments may end; without: paid. */
  readonly results?: readonly PaymentResult[];
  readonly check?: (world: TronWorld) => readonly string[];
}

/** A run that takes more rounds is stuck. */
const ROUNDS_MAX = 60;
const BLOCKS_PER_ROUND = 4;

/** Two of them are alike to the last unit. */
function withdrawals(world: TronWorld): readonly PaymentOrder[] {
  const second = world.withdrawal('2', 'USDT', 1_234n);
  return [
    world.withdrawal('1', 'USDT', 250_000n),
    second,
    { ...second, id: 'withdrawal:3' },
    world.withdrawal('4', 'TRX', 5n * TRX),
  ];
}

const payments = (world: TronWorld) => world.store.all();
const first = (world: TronWorld) => payments(world).find(({ order }) => order.id === 'withdrawal:1');

const hasSecond = (world: TronWorld): boolean => payments(world).some(({ drafts }) => drafts.length > 1);

const secondExpected = (world: TronWorld): readonly string[] =>
  hasSecond(world) ? [] : ['nothing was sent a second time'];

const isFirstDraft = (world: TronWorld, raw: string): boolean =>
  payments(world).some(({ attempts, drafts }) =>
    attempts.some((one) => one.raw === raw && one.txid === drafts[0]?.txid),
  );

/** Whether the first transaction of a payment is in a block. */
const isMined = (world: TronWorld): boolean =>
  world.chain.inBlock(first(world)?.drafts[0]?.txid ?? '') !== null;

/** Whether all wait for their first block. */
const isAllSent = (world: TronWorld): boolean =>
  payments(world).length === 4 &&
  payments(world).every(
    ({ state, drafts }) => state === 'broadcast' && world.chain.isWaiting(drafts[0]!.txid),
  );

/** Whether all transfers of tokens have failed, and cost something. */
function tokensFailed(world: TronWorld): readonly string[] {
  if (payments(world).length !== 4) return [`there are ${payments(world).length} payments`];
  // After deaths they are stored in any order.
  return payments(world).flatMap(({ order: { id, coin }, outcome }) => {
    const isRight = outcome?.result === (coin === 'TRX' ? 'paid' : 'failed') && BigInt(outcome.cost) > 0n;
    return isRight ? [] : [`${id} ended as ${outcome?.result}, cost ${outcome?.cost}`];
  });
}

/** Once. */
async function once(world: TronWorld, mark: string, work: () => Promise<void>): Promise<void> {
  if (world.marks.has(mark)) return;
  world.marks.add(mark);
  await work();
}

const marked = (world: TronWorld, mark: string): readonly string[] =>
  world.marks.has(mark) ? [] : [`nothing was ${mark}`];

export const TRON_SCENARIOS: readonly TronScenario[] = [
  { name: 'tron payout' },
  {
    name: 'tron payout, sent in vain',
    begin: (world) => {
      world.nodes[0]!.sending = inTurn(['known', 'nonce']);
      world.nodes[1]!.sending = inTurn(['loses', 'known']);
      world.nodes[2]!.sending = inTurn(['nonce', 'loses']);
    },
  },
  {
    name: 'tron payout, answers late or false',
    begin: (world) => {
      world.nodes[0]!.sending = () => 'known';
      world.nodes[1]!.sending = () => 'denies';
      world.nodes[2]!.sending = () => 'late';
    },
  },
  {
    name: 'tron payout, expired while it waits',
    isEmpty: (world) => !hasSecond(world),
    check: secondExpected,
  },
  {
    name: 'tron payout, lost and expired',
    begin: (world) => {
      for (const node of world.nodes) node.sending = (raw) => (isFirstDraft(world, raw) ? 'loses' : 'takes');
    },
    check: secondExpected,
  },
  {
    name: 'tron payout, reorganised',
    disturb: async (world) => {
      if (isMined(world))
        await once(world, 'reorganised', async () => world.chain.reorganise(BLOCKS_PER_ROUND, 'returned'));
    },
    check: (world) => marked(world, 'reorganised'),
  },
  {
    name: 'tron payout, reorganised and lost',
    begin: (world) => {
      for (const node of world.nodes)
        node.sending = (raw) =>
          world.marks.has('reorganised') && isFirstDraft(world, raw) ? 'loses' : 'takes';
    },
    disturb: async (world) => {
      if (isMined(world))
        await once(world, 'reorganised', async () => world.chain.reorganise(BLOCKS_PER_ROUND, 'lost'));
    },
    check: (world) => [...marked(world, 'reorganised'), ...secondExpected(world)],
  },
  {
    name: 'tron payout, expired in a block that was replaced',
    // What has expired in the newest block is mined in others that take its place.
    isEmpty: (world) => !world.marks.has('replaced'),
    disturb: async (world) => {
      const expirationMs = first(world)?.drafts[0]?.expirationMs;
      if (expirationMs === undefined || expirationMs > world.chain.timeMs) return;
      await once(world, 'replaced', async () =>
        world.chain.reorganise(2 * BLOCKS_PER_ROUND, 'returned', { isEmpty: false }),
      );
    },
    check: (world) => marked(world, 'replaced'),
  },
  {
    name: 'tron payout, lying, lagging and silent nodes',
    begin: (world) => {
      const liar = world.nodes[0]!;
      liar.mined = (mined) =>
        mined === null ? null : { ...mined, succeeded: !mined.succeeded, height: mined.height - 100 };
      liar.timeLieMs = 3_600_000;
      liar.finalLie = 15;
    },
    disturb: async (world, round) => {
      world.nodes[1]!.lag = round >= 1 && round <= 3 ? 5 : 0;
      world.nodes[2]!.isSilent = round === 5;
    },
  },
  {
    name: 'tron payout, a node calls everything paid and final',
    begin: (world) => {
      const liar = world.nodes[0]!;
      liar.mined = (mined, txid) => mined ?? { txid, height: 1, succeeded: true, fee: 0n, logs: [] };
      liar.finalLie = SOLID_AFTER;
    },
    // While nothing is mined, only that node tells of payments; then only it calls them final.
    isEmpty: (world) => !world.marks.has('waiting'),
    disturb: async (world, round) => {
      if (round >= 2 && isAllSent(world)) world.marks.add('waiting');
    },
    check: (world) => marked(world, 'waiting'),
  },
  {
    name: 'tron payout, the signer is silent',
    begin: (world) => {
      world.isSignerSilent = true;
    },
    disturb: async (world) => {
      if (hasSecond(world)) world.isSignerSilent = false;
    },
    check: secondExpected,
  },
  {
    name: 'tron payout, halted',
    begin: (world) => {
      world.isHalted = true;
    },
    disturb: async (world, round) => {
      if (round === 2 && world.signed.length > 0) world.marks.add('signed in the halt');
      if (round === 2) world.isHalted = false;
    },
    check: (world) => (world.marks.has('signed in the halt') ? ['it signed in the halt'] : []),
  },
  {
    name: 'tron payout, more than there is',
    orders: (world) => [
      world.withdrawal('1', 'USDT', 600_000n),
      world.withdrawal('2', 'USDT', 600_000n),
      world.withdrawal('3', 'USDT', 1n),
    ],
    disturb: async (world) => {
      const isOne = payments(world).some(({ state }) => state === 'approved');
      const isRest = payments(world).filter(({ state }) => state === 'reported').length === 2;
      if (isOne && isRest) await once(world, 'filled', async () => world.fund(0n, HOT_TOKENS));
    },
    check: (world) => marked(world, 'filled'),
  },
  {
    name: 'tron cancelled',
    isEmpty: (world) => first(world)?.cancelled == null,
    disturb: async (world) => {
      const payment = first(world);
      if (payment?.attempts[0]?.sentHeight == null || payment.cancelled !== null) return;
      await world.cancel(payment.order.id);
      if (first(world)!.cancelled !== null) world.chain.loseWaiting();
    },
    results: ['paid', 'cancelled'],
    check: (world) => {
      const result = world.reportOf('withdrawal:1')?.result;
      return result === 'cancelled' ? [] : [`the cancelled one is ${result}`];
    },
  },
  {
    name: 'tron cancelled, and mined all the same',
    // A pass that knows of the cancellation comes before the block.
    isEmpty: (world) => !world.marks.has('waited'),
    disturb: async (world) => {
      const payment = first(world);
      if (payment != null && payment.cancelled !== null) world.marks.add('waited');
      if (payment?.attempts[0]?.sentHeight != null && payment.cancelled === null)
        await world.cancel(payment.order.id);
    },
  },
  {
    name: 'tron refused by the signer',
    rules: { withdrawals: { USDT: { perPayment: 200_000n, perDay: 200_000n } } },
    results: ['paid', 'cancelled'],
    check: (world) => {
      const results = [1, 2, 3, 4].map((id) => world.reportOf(`withdrawal:${id}`)?.result);
      return results.join() === 'cancelled,paid,paid,cancelled' ? [] : [`ended as ${results.join()}`];
    },
  },
  {
    name: 'tron reverted',
    disturb: async (world) => {
      if (isAllSent(world)) await once(world, 'emptied', async () => emptyTokens(world));
    },
    results: ['paid', 'failed'],
    check: (world) => (world.marks.has('emptied') ? tokensFailed(world) : []),
  },
  {
    name: 'tron out of energy',
    disturb: async (world) => {
      if (isAllSent(world)) await once(world, 'dear', async () => void (world.chain.energyPrice *= 3n));
    },
    results: ['paid', 'failed'],
    check: (world) => (world.marks.has('dear') ? tokensFailed(world) : []),
  },
];

export async function runTronScenario(
  scenario: TronScenario,
  on: { readonly gateway: TronGateway; readonly token: Token },
  kills: readonly Kill[] = [],
): Promise<Findings> {
  const { chain } = on.gateway;
  chain.reset();
  const { rules = {} } = scenario;
  const world = await TronWorld.make({ ...on, kills, rules });
  const orders = (scenario.orders ?? withdrawals)(world);
  scenario.begin?.(world);
  let isOver = false;
  for (let round = 0; round < ROUNDS_MAX && !isOver; round++) {
    for (const order of orders) await world.approve(order);
    const problems = await world.pass();
    await scenario.disturb?.(world, round);
    await chain.mine(BLOCKS_PER_ROUND, { isEmpty: scenario.isEmpty?.(world) ?? false });
    const open = await world.store.open(world.terms.chainId);
    isOver = orders.length <= payments(world).length && open.length === 0 && problems.length === 0;
  }
  return verify(world, scenario);
}

async function verify(world: TronWorld, scenario: TronScenario): Promise<Findings> {
  const paidTwice: string[] = [];
  const wrong = world.contradictions.map((id) => `${id} was reported in two ways`);
  wrong.push(...world.early.map((id) => `${id} was reported too early`));
  wrong.push(...world.overlaps.map((id) => `${id} had two transactions at one time`));
  const open = await world.store.open(world.terms.chainId);
  const stuck = open.map(({ order, state }) => `${order.id} is ${state}`);
  for (const { order } of payments(world)) {
    const report = world.reportOf(order.id);
    if (report !== null && !(scenario.results ?? ['paid']).includes(report.result))
      wrong.push(`${order.id} is ${report.result} (${report.reason})`);
    const units = report?.result === 'paid' ? BigInt(order.units) : 0n;
    world.change(order.sender, order.coin, -units);
    world.change(order.to, order.coin, units);
    world.change(order.sender, 'TRX', -BigInt(report?.cost ?? 0));
  }
  for (const { address, coin, units } of world.expected()) {
    const there = await world.balanceOf(address, coin);
    if (there === units) continue;
    const what = `${address} has ${there} ${coin}, not ${units}`;
    if (address !== world.hot && there > units) paidTwice.push(what);
    else wrong.push(what);
  }
  wrong.push(...(await contradictionsOf(world)), ...(scenario.check?.(world) ?? []));
  return { paidTwice, stuck, wrong, deaths: world.deaths, seen: world.seen };
}

/** Between the signer's record, the stored payments and the chain. */
async function contradictionsOf(world: TronWorld): Promise<string[]> {
  const wrong: string[] = [];
  for (const { order, txid } of world.signed) {
    const stored = await world.store.find(order.id);
    if (stored?.drafts.every((draft) => draft.txid !== txid) !== false)
      wrong.push(`${order.id} was signed before it was stored`);
    const isThere = world.chain.isWaiting(txid) || world.chain.inBlock(txid) !== null;
    if (isThere && stored?.attempts.every((attempt) => attempt.txid !== txid) !== false)
      wrong.push(`${order.id} left before it was stored`);
  }
  return wrong;
}

/** Takes the tokens of the hot wallet away, by their place in the contract's storage. */
async function emptyTokens(world: TronWorld): Promise<void> {
  const hot = evmAddress(world.hot) as Address;
  const place = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [hot, 0n]);
  world.change(world.hot, 'USDT', -(await world.balanceOf(world.hot, 'USDT')));
  await world.chain.node.control.setStorageAt({
    address: world.token.address,
    index: keccak256(place),
    value: numberToHex(0, { size: 32 }),
  });
}
