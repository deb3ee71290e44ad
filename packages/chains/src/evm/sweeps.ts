/**
 * Decides which of our coins move among our own addresses: deposits to the hot wallet, gas to
 * deposit addresses, the hot wallet's excess to the cold address. It only orders: `Payer` pays.
 */
import type { BlockHeader } from '../blocks/blocks.ts';
import type { ChainAddresses } from '../addresses/chain-addresses.ts';
import type { AgreedNodes, GasPrices, Holding } from './payment-nodes.ts';
import { firstFees, TRANSFER_GAS, tokenOf, type PaymentTerms } from './payment-terms.ts';
import {
  HOT_WALLET,
  type KeyPath,
  type Payment,
  type PaymentOrder,
  type PaymentStore,
} from '../paying/payments.ts';

/** In a coin's smallest unit. */
export interface CoinTerms {
  /** A deposit address with less is left alone. */
  readonly sweepFrom: bigint;
  /** With more than this, the hot wallet sends what exceeds `hotTarget` to the cold address. */
  readonly hotMax: bigint;
  readonly hotTarget: bigint;
}

export interface SweepTerms {
  readonly coins: Readonly<Record<string, CoinTerms>>;
  readonly coldAddress: string;
  /** What a transfer of a token may need. */
  readonly tokenGas: bigint;
}

export interface SweeperParts {
  readonly terms: PaymentTerms;
  readonly sweeps: SweepTerms;
  readonly nodes: AgreedNodes;
  readonly store: PaymentStore;
  readonly addresses: ChainAddresses;
}

/** Fees rise between a decision and its transaction: so many times today's are kept for them. */
const FEE_ROOM = 2n;

/** The chain and the payments under way, at one moment. */
interface Plan {
  readonly open: readonly Payment[];
  readonly head: BlockHeader;
  /** The newest block that a reorganisation is not expected to reach. */
  readonly safe: BlockHeader;
  readonly maxFeePerGas: bigint;
}

export class Sweeper {
  readonly #parts: SweeperParts;

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  /**
   * Orders what is due now, and returns those that were added. Nothing while the chain is dearer
   * than allowed.
   *
   * @param indexes Of the deposit addresses that may hold something.
   */
  async plan(indexes: readonly number[]): Promise<readonly PaymentOrder[]> {
    const { nodes, store, terms } = this.#parts;
    const head = await nodes.head();
    const safe = await nodes.headerAt(head.height - terms.confirmations + 1);
    const maxFeePerGas = maxFeeOf(await nodes.prices(), terms);
    if (safe === null || maxFeePerGas === null) return [];
    const plan = { open: await store.open(terms.chainId), head, safe, maxFeePerGas };
    const orders = [...(await this.#sweeps(indexes, plan)), ...(await this.#colds(plan))];
    const added: PaymentOrder[] = [];
    for (const order of orders) if (await store.add(order)) added.push(order);
    return added;
  }

  async #sweeps(indexes: readonly number[], plan: Plan): Promise<readonly PaymentOrder[]> {
    const { addresses, sweeps, terms } = this.#parts;
    const coins = this.#tokensFirst(Object.keys(sweeps.coins));
    const places = indexes.map((index) => ({ index, sender: addresses.at(index) }));
    const holdings = places.flatMap(({ sender }) =>
      [terms.nativeCoin, ...coins].map((coin) => ({ address: sender, token: tokenOf(terms, coin) })),
    );
    const balances = await this.#balances(holdings, plan);
    const orders: PaymentOrder[] = [];
    for (const [at, { index, sender }] of places.entries()) {
      const [native, ...others] = balances.slice(at * (coins.length + 1), (at + 1) * (coins.length + 1));
      const held = new Map(coins.map((coin, i) => [coin, others[i]!]));
      const key = { branch: 'deposit', index } as const;
      const under = plan.open.find((one) => one.order.sender === sender);
      const sweep = under?.order ?? (await this.#sweepOf(key, { sender, held, plan }));
      if (sweep === null) continue;
      if (under === undefined) orders.push(sweep);
      const isWaiting = under === undefined || under.state === 'approved';
      const topUp = isWaiting ? await this.#topUpFor(sweep, { native: native!, plan }) : null;
      if (topUp !== null) orders.push(topUp);
    }
    return orders;
  }

  /** Tokens before the native coin, which pays for them. */
  #tokensFirst(coins: readonly string[]): readonly string[] {
    const { nativeCoin } = this.#parts.terms;
    return [...coins].sort((a, b) => Number(a === nativeCoin) - Number(b === nativeCoin));
  }

  async #sweepOf(
    from: KeyPath,
    { sender, held, plan }: { sender: string; held: ReadonlyMap<string, bigint>; plan: Plan },
  ): Promise<PaymentOrder | null> {
    const { addresses, store, sweeps, terms } = this.#parts;
    const { chainId, nativeCoin } = terms;
    for (const [coin, balance] of held) {
      if (balance === 0n || balance < sweeps.coins[coin]!.sweepFrom) continue;
      // What is kept for the fee and not charged stays there until the next sweep.
      const kept = coin === nativeCoin ? TRANSFER_GAS * plan.maxFeePerGas * FEE_ROOM : 0n;
      if (balance <= kept) continue;
      const nonce = (await store.nextNonce(chainId, sender)) ?? 0;
      const id = `sweep:${chainId}:${from.index}:${coin}:${nonce}`;
      const [to, toKey] = [addresses.of(HOT_WALLET), HOT_WALLET];
      const units = (balance - kept).toString();
      return { id, kind: 'sweep', chainId, from, sender, to, toKey, coin, units };
    }
    return null;
  }

