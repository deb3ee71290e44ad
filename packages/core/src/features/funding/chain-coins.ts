/**
 * Assets on chains: their terms, and what the house holds there. A chain's house account counts
 * whole units below zero; `rest` counts what the chain has beyond them, which is the house's. Both
 * together are what the chain itself must say, to its smallest unit.
 */
import { MAX_UNITS } from '@glasshouse/money';
import type { RefusalName } from '@glasshouse/protocol';
import { PLATFORM, WALLET } from '../../accounts.ts';
import { isWithin, type Range } from '../../contract/bounds.ts';
import { ASSETS_MAX } from '../../events/event-records.ts';
import type { Finding, Kernel } from '../../contract/feature.ts';
import { CHAIN_STATUS, type DefineChainCoin, type SetChainStatus } from './commands.ts';
import type { ChainCoinChanged } from './events.ts';
import { chainOwner, CHAINS_MAX, FUNDING_HOUSE, FUNDING_REASON } from './reasons.ts';

/** So that an amount and its fee stay exact together. */
const AMOUNT_MAX = Math.floor(MAX_UNITS / 4);
/** The decimals that a chain's unit can have more than the ledger's. */
export const REST_DECIMALS_MAX = 15;
const BOUNDS = {
  chain: [1, CHAINS_MAX],
  restDecimals: [0, REST_DECIMALS_MAX],
  fee: [0, AMOUNT_MAX],
  minAmount: [1, AMOUNT_MAX],
  maxAmount: [1, AMOUNT_MAX],
} as const satisfies Partial<Record<keyof DefineChainCoin, Range>>;

export type ChainCoin = {
  -readonly [K in keyof Omit<ChainCoinChanged, 'type'>]: ChainCoinChanged[K];
} & {
  /** Units of approved withdrawals. */
  approved: number;
};

/** An amount as the chain counts it: whole units of the ledger, and smallest units beyond them. */
export interface ChainAmount {
  readonly units: number;
  readonly rest: number;
}

export class ChainCoins {
  readonly #coins = new Map<number, ChainCoin>();
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  find(chain: number, asset: number): ChainCoin | undefined {
    const coin = this.#coins.get(chain * ASSETS_MAX + asset);
    // Numbers beyond their ranges would name another coin.
    return coin?.chain === chain && coin.asset === asset ? coin : undefined;
  }

