/** All open orders of the reader: there are at most 200. */

const PAGE_SIZE = 100;

interface OrdersPage<Row> {
  readonly list: readonly Row[];
  readonly nextCursor: string | null;
}
interface PageInput {
  readonly status: number;
  readonly cursor: string | undefined;
  readonly pageSize: number;
}

/** Reads every page of each state. */
export async function fetchOpen<Row>(
  statuses: readonly number[],
  read: (input: PageInput) => Promise<OrdersPage<Row>>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const status of statuses) {
    let cursor: string | undefined;
    do {
      const page: OrdersPage<Row> = await read({ status, cursor, pageSize: PAGE_SIZE });
      rows.push(...page.list);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
  return rows;
}
