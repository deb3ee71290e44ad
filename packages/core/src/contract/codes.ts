/** Numbers that stand for names in the journal, in events and in tables: each for one name. */

type Entry = readonly [name: string, code: number];

/**
 * The names by their codes. Throws if two share one, and says which code is free: the one above all
 * others, but for those of a range of its own.
 */
export function namesByCode(
  what: string,
  entries: readonly Entry[],
  isApart: (code: number) => boolean = () => false,
): string[] {
  const names: string[] = [];
  for (const [name, code] of entries) {
    const other = names[code];
    if (other !== undefined) {
      const used = entries.map((entry) => entry[1]).filter((one) => !isApart(one));
      const free = Math.max(...used) + 1;
      throw new Error(`${what} ${name} has the code of ${other}, ${code}: the next free one is ${free}`);
    }
    names[code] = name;
  }
  return names;
}