  /** By chain and asset. */
  all(): ChainCoin[] {
    return [...this.#coins].sort(([a], [b]) => a - b).map(([, coin]) => coin);
  }

  file(coin: ChainCoin): void {
    this.#coins.set(coin.chain * ASSETS_MAX + coin.asset, coin);
  }

  define(command: DefineChainCoin): RefusalName | null {
    const { chain, asset, restDecimals, costAsset, fee, minAmount, maxAmount } = command;
    if (this.#kernel.registry.assets[asset] === undefined) return 'wallet/unknown-asset';
    if (!isWithin(command, BOUNDS) || minAmount > maxAmount) return 'request/invalid';
    if (costAsset !== asset && this.find(chain, costAsset) === undefined) return 'wallet/chain-unknown';
    const there = this.find(chain, asset);
    // A rest is counted in the old decimals.
    if (there !== undefined && there.restDecimals !== restDecimals && there.rest > 0)
      return 'request/invalid';
    const status = this.#statusOf(chain);
    const { rest, approved } = there ?? { rest: 0, approved: 0 };
    const terms = { restDecimals, rest, costAsset, fee, minAmount, maxAmount, status };
    const coin = { chain, asset, ...terms, approved };
    this.file(coin);
    this.#report(coin);
    return null;
  }

  setStatus({ chain, status }: SetChainStatus): RefusalName | null {
    const coins = this.all().filter((coin) => coin.chain === chain);
    if (coins.length === 0) return 'wallet/chain-unknown';
    for (const coin of coins) {
      coin.status = status;
      this.#report(coin);
    }
    return null;
  }

  #statusOf(chain: number): number {
    return this.all().find((coin) => coin.chain === chain)?.status ?? CHAIN_STATUS.open;
  }

  /** Whole units that the house holds on the chain. */
  heldOn({ chain, asset }: ChainCoin): number {
    const account = this.#kernel.ledger.find(chainOwner(chain), WALLET.house, asset);
    return account < 0 ? 0 : 0 - this.#kernel.ledger.available(account);
  }

  isAmount({ restDecimals }: ChainCoin, { units, rest }: ChainAmount): boolean {
    const isRest = Number.isSafeInteger(rest) && rest >= 0 && rest < 10 ** restDecimals;
    return isRest && Number.isSafeInteger(units) && units >= 0;
  }

  /** Brings an amount in to an account, and what completes a whole unit to the treasury. */
  bringIn(
    coin: ChainCoin,
    { units, rest }: ChainAmount,
    {
      owner,
      wallet,
      reference,
    }: { readonly owner: number; readonly wallet: number; readonly reference: number },
  ): RefusalName | null {
    const { ledger } = this.#kernel;
    const { chain, asset } = coin;
    const carried = coin.rest + rest >= 10 ** coin.restDecimals ? 1 : 0;
    if (ledger.issued(asset) > MAX_UNITS - units - carried) return 'wallet/limit-reached';
    const from = chainOwner(chain);
    const to = ledger.account(owner, wallet, asset);
    if (units > 0) ledger.bringIn(from, asset, { to, units, reason: FUNDING_REASON.deposit, reference });
    if (carried > 0) {
      const treasury = ledger.account(PLATFORM.treasury, WALLET.house, asset);
      const reason = FUNDING_REASON['deposit-rest'];
      ledger.bringIn(from, asset, { to: treasury, units: carried, reason, reference });
    }
    this.#setRest(coin, coin.rest + rest - carried * 10 ** coin.restDecimals);
    return null;
  }

  /** Whether the chain has the amount besides `besides` units. */
  covers(coin: ChainCoin, amount: ChainAmount, besides = 0): boolean {
    return this.heldOn(coin) - besides - amount.units >= (amount.rest > coin.rest ? 1 : 0);
  }

  /** Books what the chain has charged. It has to cover it. */
  charge(coin: ChainCoin, { units, rest }: ChainAmount, reference: number): void {
    const { ledger } = this.#kernel;
    const { chain, asset } = coin;
    const borrowed = rest > coin.rest ? 1 : 0;
    if (units + borrowed > 0)
      ledger.move({
        from: ledger.account(FUNDING_HOUSE.networkCosts, WALLET.house, asset),
        to: ledger.account(chainOwner(chain), WALLET.house, asset),
        units: units + borrowed,
        reason: FUNDING_REASON['network-cost'],
        reference,
      });
    this.#setRest(coin, coin.rest - rest + borrowed * 10 ** coin.restDecimals);
  }

  #setRest(coin: ChainCoin, rest: number): void {
    if (coin.rest === rest) return;
    coin.rest = rest;
    this.#report(coin);
  }

  #report(coin: ChainCoin): void {
    const { chain, asset, restDecimals, rest, costAsset, fee, minAmount, maxAmount, status } = coin;
    const terms = { restDecimals, rest, costAsset, fee, minAmount, maxAmount, status };
    const event: ChainCoinChanged = { type: 'chain-coin-changed', chain, asset, ...terms };
    this.#kernel.log.emit(event);
  }

  /** No chain has paid out more than came in there. */
  findings(): Finding[] {
    return this.all().map((coin) => {
      const held = this.heldOn(coin);
      const { code } = this.#kernel.registry.assets[coin.asset]!;
      return {
        name: `${code}: chain ${coin.chain} has not paid out more than came in`,
        ok: held >= 0 && coin.rest < 10 ** coin.restDecimals,
        figures: `${held} units and ${coin.rest} of the chain's smallest are there, ${coin.approved} are approved`,
      };
    });
  }
}