  /** The gas that a sweep of a token needs; null if there is enough, or some on its way. */
  async #topUpFor(
    sweep: PaymentOrder,
    { native, plan }: { readonly native: bigint; readonly plan: Plan },
  ): Promise<PaymentOrder | null> {
    const { addresses, store, sweeps, terms } = this.#parts;
    if (sweep.coin === terms.nativeCoin) return null;
    const needed = sweeps.tokenGas * plan.maxFeePerGas * FEE_ROOM;
    const isOnItsWay = plan.open.some(({ order }) => order.kind === 'top-up' && order.to === sweep.sender);
    if (native * FEE_ROOM >= needed || isOnItsWay) return null;
    let count = 0;
    while ((await store.find(topUpId(sweep, count))) !== null) count++;
    return {
      id: topUpId(sweep, count),
      kind: 'top-up',
      chainId: terms.chainId,
      from: HOT_WALLET,
      sender: addresses.of(HOT_WALLET),
      to: sweep.sender,
      toKey: sweep.from,
      coin: terms.nativeCoin,
      units: (needed - native).toString(),
    };
  }

  async #colds(plan: Plan): Promise<readonly PaymentOrder[]> {
    const { addresses, store, sweeps, terms } = this.#parts;
    const { chainId } = terms;
    const hot = addresses.of(HOT_WALLET);
    const orders: PaymentOrder[] = [];
    for (const [coin, { hotMax, hotTarget }] of Object.entries(sweeps.coins)) {
      const [balance] = await this.#balances([{ address: hot, token: tokenOf(terms, coin) }], plan);
      const leaving = plan.open.filter(({ order }) => order.sender === hot && order.coin === coin);
      const free = leaving.reduce((rest, { order }) => rest - BigInt(order.units), balance!);
      if (free <= hotMax || leaving.some(({ order }) => order.kind === 'cold')) continue;
      const nonce = (await store.nextNonce(chainId, hot)) ?? 0;
      const [from, toKey, to] = [HOT_WALLET, null, sweeps.coldAddress];
      const units = (free - hotTarget).toString();
      const id = `cold:${chainId}:${coin}:${nonce}`;
      orders.push({ id, kind: 'cold', chainId, from, sender: hot, to, toKey, coin, units });
    }
    return orders;
  }

  /** What is there after both the newest and the safe block. */
  async #balances(holdings: readonly Holding[], { head, safe }: Plan): Promise<readonly bigint[]> {
    const { nodes } = this.#parts;
    const now = await nodes.balancesAt(holdings, head);
    const before = await nodes.balancesAt(holdings, safe);
    return now.map((units, at) => (units < before[at]! ? units : before[at]!));
  }
}

function maxFeeOf(prices: GasPrices, terms: PaymentTerms): bigint | null {
  return firstFees(prices, terms.fees)?.maxFeePerGas ?? null;
}

const topUpId = (sweep: PaymentOrder, count: number): string => `top-up:${sweep.id}:${count}`;
