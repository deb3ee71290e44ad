/**
 * Random deposits, withdrawals, sweeps, stops, deaths, restarts, dear blocks and reorganisations on
 * a real node; after every block the ledger must equal the chain to the unit.
 */
import assert from 'node:assert/strict';
import { Life } from '../../../packages/chains/test/crashes.ts';
import { freshAddress } from '../../../packages/chains/test/payment-world.ts';
import { Chance } from '../sim/chance.ts';
import { CHAIN, ERC20, ETH, ETHER, PaymentRig, USDT } from './payment-rig.ts';

const [FIRST_OWNER, OWNERS] = [1_000, 5] as const;
const UNIT = 1_000_000;
const GWEI = 10n ** 9n;
const FINAL = 70;
/** The ledger's units of ETH, and the chain's beyond them. */
const ETH_SCALE = 10n ** 10n;
const FEES = { [USDT]: 4 * UNIT, [ETH]: 100_000 } as const;
/** Steps of a payer that can be its last. */
const LAST_STEPS = [
  'add sweep',
  'add top-up',
  'add cold',
  'allocate',
  'sign pay',
  'sign cancel',
  'store signed',
  'store signed again',
  'store broadcast',
  'store confirmed',
  'report paid',
  'report cancelled',
  'store reported',
].flatMap((name) => [`${name} <`, `${name} >`]);

export interface RandomRun {
  readonly steps: number;
  readonly seed: number;
  /** Steps between restarts of the server. */
  readonly restartEvery: number;
}

/** How often each act was done, and what came of it. */
export type Counts = Readonly<Record<string, number>>;

export async function runRandomPayments({ steps, seed, restartEvery }: RandomRun): Promise<Counts> {
  const rig = await PaymentRig.begin();
  try {
    const run = new Run(rig, new Chance(seed));
    await run.prepare();
    for (let step = 1; step <= steps; step++) {
      await run.step();
      if (step % restartEvery === 0) await run.restart();
    }
    return await run.end();
  } finally {
    await rig.remove();
  }
}

class Run {
  readonly #rig: PaymentRig;
  readonly #chance: Chance;
  readonly #addresses: `0x${string}`[] = [];
  readonly #withdrawals: {
    readonly withdrawal: number;
    readonly asset: number;
    readonly amount: number;
    readonly to: `0x${string}`;
  }[] = [];
  readonly #counts = new Map<string, number>();

  constructor(rig: PaymentRig, chance: Chance) {
    this.#rig = rig;
    this.#chance = chance;
  }

  async prepare(): Promise<void> {
    await this.#rig.fundHot(10n * ETHER, 100_000n * 10n ** 6n);
    for (let at = 0; at < OWNERS; at++) {
      const address = await this.#rig.open(FIRST_OWNER + at);
      this.#addresses.push(address);
      await this.#rig.node.send(address, 20n * ETHER);
      await this.#rig.token.transfer(address, 20_000n * 10n ** 6n);
    }
    await this.#rig.node.mine(FINAL);
    await this.#agree('prepared');
  }

  async step(): Promise<void> {
    const acts = [
      () => this.#deposit(),
      () => this.#deposit(),
      () => this.#withdraw(),
      () => this.#withdraw(),
      () => this.#pass(),
      () => this.#pass(),
      () => this.#stop(),
      () => this.#makeDear(),
      () => this.#reorganise(),
    ];
    await this.#chance.pick(acts)();
    await this.#rig.node.mine(1 + this.#chance.below(3));
    await this.#agree('a step');
    await this.#pass();
    await this.#agree('a pass');
  }

  async restart(): Promise<void> {
    await this.#rig.stop();
    await this.#rig.start();
    this.#count('restart');
    await this.#agree('a restart');
  }

  async end(): Promise<Counts> {
    this.#rig.killPayer();
    await this.#rig.settle(100);
    await this.#agree('the end');
    for (const { withdrawal, asset, amount, to } of this.#withdrawals) {
      const status = await this.#rig.statusOf(withdrawal);
      this.#count(status);
      const units = asset === ETH ? BigInt(amount) * ETH_SCALE : BigInt(amount);
      assert.equal(await this.#rig.balanceOf(to, asset), status === 'settled' ? units : 0n);
    }
    return Object.fromEntries(this.#counts);
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  async #agree(after: string): Promise<void> {
    const found = await this.#rig.differences();
    assert.deepEqual(found, { ETH: 0n, USDT: 0n }, `after ${after}`);
    this.#count('compared');
  }

  /** Also too little for its owner, and units that the ledger does not count. */
  async #deposit(): Promise<void> {
    const [to, chance] = [this.#chance.pick(this.#addresses), this.#chance];
    if (chance.percent(50)) await this.#rig.node.send(to, BigInt(1 + chance.below(2 ** 31)) * GWEI + 7n);
    else await this.#rig.token.transfer(to, BigInt(1 + chance.below(500 * UNIT)));
    this.#count('deposit');
  }

  /** What the exchange refuses, such as what is held, is no withdrawal. */
  async #withdraw(): Promise<void> {
    const asset = this.#chance.pick([USDT, ETH] as const);
    const owner = FIRST_OWNER + this.#chance.below(OWNERS);
    // Beyond 3,000 USDT the signer refuses.
    const amount =
      asset === USDT ? (20 + this.#chance.below(3_500)) * UNIT : 10 ** 6 + this.#chance.below(10 ** 8);
    const to = freshAddress();
    const { pipeline } = this.#rig.server.server.running;
    const asked = { owner, chain: ERC20, asset, amount, fee: FEES[asset], address: to, memo: '' } as const;
    const requested = await pipeline.submit({ type: 'request-withdrawal', ...asked }, { owner: 1 });
    if (requested.error !== null) return this.#count(requested.error);
    const withdrawal = requested.id;
    const approved = await pipeline.submit({ type: 'approve-withdrawal', withdrawal }, { owner: 1 });
    if (approved.error !== null) return this.#count(approved.error);
    this.#withdrawals.push({ withdrawal, asset, amount, to });
    this.#count('withdrawal');
  }

  /** A pass of a payer that may die in it, and then begins anew. */
  async #pass(): Promise<void> {
    const step = this.#chance.pick(LAST_STEPS);
    const life = new Life(this.#chance.percent(40) ? [{ step, occurrence: 1 }] : [], new Map());
    this.#rig.beginDying(life);
    await this.#rig.pass();
    if (life.isOver) this.#count('death');
  }

  async #stop(): Promise<void> {
    if (this.#withdrawals.length === 0) return;
    const { withdrawal } = this.#chance.pick(this.#withdrawals.slice(-3));
    await this.#rig.payoutPort.stop(withdrawal, CHAIN, 'at random');
    this.#count('stop');
  }

  async #makeDear(): Promise<void> {
    await this.#rig.node.control.setNextBlockBaseFeePerGas({ baseFeePerGas: 8n * GWEI });
    this.#count('dear block');
  }

  async #reorganise(): Promise<void> {
    await this.#rig.node.reorganise(1 + this.#chance.below(3));
    this.#count('reorganisation');
  }
}
