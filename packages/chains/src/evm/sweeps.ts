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

/** Limits of a coin, in its smallest unit. */
export interface CoinTerms {
  /** The smallest balance of a deposit address that is swept. */
  readonly sweepFrom: bigint;
  /** If the hot wallet has more than this, all above `hotTarget` goes to the cold address. */
  readonly hotMax: bigint;
  readonly hotTarget: bigint;
}

export interface SweepTerms {
  readonly coins: Readonly<Record<string, CoinTerms>>;
  readonly coldAddress: string;
  /** The gas that a token transfer may need. */
  readonly tokenGas: bigint;
}

export interface SweeperParts {
  readonly terms: PaymentTerms;
  readonly sweeps: SweepTerms;
  readonly nodes: AgreedNodes;
  readonly store: PaymentStore;
  readonly addresses: ChainAddresses;
}

/**
 * Fees are reserved at this multiple of the current price, because it can rise before the
 * transaction is sent.
 */
const FEE_ROOM = 2n;

/** The chain and the open payments at one moment. */
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

  /** Sorts tokens before the native coin, because that pays their fees. */
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
      // The part of the reserve that the fee does not use stays on the address until the next
      // sweep.
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

  /**
   * The top-up that a token sweep needs for its fee; null if the address has enough, or a top-up is
   * pending.
   */
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

  /** For each balance, the smaller of those after the newest and after the safe block. */
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
