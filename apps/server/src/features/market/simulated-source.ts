/**
 * The simulated market: seeded, correlated prices with calm and wild hours. The price of a second follows from the seed, the second and
 * the price before it, so a restart goes on where the last tick stood. Reference prices only; floating point is fine here, since no
 * money is computed with them: what leaves is an integer in index ticks.
 */

export interface SimulatedAsset {
  readonly code: string;
  /** In USDT, at the beginning of a new market. */
  readonly startPrice: number;
  /** Of the logarithm of the price, over a year. */
  readonly volatility: number;
  /** Share of the variance that comes from the market as a whole. */
  readonly correlation: number;
}

export const SIMULATED_ASSETS: readonly SimulatedAsset[] = [
  { code: 'BTC', startPrice: 90_000, volatility: 0.5, correlation: 0.8 },
  { code: 'ETH', startPrice: 3100, volatility: 0.65, correlation: 0.75 },
  { code: 'EOS', startPrice: 0.74, volatility: 0.9, correlation: 0.5 },
  { code: 'LTC', startPrice: 84, volatility: 0.7, correlation: 0.6 },
  { code: 'XRP', startPrice: 2.18, volatility: 0.8, correlation: 0.5 },
  { code: 'ADA', startPrice: 0.68, volatility: 0.85, correlation: 0.6 },
  { code: 'DOGE', startPrice: 0.162, volatility: 0.95, correlation: 0.55 },
  { code: 'SHIB', startPrice: 0.0000125, volatility: 1, correlation: 0.5 },
];

const YEAR_S = 365 * 86_400;
/** Prices are drawn back to where they started with this half-life, so that a demo of years stays plausible. */
const HALF_LIFE_S = 120 * 86_400;

export class SimulatedSource {
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed | 0;
  }

  startPrices(): number[] {
    return SIMULATED_ASSETS.map((asset) => asset.startPrice);
  }

  /** Prices in USDT, in the order of SIMULATED_ASSETS, `seconds` after `prices`, at the time `timeS`. */
  next(prices: readonly number[], timeS: number, seconds: number): number[] {
    const scale = this.volatilityAt(timeS) * Math.sqrt(seconds / YEAR_S);
    const common = this.#normal(timeS, 0);
    return SIMULATED_ASSETS.map((asset, i) => {
      const own = this.#normal(timeS, i + 1);
      const shock = Math.sqrt(asset.correlation) * common + Math.sqrt(1 - asset.correlation) * own;
      const pull = Math.log(asset.startPrice / prices[i]!) * (1 - 2 ** (-seconds / HALF_LIFE_S));
      return prices[i]! * Math.exp(pull + asset.volatility * scale * shock);
    });
  }

  /** How wild the market is: around 1, between 0.4 and 2.5, by slow and quick tides and the hour of the day. */
  volatilityAt(timeS: number): number {
    const slow = this.#tide(timeS / 14_400, 101);
    const quick = this.#tide(timeS / 1200, 102);
    const hour = Math.sin(((timeS % 86_400) / 86_400) * 2 * Math.PI - 2);
    return Math.min(2.5, Math.max(0.4, Math.exp(0.45 * slow + 0.3 * quick + 0.15 * hour)));
  }

  /** Smooth noise between about -1.5 and 1.5. */
  #tide(x: number, stream: number): number {
    const whole = Math.floor(x);
    const part = x - whole;
    const smooth = part * part * (3 - 2 * part);
    return this.#normal(whole, stream) * (1 - smooth) + this.#normal(whole + 1, stream) * smooth;
  }

  /** A normal deviate that depends on the seed, a number and a stream alone (Box and Muller). Cut at four deviations. */
  #normal(n: number, stream: number): number {
    const u = Math.max(1e-12, uniform(this.#seed, n, stream * 2));
    const v = uniform(this.#seed, n, stream * 2 + 1);
    const deviate = Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
    return Math.max(-4, Math.min(4, deviate));
  }
}

/** Between 0 and 1, from three integers (the finaliser of MurmurHash3). */
export function uniform(seed: number, n: number, stream: number): number {
  let x =
    Math.imul(seed ^ Math.imul(stream + 1, 0x9e3779b1), 0x85ebca6b) ^
    Math.imul(n | 0, 0xc2b2ae35) ^
    Math.imul(Math.floor(n / 2 ** 32), 0x27d4eb2f);
  for (let round = 0; round < 2; round++) {
    x ^= x >>> 16;
    x = Math.imul(x, 0x85ebca6b);
    x ^= x >>> 13;
    x = Math.imul(x, 0xc2b2ae35);
    x ^= x >>> 16;
    x = (x + 0x6d2b79f5) | 0;
  }
  return (x >>> 0) / 2 ** 32;
}
