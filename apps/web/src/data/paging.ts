/** Decides whether a paged list continues (R4.9). */
export interface Page<T> {
  readonly list: readonly T[];
  readonly totalRow: number;
  readonly sum: number;
  /**
   * The cursor of the next page; null on the last one. In lists with cursors, `sum` counts the rows
   * of all times.
   */
  readonly nextCursor?: string | null;
}

/** The number of the next page, or undefined if the list ends. */
export function nextPage(pages: readonly Page<unknown>[]): number | undefined {
  const last = pages.at(-1);
  const loaded = pages.reduce((count, page) => count + page.list.length, 0);
  if (last === undefined || last.list.length === 0 || loaded >= last.sum || last.nextCursor === null)
    return undefined;
  return pages.length + 1;
}
