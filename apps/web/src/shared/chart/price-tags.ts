/**
 * Places the tags of price lines so that all are readable: each at its line, moved a little, or one
 * tag for several lines. Pure.
 */

import { spread } from './spread.ts';

export interface TaggedLine {
  /** Pixels from the top of the pane. */
  readonly y: number;
  readonly side: 'buy' | 'sell';
}
export interface PriceTag<Line> {
  /** The middle of the tag. */
  readonly y: number;
  /**
   * The tag's lines. The first is the one nearest to the market: a buy's highest, a sell's lowest.
   */
  readonly lines: readonly [Line, ...Line[]];
}
export interface TagRoom {
  readonly height: number;
  /** The middles of other tags, which cannot move. */
  readonly taken: readonly number[];
}
/** The least distance between the middles of two tags. */
export const TAG_PX = 18;
/** If tags would be moved farther than this from their lines, two of them are merged. */
const AWAY_PX = TAG_PX;

/** The tags of the lines within the pane, from the top. Only lines of one side share a tag. */
export function placeTags<Line extends TaggedLine>(
  lines: readonly Line[],
  room: TagRoom,
): readonly PriceTag<Line>[] {
  const ranges = freeRanges(room);
  let groups: readonly Group<Line>[] = lines
    .filter(({ y }) => y >= 0 && y <= room.height)
    .toSorted((a, b) => a.y - b.y)
    .map((line): Group<Line> => [line]);
  for (;;) {
    const homes = groups.map(([{ y }]) => homeOf(y, ranges));
    const ys = ranges.flatMap((range) =>
      spread(
        homes.filter((home) => home.range === range).map(({ y }) => y),
        { ...range, step: TAG_PX },
      ),
    );
    const crowded = ys.some((y, i) => Math.abs(y - (homes[i]?.y ?? y)) > AWAY_PX);
    const closest = crowded || isFull(homes) ? closestOf(groups) : undefined;
    if (closest === undefined) return groups.map((own, i) => ({ y: ys[i] ?? 0, lines: own }));
    groups = joined(groups, closest);
  }
}

type Group<Line> = readonly [Line, ...Line[]];
interface Range {
  readonly from: number;
  readonly to: number;
}
interface Home {
  readonly y: number;
  readonly range: Range;
}

/** The allowed positions of a tag's middle; never empty. */
function freeRanges({ height, taken }: TagRoom): readonly Range[] {
  const last = Math.max(TAG_PX / 2, height - TAG_PX / 2);
  const ranges: Range[] = [];
  let from = TAG_PX / 2;
  for (const middle of taken.toSorted((a, b) => a - b)) {
    const to = Math.min(last, middle - TAG_PX);
    if (to >= from) ranges.push({ from, to });
    from = Math.max(from, middle + TAG_PX);
  }
  if (from <= last || ranges.length === 0) ranges.push({ from: Math.min(from, last), to: last });
  return ranges;
}

/** The nearest free position. */
function homeOf(y: number, ranges: readonly Range[]): Home {
  const homes = ranges.map((range) => ({ y: Math.min(Math.max(y, range.from), range.to), range }));
  return homes.reduce((best, home) => (Math.abs(home.y - y) < Math.abs(best.y - y) ? home : best));
}

function isFull(homes: readonly Home[]): boolean {
  return homes.some(({ range }) => {
    const count = homes.filter((home) => home.range === range).length;
    return (count - 1) * TAG_PX > range.to - range.from;
  });
}

/** The index of the group that is nearest to the next one of its side. */
function closestOf<Line extends TaggedLine>(groups: readonly Group<Line>[]): number | undefined {
  let closest: { index: number; gap: number } | undefined;
  for (let index = 0; index + 1 < groups.length; index++) {
    const [upper, lower] = [groups[index]?.[0], groups[index + 1]?.[0]];
    if (upper === undefined || lower === undefined || upper.side !== lower.side) continue;
    const gap = lower.y - upper.y;
    if (closest === undefined || gap < closest.gap) closest = { index, gap };
  }
  return closest?.index;
}

function joined<Line extends TaggedLine>(
  groups: readonly Group<Line>[],
  index: number,
): readonly Group<Line>[] {
  const [upper, lower] = [groups[index], groups[index + 1]];
  if (upper === undefined || lower === undefined) return groups;
  const both: Group<Line> = upper[0].side === 'buy' ? [...upper, ...lower] : [...lower, ...upper];
  return [...groups.slice(0, index), both, ...groups.slice(index + 2)];
}
