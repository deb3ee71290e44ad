/** Assets, markets, prices and fees in the auditor, with independent BigInt arithmetic. */
import type {
  Command,
  DefineFeeTiers,
  DefineMarket,
  DefineSecondsContract,
  SetReferrer,
  Tick,
} from '../../src/index.ts';

export const MILLION = 1_000_000n;
const DAY_MS = 86_400_000;
const TIER_DAYS = 30;

export const floorDiv = (a: bigint, b: bigint): bigint => a / b;
export const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

export class AuditedMarket {
  definition: DefineMarket;
  readonly unitsPerLot: bigint;
  /** Price in ticks times lots, times this, divided by the next, gives quote units. */
  readonly #numerator: bigint;
  readonly #denominator: bigint;
  /** Also after its end. */
  isHalted = false;
  takesCancels = true;
  /** When it ends; 0: no notice was given. */
  closesMs = 0;
  isDelisted = false;
  /** When it opens; 0: nobody has said so. */
  opensMs = 0;
  index = 0;
  indexMs = 0;
  lastPrice = 0;
  contract: DefineSecondsContract | null = null;

  constructor(definition: DefineMarket, decimals: ReadonlyMap<number, number>) {
    this.definition = definition;
    const [base, quote] = [decimals.get(definition.base)!, decimals.get(definition.quote)!];
    this.unitsPerLot = 10n ** BigInt(base - definition.lotDecimals);
    this.#numerator = 10n ** BigInt(quote);
    this.#denominator = 10n ** BigInt(definition.priceDecimals + definition.lotDecimals);
  }

  /** Ends at a tick that its notice names; returns whether it has ended now. */
  endAt(tickMs: number): boolean {
    if (this.isDelisted || this.closesMs === 0 || tickMs < this.closesMs) return false;
    Object.assign(this, { isDelisted: true, isHalted: true, takesCancels: true, opensMs: 0 });
    return true;
  }

  /** Opens at a tick that has reached its time; returns whether it has opened now. */
  openAt(tickMs: number): boolean {
    if (this.opensMs === 0 || tickMs < this.opensMs) return false;
    Object.assign(this, { isHalted: false, takesCancels: true, opensMs: 0 });
    return true;
  }

  /** Whether it trades, or will at a time. */
  get isOpening(): boolean {
    return !this.isHalted || this.opensMs > 0;
  }

  /** What an order gets; null while the market trades. */
  get closed(): 'market/halted' | 'market/not-open' | null {
    if (!this.isHalted) return null;
    return this.opensMs > 0 ? 'market/not-open' : 'market/halted';
  }

  /** Whether no notice ends it before a time. */
  lastsUntil(timeMs: number): boolean {
    return this.closesMs === 0 || timeMs <= this.closesMs;
  }

