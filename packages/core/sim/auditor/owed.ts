/** What a feature owes by asset, as the public books show it. */
import type { FeatureObligations } from '../../src/index.ts';

type Obligation = FeatureObligations['list'][number];

export interface Owed {
  /** Units of customers that are kept for an open item. */
  readonly customers: bigint;
  readonly now: bigint;
  readonly atMost: bigint;
  readonly nowInCoins?: bigint;
  readonly coinsWorth?: bigint;
  /** 0 for more of an item that was counted. */
  readonly count?: number;
}

export class OwedSums {
  readonly #sums = new Map<number, bigint[]>();

  add(asset: number, owed: Owed): void {
    const { customers, now, atMost, nowInCoins = 0n, coinsWorth = 0n, count = 1 } = owed;
    const sum = this.#sums.get(asset) ?? [];
    const more = [BigInt(count), customers, now, atMost, nowInCoins, coinsWorth];
    this.#sums.set(
      asset,
      more.map((units, i) => (sum[i] ?? 0n) + units),
    );
  }

  addTold({ asset, count, customers, owedNow, owedAtMost, inCoins }: Obligation): void {
    this.add(asset, {
      customers: BigInt(customers),
      now: BigInt(owedNow),
      atMost: BigInt(owedAtMost),
      nowInCoins: BigInt(inCoins?.now ?? 0),
      coinsWorth: BigInt(inCoins?.held ?? 0),
      count,
    });
  }

  /** Assets of which nothing is open are left out. */
  text(): string {
    const open = [...this.#sums].filter(([, sum]) => sum.some((units) => units > 0n));
    return open
      .sort(([a], [b]) => a - b)
      .map(([asset, sum]) => `${asset}: ${sum.join('/')}`)
      .join(', ');
  }
}
