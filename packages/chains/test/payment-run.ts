/** Runs a scenario to its end and compares what was reported, stored and signed with the chain. */
import type { Payment } from '../src/index.ts';
import type { Anvil, Token } from './anvil.ts';
import type { Kill } from './crashes.ts';
import type { Scenario } from './payment-scenarios.ts';
import { PaymentWorld } from './payment-world.ts';

/** A run that takes more rounds is stuck. */
const ROUNDS_MAX = 60;

export interface Findings {
  readonly paidTwice: string[];
  readonly stuck: string[];
  readonly wrong: string[];
  readonly deaths: number;
  /** How often each step was reached. */
  readonly seen: ReadonlyMap<string, number>;
}

export const isSound = ({ paidTwice, stuck, wrong }: Findings): boolean =>
  paidTwice.length + stuck.length + wrong.length === 0;

export async function runScenario(
  scenario: Scenario,
  on: { readonly node: Anvil; readonly token: Token },
  kills: readonly Kill[] = [],
): Promise<Findings> {
  const { rules = {} } = scenario;
  const world = await PaymentWorld.make({ ...on, kills, rules });
  const orders = await scenario.begin(world);
  let isOver = false;
  for (let round = 0; round < ROUNDS_MAX && !isOver; round++) {
    for (const order of orders) await world.approve(order);
    const problems = await world.pass();
    const added = await world.plan(scenario.indexes ?? []);
    await scenario.disturb?.(world, round);
    await world.node.mine();
    const open = await world.store.open(world.terms.chainId);
    const isAll = orders.length <= world.store.all().length;
    isOver = isAll && open.length === 0 && added.length === 0 && problems.length === 0;
  }
  return verify(world, scenario);
}

async function verify(world: PaymentWorld, scenario: Scenario): Promise<Findings> {
  const payments = world.store.all();
  const paidTwice: string[] = [];
  const wrong = world.contradictions.map((id) => `${id} was reported in two ways`);
  const open = await world.store.open(world.terms.chainId);
  const stuck = open.map(({ order, state }) => `${order.id} is ${state}`);
  for (const { order } of payments) {
    const report = world.reportOf(order.id);
    if (report === null) continue;
    if (!(scenario.results ?? ['paid']).includes(report.result))
      wrong.push(`${order.id} is ${report.result} (${report.reason})`);
    if (report.result === 'paid') {
      world.change(order.sender, order.coin, -BigInt(order.units));
      world.change(order.to, order.coin, BigInt(order.units));
    }
    world.change(order.sender, 'ETH', -BigInt(report.cost));
  }
  const recipients = new Set(
    payments.filter(({ order }) => order.kind === 'withdrawal').map(({ order }) => order.to),
  );
  const balances = world.expected([...recipients, world.hot, world.cold]);
  for (const { address, coin, units } of balances) {
    const there = await world.balanceOf(address, coin);
    if (there === units) continue;
    const what = `${address} has ${there} ${coin}, not ${units}`;
    if (recipients.has(address) && there > units) paidTwice.push(what);
    else wrong.push(what);
  }
  wrong.push(...(await contradictionsOf(world, payments)), ...((await scenario.check?.(world)) ?? []));
  return { paidTwice, stuck, wrong, deaths: world.deaths, seen: world.seen };
}

/** Contradictions between the stored payments, the signer's record and the chain. */
async function contradictionsOf(world: PaymentWorld, payments: readonly Payment[]): Promise<string[]> {
  const wrong: string[] = [];
  const nonces = new Map<string, number>();
  for (const { order, nonce, txid } of world.signed) {
    if ((nonces.get(order.id) ?? nonce) !== nonce) wrong.push(`${order.id} was signed with two nonces`);
    nonces.set(order.id, nonce);
    const stored = await world.store.ofTransaction(order.chainId, txid);
    if (stored?.order.id !== order.id && (await world.nodes[2]!.knows(txid)))
      wrong.push(`${order.id} left before it was stored`);
  }
  for (const sender of new Set(payments.map(({ order }) => order.sender))) {
    const next = (await world.store.nextNonce(world.terms.chainId, sender)) ?? 0;
    const used = await world.node.reader.getTransactionCount({ address: sender as `0x${string}` });
    if (next !== used) wrong.push(`${sender} has used ${used} of ${next} nonces`);
  }
  return wrong;
}
