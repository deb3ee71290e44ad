/**
 * Trading fees: a market's fees, reduced by the trader's volume of the last 30 whole days (UTC),
 * and the share of whoever invited the trader.
 *
 * Volume is quote units in one asset. Trades in another quote asset are valued at the index price
 * of its market in that asset, rounded down. Traders are identified by the ledger block of their
 * exchange wallet.
 */
import * as MONEY from '@glasshouse/money';
import type { RefusalName } from '@glasshouse/protocol';
import type { DefineFeeTiers, SetReferrer } from './commands.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Market, Registry } from '../../registry.ts';
import * as ACCOUNTS from '../../accounts.ts';
import * as REGISTRY from '../../registry.ts';

const { MAX_UNITS, mulDivFloor, mulPpmFloor, PPM } = MONEY;
const { WALLET } = ACCOUNTS;
const { MARKET_STATUS } = REGISTRY;

const DAY_MS = 86_400_000;
export const VOLUME_DAYS = 30;
const TIERS_MAX = 16;
const NO_ASSET = -1;

export interface FeeState {
  readonly tier: number;
  /** Units of the tiers' asset over the last 30 whole days, and since midnight (UTC). */
  readonly volume: number;
  readonly today: number;
}

export class Fees {
  declare private readonly ledger: Ledger;
  declare private readonly registry: Registry;
  definition: DefineFeeTiers | null = null;
  /**
   * Tier of a block at block * 2, its referrer's block (0: none) at block * 2 + 1, adjacent because
   * every trade reads both.
   */
  traders = new Int32Array(2 * 1024);
  /** By block: the volume since midnight, and the referrer's share of the fees. */
  today = new Float64Array(1024);
  shares = new Int32Array(1024);
  /**
   * Daily volumes of the traders who have any: day d at index d % VOLUME_DAYS, the sum at
   * VOLUME_DAYS.
   */
  readonly days = new Map<number, Float64Array>();
  /** The day (since 1970, UTC) of `today`; 0 before the first tick. */
  day = 0;

  constructor(parts: { ledger: Ledger; registry: Registry }) {
    this.ledger = parts.ledger;
    this.registry = parts.registry;
  }

  /** Makes room for a block. Called when a trader's account is opened. */
  fit(block: number): void {
    if (block < this.today.length) return;
    const length = Math.max(block + 1, this.today.length * 2);
    const { traders, today, shares } = this;
    this.traders = new Int32Array(length * 2);
    this.traders.set(traders);
    this.today = new Float64Array(length);
    this.today.set(today);
    this.shares = new Int32Array(length);
    this.shares.set(shares);
  }

  define(command: DefineFeeTiers): RefusalName | null {
    const { asset, tiers } = command;
    if (this.registry.assets[asset] === undefined) return 'wallet/unknown-asset';
    const isShaped =
      tiers.length >= 1 &&
      tiers.length <= TIERS_MAX &&
      tiers.every(
        (tier, i) =>
          (i === 0 ? tier.volume === 0 : tier.volume > tiers[i - 1]!.volume) &&
          Number.isSafeInteger(tier.volume) &&
          isShare(tier.makerSharePpm) &&
          isShare(tier.takerSharePpm),
      );
    // A change of the asset is refused, because existing volumes are in the old one.
    const isSameAsset = this.definition === null || this.definition.asset === asset;
    if (!isShaped || !isSameAsset) return 'request/invalid';
    this.definition = command;
    this.registry.markets.forEach((market) => market && this.price(market));
    for (let block = 0; block < this.today.length; block++) this.#rank(block);
    return null;
  }

  /**
   * Computes a market's fees for all tiers, rounded down. Called when the market or the tiers are
   * defined.
   */
  price(market: Market): void {
    const { makerFeePpm, takerFeePpm } = market.definition;
    const tiers = this.definition?.tiers ?? [{ makerSharePpm: PPM, takerSharePpm: PPM }];
    market.feePpm = Int32Array.from(
      tiers.flatMap((tier) => [
        mulPpmFloor(makerFeePpm, tier.makerSharePpm),
        mulPpmFloor(takerFeePpm, tier.takerSharePpm),
      ]),
    );
    market.volumeRate = this.#volumeRate(market);
  }

