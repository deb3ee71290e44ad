/** Moves labels apart so that none covers another. Pure. */

export interface SpreadRoom {
  /** The allowed positions of the first and the last label. */
  readonly from: number;
  readonly to: number;
  /** The least distance between two neighbours. */
  readonly step: number;
}

/**
 * Moves sorted positions as little as possible: overlapping ones share their mean (pool adjacent
 * violators).
 */
export function spread(places: readonly number[], { from, to, step }: SpreadRoom): readonly number[] {
  const blocks: { sum: number; count: number }[] = [];
  for (const [i, place] of places.entries()) {
    let block = { sum: place - i * step, count: 1 };
    for (let before = blocks.at(-1); before !== undefined; before = blocks.at(-1)) {
      if (before.sum / before.count < block.sum / block.count) break;
      blocks.pop();
      block = { sum: before.sum + block.sum, count: before.count + block.count };
    }
    blocks.push(block);
  }
  const latest = to - (places.length - 1) * step;
  return blocks
    .flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
    .map((start, i) => Math.max(from, Math.min(start, latest)) + i * step);
}
