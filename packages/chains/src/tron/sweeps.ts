/**
 * Decides which coins to move between our own addresses of TRON, as `Sweeper` does on Ethereum-like
 * chains: tokens from deposit addresses to the hot wallet, TRX to deposit addresses to pay for
 * that, and the hot wallet's excess to the cold address. It counts balances after a final block,
 * and names its orders by that block: no two orders have one name, even if records were lost.
 */
import type { ChainAddresses } from '../addresses/chain-addresses.ts';
import type { Holding } from '../evm/payment-nodes.ts';
import { HOT_WALLET, type KeyPath, type PaymentOrder } from '../paying/payments.ts';
import type { CoinTerms } from '../evm/sweeps.ts';
import type { AgreedTronNodes } from './nodes.ts';
import {
  feeLimitFor,
  tronTokenOf,
  tronTransferOf,
  type TronPayment,
  type TronStore,
  type TronTerms,
} from './payments.ts';

/**
 * The terms of sweeps, which move tokens only. TRX that a sweep leaves over pays for the next one.
 */
export interface TronSweepTerms {
  readonly coins: Readonly<Record<string, CoinTerms>>;
  readonly coldAddress: string;
}

export interface TronSweeperParts {
  readonly terms: TronTerms;
  readonly sweeps: TronSweepTerms;
  readonly nodes: AgreedTronNodes;
  readonly store: TronStore;
  readonly addresses: ChainAddresses;
}

/**
 * A sweep gets at most one top-up within this time, so that a refusing signer is not asked again
 * and again.
 */
const TOP_UP_EVERY_MS = 3_600_000;

/** The chain and the open payments at one moment. */
interface Plan {
  readonly open: readonly TronPayment[];
  /** Balances after the final block at that height, by address and coin. */
  readonly held: ReadonlyMap<string, bigint>;
  readonly height: number;
  /** The time that is part of a top-up's id, so that a sweep has at most one top-up per period. */
  readonly topUpTime: number;
}

/** A deposit address. */
interface Place {
  readonly key: KeyPath;
  readonly address: string;
}

export class TronSweeper {
  readonly #parts: TronSweeperParts;

  constructor(parts: TronSweeperParts) {
    this.#parts = parts;
  }