  /**
   * The market's `volumeRate`: 1: its quote units count as they are; 0: its trades do not count;
   * -1: its trades must be valued at an index price.
   */
  #volumeRate({ definition }: Market): number {
    const asset = this.definition?.asset ?? NO_ASSET;
    if (asset === NO_ASSET) return 0;
    return definition.quote === asset ? 1 : -1;
  }

  setReferrer(command: SetReferrer): RefusalName | null {
    const block = this.ledger.blockOf(command.owner, WALLET.exchange);
    const referrer = this.ledger.blockOf(command.referrer, WALLET.exchange);
    if (block === 0 || referrer === 0 || block === referrer) return 'wallet/account-unknown';
    if (!isShare(command.sharePpm) || this.traders[block * 2 + 1] !== 0) return 'request/invalid';
    this.traders[block * 2 + 1] = referrer;
    this.shares[block] = command.sharePpm;
    return null;
  }

  /**
   * Counts a trade in a quote asset other than the tiers'. Without an index price it counts as 0.
   */
  addValued(block: number, market: Market, quoteUnits: number): void {
    const { quote } = market.definition;
    const asset = this.definition?.asset ?? NO_ASSET;
    const pricing = this.registry.markets.find(
      (other) => other?.base === quote && other.quote === asset && other.status !== MARKET_STATUS.delisted,
    );
    if (pricing === undefined) return;
    const ticks = pricing.referencePrice();
    const lots = Math.floor(quoteUnits / pricing.unitsPerLot);
    const valued = ticks === 0 ? 0 : pricing.quoteFloor(ticks, lots);
    if (valued > 0) this.today[block] = this.today[block]! + valued;
  }

  /** The first tick of a new day adds the ended day to the sums and removes the oldest one. */
  onTick(tickMs: number): void {
    const day = Math.floor(tickMs / DAY_MS);
    if (day === this.day) return;
    if (this.day !== 0) {
      this.#endDay();
      // After a long pause, ends only the days that still count. All volumes are 0 after them.
      this.day = Math.max(this.day, day - VOLUME_DAYS - 1);
      while (this.day < day) this.#endDay();
    }
    this.day = day;
  }

  #endDay(): void {
    const at = this.day % VOLUME_DAYS;
    for (let block = 1; block < this.today.length; block++)
      if (this.today[block] !== 0 && !this.days.has(block))
        this.days.set(block, new Float64Array(VOLUME_DAYS + 1));
    for (const [block, days] of this.days) {
      countDay(days, at, this.today[block]!);
      if (days[VOLUME_DAYS] === 0) this.days.delete(block);
      this.#rank(block);
    }
    this.today.fill(0);
    this.day++;
  }

  #rank(block: number): void {
    const volume = this.days.get(block)?.[VOLUME_DAYS] ?? 0;
    const tier = this.definition?.tiers.findLastIndex((one) => one.volume <= volume) ?? 0;
    this.traders[block * 2] = Math.max(0, tier);
  }

  feeStateOf(owner: number): FeeState {
    const block = this.ledger.blockOf(owner, WALLET.exchange);
    const volume = this.days.get(block)?.[VOLUME_DAYS] ?? 0;
    return { tier: this.traders[block * 2]!, volume, today: Math.min(this.today[block]!, MAX_UNITS) };
  }

  referrerOf(owner: number): number {
    const block = this.ledger.blockOf(owner, WALLET.exchange);
    const referrer = block === 0 ? 0 : this.traders[block * 2 + 1]!;
    return referrer === 0 ? 0 : this.ledger.ownerOf(referrer);
  }

  /** The referrer's share of a fee, rounded down; the rest stays with the house. */
  shareOf(block: number, fee: number): number {
    return mulDivFloor(fee, this.shares[block]!, PPM);
  }
}

/**
 * Adds a day's volume. The volume and the sum are capped at the largest exact amount; no tier
 * begins beyond it.
 */
function countDay(days: Float64Array, at: number, units: number): void {
  days[at] = Math.min(units, MAX_UNITS);
  let sum = 0;
  for (let day = 0; day < VOLUME_DAYS; day++) sum = Math.min(sum + days[day]!, MAX_UNITS);
  days[VOLUME_DAYS] = sum;
}

const isShare = (ppm: number): boolean => Number.isInteger(ppm) && ppm >= 0 && ppm <= PPM;
