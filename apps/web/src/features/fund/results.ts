/**
 * What became of the orders that this tab has sent. A row can come before the reply to its order,
 * so the last rows are kept.
 */
import type { HoldingRow } from '@glasshouse/protocol/fund';

export type OrderKind = 'buy' | 'end';
type Tell = (row: HoldingRow, kind: OrderKind) => void;

const ROWS_MAX = 50;
const WAITING = 0;
const HOLDING = 1;

export class Results {
  readonly #awaited = new Map<string, OrderKind>();
  readonly #rows = new Map<string, HoldingRow>();
  #tell: Tell | null = null;

  /** Until somebody listens, results are only in the lists. */
  listen(tell: Tell): () => void {
    this.#tell = tell;
    return () => {
      if (this.#tell === tell) this.#tell = null;
    };
  }

  /** Before another order for a holding: what was known of it is no result of that. */
  forget(id: string): void {
    this.#rows.delete(id);
  }

  expect(id: string, kind: OrderKind): void {
    this.#awaited.set(id, kind);
    this.#look(id);
  }

  see(row: HoldingRow): void {
    this.#rows.delete(row.id);
    this.#rows.set(row.id, row);
    for (const id of this.#rows.keys()) if (this.#rows.size > ROWS_MAX) this.#rows.delete(id);
    this.#look(row.id);
  }

  #look(id: string): void {
    const kind = this.#awaited.get(id);
    const row = this.#rows.get(id);
    if (kind === undefined || row === undefined || !isDecided(row, kind)) return;
    this.#awaited.delete(id);
    this.#tell?.(row, kind);
  }
}

/** A sale without effect leaves a holding whose reason says why. */
function isDecided({ status, orderedEnd, reason }: HoldingRow, kind: OrderKind): boolean {
  if (kind === 'buy') return status !== WAITING;
  return status > HOLDING || (orderedEnd === null && reason !== null);
}
