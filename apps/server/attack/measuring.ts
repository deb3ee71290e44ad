/** Waiting, quantiles, bounded concurrency, and addresses for attacks from many networks. */

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** The value below which this share of all values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Runs `work` for 0 to count - 1 with bounded concurrency. */
export async function inTurn(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
}

/** Loopback addresses that are unique to a `group` (1 to 250): networks of one neighbourhood. */
export const addressOf = (group: number, index: number): string =>
  `127.${group}.${Math.floor(index / 250)}.${1 + (index % 250)}`;
