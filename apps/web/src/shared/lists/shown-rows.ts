/** Shows the rows of a list that is loaded whole by tens: more of them on demand. */
import { useState } from 'react';
import type { ListState } from './PagedBody.tsx';

const PAGE_ROWS = 10;

export function useShownRows<Row>(rows: readonly Row[]): {
  readonly rows: readonly Row[];
  readonly more: NonNullable<ListState['more']>;
} {
  const [count, setCount] = useState(PAGE_ROWS);
  return {
    rows: rows.slice(0, count),
    more: {
      isThere: count < rows.length,
      isLoading: false,
      load: () => setCount(count + PAGE_ROWS),
    },
  };
}
