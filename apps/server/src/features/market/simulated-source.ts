/**
 * The simulated market: correlated prices with calm and volatile hours. The price of a second
 * depends only on a secret key, the second and the previous price, so the prices of a downtime can
 * be computed later, exactly as they would have been. Reference prices only: floating point is
 * allowed because no money is computed with them, and the output is an integer in index ticks.
 */
import type { CoinPrices } from './index-prices.ts';
import { KeyedNoise } from './keyed-noise.ts';

export interface SimulatedAsset {
  readonly code: string;
  /** In USDT, at the start of a new market. */
  readonly startPrice: number;
  /** Yearly, of the logarithm of the price. */
  readonly volatility: number;
  /** Share of the variance that comes from the whole market. */
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
  // New coins: nobody sees their prices before their pairs begin to trade.
  { code: 'HELIO', startPrice: 0.25, volatility: 1.6, correlation: 0.3 },
  { code: 'TIDE', startPrice: 0.42, volatility: 1.8, correlation: 0.3 },
  { code: 'AUR', startPrice: 1.1, volatility: 1.7, correlation: 0.3 },
];

export const START_PRICES: CoinPrices = Object.fromEntries(
  SIMULATED_ASSETS.map(({ code, startPrice }) => [code, startPrice]),
);

/** Streams of the noise. A further number in one stream changes no other stream. */
const STREAM = { shocks: 0, slowTide: 1, quickTide: 2, volumes: 3 } as const;

const YEAR_S = 365 * 86_400;
/**
 * The half-life with which prices return to their start, so that a demo stays plausible for years.
 */
const HALF_LIFE_S = 120 * 86_400;
const TIDES_KEPT_MAX = 1000;

export class SimulatedSource {
  readonly #noise: KeyedNoise;
  /** A cache: each value is used many times during some minutes of the market. */
  readonly #tides = new Map<string, number>();

  /** Whoever knows the key (32 bytes) knows every price. */
  constructor(key: Uint8Array) {
    this.#noise = new KeyedNoise(key);
  }

  /** The prices at time `timeS`, which is `seconds` after `prices`. */
  next(prices: CoinPrices, timeS: number, seconds: number): CoinPrices {
    const scale = this.volatilityAt(timeS) * Math.sqrt(seconds / YEAR_S);
    const uniforms = this.#noise.draw(STREAM.shocks, timeS, 2 * (SIMULATED_ASSETS.length + 1));
    const common = normal(uniforms, 0);
    const next: Record<string, number> = {};
    SIMULATED_ASSETS.forEach((asset, i) => {
      const own = normal(uniforms, i + 1);
      const shock = Math.sqrt(asset.correlation) * common + Math.sqrt(1 - asset.correlation) * own;
      // A log of an earlier version has no prices of coins that came later.
      const price = prices[asset.code] ?? asset.startPrice;
      const pull = Math.log(asset.startPrice / price) * (1 - 2 ** (-seconds / HALF_LIFE_S));
      next[asset.code] = price * Math.exp(pull + asset.volatility * scale * shock);
    });
    return next;
  }

  /**
   * The volatility factor: around 1, between 0.4 and 2.5. It follows slow and quick waves and the
   * hour of the day.
   */
  volatilityAt(timeS: number): number {
    const slow = this.#tide(timeS / 14_400, STREAM.slowTide);
    const quick = this.#tide(timeS / 1200, STREAM.quickTide);
    const hour = Math.sin(((timeS % 86_400) / 86_400) * 2 * Math.PI - 2);
    return Math.min(2.5, Math.max(0.4, Math.exp(0.45 * slow + 0.3 * quick + 0.15 * hour)));
  }

  /** Two numbers between 0 and 1 for the volume of a candle of the history. */
  volumeNoise(market: number, candle: { timerS: number; openS: number }): readonly [number, number] {
    // A candle's number within its interval stays below 2^40, a market's below 2^10.
    const n = (candle.openS / candle.timerS) * 2 ** 10 + market;
    const [trades = 0, value = 0] = this.#noise.draw(STREAM.volumes + candle.timerS, n, 2);
    return [trades, value];
  }

  /** Smooth noise between about -1.5 and 1.5. */
  #tide(x: number, stream: number): number {
    const whole = Math.floor(x);
    const part = x - whole;
    const smooth = part * part * (3 - 2 * part);
    return this.#tideAt(stream, whole) * (1 - smooth) + this.#tideAt(stream, whole + 1) * smooth;
  }

  #tideAt(stream: number, n: number): number {
    const name = `${stream}/${n}`;
    const known = this.#tides.get(name);
    if (known !== undefined) return known;
    const drawn = normal(this.#noise.draw(stream, n, 2), 0);
    if (this.#tides.size >= TIDES_KEPT_MAX) this.#tides.clear();
    this.#tides.set(name, drawn);
    return drawn;
  }
}

/**
 * A normal deviate from the two uniform numbers at `pair` (Box and Muller), cut at four deviations.
 */
function normal(uniforms: Float64Array, pair: number): number {
  const u = Math.max(1e-12, uniforms[pair * 2]!);
  const v = uniforms[pair * 2 + 1]!;
  const deviate = Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
  return Math.max(-4, Math.min(4, deviate));
}