  paid(price: number, lots: number): bigint {
    return floorDiv(BigInt(price) * BigInt(lots) * this.#numerator, this.#denominator);
  }

  needed(side: number, price: number, lots: number): bigint {
    if (side === 1) return BigInt(lots) * this.unitsPerLot;
    return ceilDiv(BigInt(price) * BigInt(lots) * this.#numerator, this.#denominator);
  }

  /** The highest price at which the quote units pay for lots, each cost rounded up. */
  priceFor(units: bigint, lots: number): number {
    const price = floorDiv(units * this.#denominator, BigInt(lots) * this.#numerator);
    return Number(price < 2n ** 30n ? price : 2n ** 30n - 1n);
  }

  /** Lots that the quote units buy. */
  lotsFor(units: bigint, price: number): number {
    return Number(floorDiv(units * this.#denominator, BigInt(price) * this.#numerator));
  }

  /** A price in ticks as an index price. */
  indexOf(price: number): number {
    return price * this.#indexPerTick;
  }

  get #indexPerTick(): number {
    return 10 ** (this.definition.indexDecimals - this.definition.priceDecimals);
  }

  /** The trigger of a trailing order, rounded away from the best index price. */
  trailed(
    best: number,
    { trailPpm, trail, isAbove }: { trailPpm: number; trail: number; isAbove: boolean },
  ): number {
    const per = MILLION * BigInt(this.#indexPerTick);
    const [rise, fall] = [MILLION + BigInt(trailPpm), MILLION - BigInt(trailPpm)];
    return isAbove
      ? Number(ceilDiv(BigInt(best) * rise, per)) + trail
      : Math.max(1, Number(floorDiv(BigInt(best) * fall, per)) - trail);
  }

  /** The reference price in ticks; 0 if there is none. */
  get reference(): number {
    if (this.index === 0) return this.lastPrice;
    const { indexDecimals, priceDecimals } = this.definition;
    return Math.max(1, Math.round(this.index / 10 ** (indexDecimals - priceDecimals)));
  }

  /** Whether a price lies within `bandPpm` of the reference. */
  isNear(price: number, bandPpm: number): boolean {
    const reference = BigInt(this.reference);
    const distance = floorDiv(reference * BigInt(bandPpm), MILLION);
    const away = BigInt(price) - reference;
    return reference === 0n || (away <= distance && -away <= distance);
  }
}

const TIERS_MAX = 16;

/** Whether fee tiers may be defined so: volumes rise from 0, shares are at most the whole. */
export function areTiers(tiers: Extract<Command, { type: 'define-fee-tiers' }>['tiers']): boolean {
  const isShare = (ppm: number): boolean => Number.isInteger(ppm) && ppm >= 0 && ppm <= 1_000_000;
  const isSound = tiers.every(
    ({ volume, makerSharePpm, takerSharePpm }, i) =>
      Number.isSafeInteger(volume) &&
      (i === 0 ? volume === 0 : volume > tiers[i - 1]!.volume) &&
      isShare(makerSharePpm) &&
      isShare(takerSharePpm),
  );
  return isSound && tiers.length > 0 && tiers.length <= TIERS_MAX;
}

/** Tiers by the volume of the last whole days, and referrers. */
export class AuditedFees {
  #tiers: DefineFeeTiers | null = null;
  readonly #referrers = new Map<number, SetReferrer>();
  /** Units by owner and day. Trades before the first tick count for its day. */
  readonly #volumes = new Map<number, Map<number, bigint>>();
  #day = 0;

  define(command: DefineFeeTiers): void {
    this.#tiers = command;
  }

  /** Whether volumes are counted in this asset, or in none yet. */
  isOf(asset: number): boolean {
    return this.#tiers === null || this.#tiers.asset === asset;
  }

  /** Whether volumes of another market are counted at this one's price. */
  isPricedBy({ definition }: AuditedMarket, markets: Iterable<AuditedMarket>): boolean {
    if (definition.quote !== this.#tiers?.asset) return false;
    return [...markets].some((other) => !other.isDelisted && other.definition.quote === definition.base);
  }

  refer(command: SetReferrer): void {
    this.#referrers.set(command.owner, command);
  }

  referrerOf(owner: number): SetReferrer | undefined {
    return this.#referrers.get(owner);
  }

  onTick({ tickMs }: Tick): void {
    const day = Math.floor(tickMs / DAY_MS);
    if (this.#day === 0)
      for (const days of this.#volumes.values()) {
        const before = days.get(0);
        if (before !== undefined) days.set(day, before);
        days.delete(0);
      }
    this.#day = day;
  }

  /**
   * Counts a trade. Trades in another quote asset are valued by the first market that prices it,
   * rounded down twice.
   */
  count(
    owner: number,
    trade: { readonly market: AuditedMarket; readonly paid: bigint },
    markets: Iterable<AuditedMarket>,
  ): void {
    const asset = this.#tiers?.asset;
    const { quote } = trade.market.definition;
    let units = trade.paid;
    if (asset === undefined) return;
    if (quote !== asset) {
      const pricing = [...markets]
        .sort((a, b) => a.definition.market - b.definition.market)
        .find(
          ({ definition, isDelisted }) =>
            !isDelisted && definition.base === quote && definition.quote === asset,
        );
      if (pricing === undefined) return;
      units = pricing.paid(pricing.reference, Number(floorDiv(units, pricing.unitsPerLot)));
    }
    const days = this.#volumes.get(owner) ?? new Map<number, bigint>();
    days.set(this.#day, (days.get(this.#day) ?? 0n) + units);
    this.#volumes.set(owner, days);
  }

  fee(owner: number, market: AuditedMarket, part: { units: bigint; isTaker: boolean }): bigint {
    const { makerFeePpm, takerFeePpm } = market.definition;
    const tier = this.#tierOf(owner);
    const share = BigInt((part.isTaker ? tier?.takerSharePpm : tier?.makerSharePpm) ?? 1_000_000);
    const rate = floorDiv(BigInt(part.isTaker ? takerFeePpm : makerFeePpm) * share, MILLION);
    return floorDiv(part.units * rate, MILLION);
  }

  /** Tier, volume of the last whole days, volume since midnight. */
  feeStateOf(owner: number): string {
    const tier = this.#tierOf(owner);
    const number = tier === undefined ? 0 : this.#tiers!.tiers.indexOf(tier);
    return [number, this.#volumeOf(owner), this.#volumes.get(owner)?.get(this.#day) ?? 0].join('/');
  }

  #tierOf(owner: number): DefineFeeTiers['tiers'][number] | undefined {
    const volume = this.#volumeOf(owner);
    return this.#tiers?.tiers.findLast((tier) => BigInt(tier.volume) <= volume);
  }

  #volumeOf(owner: number): bigint {
    let volume = 0n;
    for (const [day, units] of this.#volumes.get(owner) ?? [])
      if (day < this.#day && day >= this.#day - TIER_DAYS) volume += units;
    return volume;
  }
}
