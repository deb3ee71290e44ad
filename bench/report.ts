/** Medians and plain tables for all benchmarks. */

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function table(title: string, rows: readonly Readonly<Record<string, string | number>>[]): void {
  console.log(`\n${title}`);
  console.table(rows);
}
