/**
 * Scenarios of payments on chains of the Bitcoin family, and the run that compares their results
 * with the chain.
 */
import type { PaymentOrder, PaymentResult } from '../src/index.ts';
import type { UtxoSignerRules } from '../src/utxo/signer.ts';
import type { Kill } from './crashes.ts';
import { inTurn, type Sending } from './faulty-node.ts';
import { COIN, type Litecoin } from './litecoin.ts';
import type { Findings } from './payment-run.ts';
import { UtxoWorld } from './utxo-world.ts';

export interface UtxoScenario {
  readonly name: string;
  readonly rules?: Partial<UtxoSignerRules>;
  readonly isLegacy?: boolean;
  /** Prepares the world before any withdrawal is approved. */
  readonly begin?: (world: UtxoWorld) => void;
  /** Called between a pass of the payer and the next block. */
  readonly disturb?: (world: UtxoWorld, round: number) => Promise<void>;
  /** Whether the next block is mined without the waiting transactions. */
  readonly isEmpty?: (world: UtxoWorld) => boolean;
  /** The allowed results of payments; default: all are paid. */
  readonly results?: readonly PaymentResult[];
  readonly check?: (world: UtxoWorld) => readonly string[];
}

/** A run that takes more rounds is stuck. */
const ROUNDS_MAX = 40;

const hasBumped = (world: UtxoWorld): boolean =>
  world.store.all().some(({ attempts }) => attempts.length > 1);

/** Whether the replacement of a cancelled payment was sent. */
const hasReplacement = (world: UtxoWorld): boolean =>
  world.store
    .all()
    .some(({ attempts }) => attempts.some((one) => one.purpose === 'cancel' && one.sentHeight !== null));

const isFirst = (world: UtxoWorld, raw: string): boolean =>
  world.store.all().some(({ attempts }) => attempts[0]?.raw === raw);

export const UTXO_SCENARIOS: readonly UtxoScenario[] = [
  { name: 'utxo payout' },
  { name: 'utxo payout without a witness', isLegacy: true },
  {
    name: 'utxo payout, empty blocks',
    isEmpty: (world) => !hasBumped(world),
    check: (world) => (hasBumped(world) ? [] : ['no fee was raised']),
  },
  {
    name: 'utxo payout, sent in vain',
    begin: (world) => {
      const ways: Sending[][] = [
        ['known', 'nonce'],
        ['loses', 'known'],
        ['nonce', 'loses'],
      ];
      world.nodes.forEach((node, at) => (node.sending = inTurn(ways[at]!)));
    },
  },
  {
    name: 'utxo payout, answers late or false',
    begin: (world) => {
      world.nodes[0]!.sending = () => 'known';
      world.nodes[1]!.sending = () => 'denies';
      world.nodes[2]!.sending = () => 'late';
    },
  },
  {
    name: 'utxo payout, the first attempt wins',
    begin: (world) => {
      for (const node of world.nodes) node.sending = (raw) => (isFirst(world, raw) ? 'takes' : 'loses');
    },
    isEmpty: (world) => !hasBumped(world),
    check: (world) => {
      const isLater = world.store
        .all()
        .some(({ attempts, outcome }) => attempts.length > 1 && attempts[0]!.txid === outcome?.txid);
      return isLater ? [] : ['no first attempt won'];
    },
  },
  {
    name: 'utxo payout, reorganised',
    disturb: async (world) => {
      const isMined = (await world.node.balanceOf(world.store.all()[0]?.order.to ?? world.cold)) > 0n;
      if (!isMined || world.marks.has('reorganised')) return;
      world.marks.add('reorganised');
      await world.node.reorganise(1);
    },
    check: (world) => (world.marks.has('reorganised') ? [] : ['nothing was reorganised']),
  },
  {
    name: 'utxo payout, lying and silent nodes',
    begin: (world) => {
      world.nodes[0]!.mined = (where) => (where === null ? null : { ...where, height: where.height - 100 });
    },
    disturb: async (world, round) => {
      world.nodes[1]!.isSilent = round >= 1 && round <= 3;
    },
  },
  {
    name: 'utxo cancelled',
    isEmpty: (world) => !hasReplacement(world),
    disturb: async (world) => {
      const first = world.store.all().find(({ attempts }) => attempts[0]?.sentHeight != null);
      if (first !== undefined && first.cancelled === null) await world.cancel(first.order.id);
    },
    results: ['paid', 'cancelled'],
    check: (world) => {
      const { length } = world.store.all().filter(({ outcome }) => outcome?.result === 'cancelled');
      return length > 0 ? [] : ['nothing was cancelled'];
    },
  },
  {
    name: 'utxo refused by the signer',
    rules: { withdrawals: { perPayment: COIN, perDay: COIN } },
    results: ['paid', 'cancelled'],
    check: (world) => {
      const results = [1, 2, 3].map((id) => world.reportOf(`withdrawal:${id}`)?.result);
      return results.join() === 'cancelled,paid,paid' ? [] : [`ended as ${results.join()}`];
    },
  },
];