  /**
   * Adds the orders that are due now, and returns those that were new.
   *
   * @param indexes The indexes of the deposit addresses that may hold something.
   */
  async plan(indexes: readonly number[]): Promise<readonly PaymentOrder[]> {
    const { addresses, store } = this.#parts;
    const places = indexes.map((index): Place => {
      const key = { branch: 'deposit', index } as const;
      return { key, address: addresses.of(key) };
    });
    const plan = await this.#look(places);
    const orders: PaymentOrder[] = [];
    for (const place of places) orders.push(...(await this.#ordersOf(place, plan)));
    orders.push(...(await this.#colds(plan)));
    const added: PaymentOrder[] = [];
    for (const order of orders) if (await store.add(order)) added.push(order);
    return added;
  }

  async #look(places: readonly Place[]): Promise<Plan> {
    const { nodes, store, terms } = this.#parts;
    // Reads open payments before balances: a payment that ends in between has then left the
    // balances.
    const open = await store.open(terms.chainId);
    const asked = [...places.map(({ address }) => address), this.#hot].flatMap((address) =>
      this.#coins.map((coin) => ({ address, coin })),
    );
    const holdings = asked.map(({ address, coin }): Holding => ({
      address,
      token: tronTokenOf(terms, coin),
    }));
    const { height, units } = await nodes.finalBalances(holdings);
    const held = new Map(asked.map((one, at) => [keyOf(one.address, one.coin), units[at]!]));
    const { timeMs } = await nodes.finalBlock();
    return { open, held, height, topUpTime: Math.floor(timeMs / TOP_UP_EVERY_MS) };
  }

  get #hot(): string {
    return this.#parts.addresses.of(HOT_WALLET);
  }

  get #coins(): readonly string[] {
    return Object.keys(this.#parts.sweeps.coins);
  }

  /** The orders of one deposit address: at most one sweep at a time, and its top-up. */
  async #ordersOf({ key, address }: Place, plan: Plan): Promise<readonly PaymentOrder[]> {
    const under = plan.open.find(({ order }) => order.sender === address);
    const sweep = under?.order ?? (await this.#sweepOf({ key, address }, plan));
    if (sweep === null) return [];
    const isWaiting = under === undefined || under.state === 'approved';
    const topUp = isWaiting ? await this.#topUpFor(sweep, plan) : null;
    return [...(under === undefined ? [sweep] : []), ...(topUp === null ? [] : [topUp])];
  }

  async #sweepOf({ key: from, address: sender }: Place, plan: Plan): Promise<PaymentOrder | null> {
    const { sweeps, terms } = this.#parts;
    const { chainId } = terms;
    for (const coin of this.#coins) {
      const { sweepFrom } = sweeps.coins[coin]!;
      if ((plan.held.get(keyOf(sender, coin)) ?? 0n) < sweepFrom) continue;
      const units = await this.#still(sender, coin, plan);
      if (units === 0n || units < sweepFrom) continue;
      const id = `sweep:${chainId}:${from.index}:${coin}:${plan.height}`;
      const [to, toKey] = [this.#hot, HOT_WALLET];
      return { id, kind: 'sweep', chainId, from, sender, to, toKey, coin, units: units.toString() };
    }
    return null;
  }

  /** The balance that can be swept: the smaller of those after the final block and now. */
  async #still(address: string, coin: string, { held }: Plan): Promise<bigint> {
    const { nodes, terms } = this.#parts;
    const before = held.get(keyOf(address, coin)) ?? 0n;
    const now = await nodes.balanceOf({ address, token: tronTokenOf(terms, coin) });
    return now < before ? now : before;
  }

  /**
   * The top-up of TRX that a sweep needs; null if the address has enough, or a top-up is pending.
   */
  async #topUpFor(sweep: PaymentOrder, { open, topUpTime }: Plan): Promise<PaymentOrder | null> {
    const { nodes, terms } = this.#parts;
    const { chainId, nativeCoin: coin } = terms;
    const { sender: to, from: toKey } = sweep;
    if (open.some(({ order }) => order.kind === 'top-up' && order.to === to)) return null;
    const energy = await nodes.energyFor(tronTransferOf(sweep, terms));
    if (energy === 'reverts') return null;
    const price = await nodes.energyPrice();
    const feeLimit = feeLimitFor(sweep, energy, { price, ...terms });
    if (feeLimit === null) return null;
    const missing = feeLimit + terms.otherFeesMax - (await nodes.balanceOf({ address: to, token: null }));
    if (missing <= 0n) return null;
    const id = `top-up:${sweep.id}:${topUpTime}`;
    const [from, sender] = [HOT_WALLET, this.#hot];
    return { id, kind: 'top-up', chainId, from, sender, to, toKey, coin, units: missing.toString() };
  }

  async #colds(plan: Plan): Promise<readonly PaymentOrder[]> {
    const { sweeps, terms } = this.#parts;
    const { chainId } = terms;
    const [sender, to] = [this.#hot, sweeps.coldAddress];
    const orders: PaymentOrder[] = [];
    for (const [coin, { hotMax, hotTarget }] of Object.entries(sweeps.coins)) {
      const leaving = plan.open.filter(({ order }) => order.sender === sender && order.coin === coin);
      if (leaving.some(({ order }) => order.kind === 'cold')) continue;
      const balance = await this.#still(sender, coin, plan);
      const free = leaving.reduce((rest, { order }) => rest - BigInt(order.units), balance);
      if (free <= hotMax) continue;
      const id = `cold:${chainId}:${coin}:${plan.height}`;
      const units = (free - hotTarget).toString();
      orders.push({ id, kind: 'cold', chainId, from: HOT_WALLET, sender, to, toKey: null, coin, units });
    }
    return orders;
  }
}

const keyOf = (address: string, coin: string): string => `${address}/${coin}`;
