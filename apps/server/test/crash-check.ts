/**
 * Checks the disk after crashes: everything acknowledged is there exactly once, with the
 * acknowledged outcome.
 */
import type { Database } from '../src/db/database.ts';
import type { Acknowledged } from './crash-driver.ts';

export interface CrashFindings {
  readonly orders: number;
  readonly cancels: number;
  readonly transfers: number;
  readonly contracts: number;
  readonly refused: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
}

export async function checkAcknowledged(
  database: Database,
  acknowledged: Iterable<Acknowledged>,
): Promise<CrashFindings> {
  const tables = await readTables(database);
  const counts = { orders: 0, cancels: 0, transfers: 0, contracts: 0, refused: 0 };
  const lost: string[] = [];
  for (const { n, command, key, owner, outcome } of acknowledged) {
    const kept = tables.keys.get(`${owner}:${key}`);
    if (kept !== JSON.stringify([outcome.error, outcome.id, outcome.count])) lost.push(`the answer to ${n}`);
    if (outcome.error !== null) {
      counts.refused++;
    } else if (command.type === 'place-order') {
      counts.orders++;
      if (tables.orders.get(command.clientOrderId ?? '')?.id !== outcome.id) lost.push(`order ${n}`);
    } else if (command.type === 'cancel-order') {
      counts.cancels++;
      if (!tables.cancelled.has(command.order)) lost.push(`cancel ${n}`);
    } else if (command.type === 'transfer') {
      counts.transfers++;
      if (!tables.transfers.has(command.amount)) lost.push(`transfer ${n}`);
    } else if (command.type === 'open-position') {
      counts.contracts++;
      if (tables.positions.get(command.stake)?.id !== outcome.id) lost.push(`contract ${n}`);
    }
  }
  return { ...counts, lost, doubled: tables.doubled };
}

async function readTables(database: Database) {
  const doubled: string[] = [];
  const once = <K, V>(rows: readonly (readonly [K, V])[], what: string): Map<K, V> => {
    const map = new Map<K, V>();
    for (const [key, value] of rows) {
      if (map.has(key)) doubled.push(`${what} ${String(key)}`);
      map.set(key, value);
    }
    return map;
  };
  const orders = await database.query<{ id: number; name: string; status: number }>(
    'select order_id as id, client_order_id as name, status from spot_orders where client_order_id is not null',
  );
  const transfers = await database.query<{ amount: number }>(
    "select available as amount from postings where reason = 'transfer' and wallet = 1 and available > 0",
  );
  const positions = await database.query<{ id: number; stake: number }>(
    'select position_id as id, stake from positions',
  );
  const keys = await database.query<{ name: string; answer: string }>(
    `select owner || ':' || key as name, json_build_array(error, id, count)::text as answer from idempotency`,
  );
  return {
    orders: once(
      orders.rows.map((row) => [row.name, row]),
      'order',
    ),
    cancelled: new Set(orders.rows.filter(({ status }) => status === 2).map(({ id }) => id)),
    transfers: once(
      transfers.rows.map(({ amount }) => [amount, true]),
      'transfer',
    ),
    positions: once(
      positions.rows.map((row) => [row.stake, row]),
      'contract',
    ),
    keys: new Map(keys.rows.map(({ name, answer }) => [name, answer.replaceAll(', ', ',')])),
    doubled,
  };
}