export async function runUtxoScenario(
  scenario: UtxoScenario,
  node: Litecoin,
  kills: readonly Kill[] = [],
): Promise<Findings> {
  const { rules = {}, isLegacy = false } = scenario;
  const world = await UtxoWorld.make({ node, kills, rules, isLegacy });
  scenario.begin?.(world);
  const orders: readonly PaymentOrder[] = [
    world.withdrawal('1', COIN + COIN / 10n),
    world.withdrawal('2', COIN / 3n),
    world.withdrawal('3', 123_456n),
  ];
  let isOver = false;
  for (let round = 0; round < ROUNDS_MAX && !isOver; round++) {
    for (const order of orders) await world.approve(order);
    const problems = await world.pass();
    await scenario.disturb?.(world, round);
    if (scenario.isEmpty?.(world) === true) await node.mineEmpty();
    else await node.mine();
    const open = await world.store.open(world.terms.chainId);
    isOver = orders.length <= world.store.all().length && open.length === 0 && problems.length === 0;
  }
  return verify(world, scenario);
}

async function verify(world: UtxoWorld, scenario: UtxoScenario): Promise<Findings> {
  const payments = world.store.all();
  const paidTwice: string[] = [];
  const wrong = world.contradictions.map((id) => `${id} was reported in two ways`);
  wrong.push(...world.early.map((id) => `${id} was reported too early`));
  const stuck = (await world.store.open(world.terms.chainId)).map(
    ({ order, state }) => `${order.id} is ${state}`,
  );
  let left = world.funded;
  for (const { order } of payments) {
    const report = world.reportOf(order.id);
    if (report !== null && !(scenario.results ?? ['paid']).includes(report.result))
      wrong.push(`${order.id} is ${report.result} (${report.reason})`);
    const units = report?.result === 'paid' ? BigInt(order.units) : 0n;
    left -= units + BigInt(report?.cost ?? 0);
    const there = await world.node.balanceOf(order.to);
    if (there > units) paidTwice.push(`${order.to} has ${there}, not ${units}`);
    if (there < units) wrong.push(`${order.to} has ${there}, not ${units}`);
  }
  const holding = await world.holding();
  if (holding !== left) wrong.push(`the house holds ${holding}, not ${left}`);
  wrong.push(...(await contradictionsOf(world)), ...(scenario.check?.(world) ?? []));
  return { paidTwice, stuck, wrong, deaths: world.deaths, seen: world.seen };
}

/** Contradictions between the signer's record, the stored payments and the chain. */
async function contradictionsOf(world: UtxoWorld): Promise<string[]> {
  const wrong: string[] = [];
  const inputs = new Map<string, string>();
  const holders = new Map<string, string>();
  for (const { order, inputs: spent, txid } of world.signed) {
    if ((inputs.get(order.id) ?? spent.join()) !== spent.join())
      wrong.push(`${order.id} was signed with two sets of inputs`);
    inputs.set(order.id, spent.join());
    for (const input of spent) {
      if ((holders.get(input) ?? order.id) !== order.id) wrong.push(`${input} was signed for two payments`);
      holders.set(input, order.id);
    }
    const stored = await world.store.ofTransaction(order.chainId, txid);
    if (stored?.order.id !== order.id && (await world.nodes[2]!.rawOf(txid)) !== null)
      wrong.push(`${order.id} left before it was stored`);
  }
  return wrong;
}
