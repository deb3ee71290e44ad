/**
 * Matches the orders that this tab has sent with their results. A streamed row can precede the
 * reply to its order, so the last rows are kept.
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

  /** Sets the listener. Results before it appear in the lists only. */
  listen(tell: Tell): () => void {
    this.#tell = tell;
    return () => {
      if (this.#tell === tell) this.#tell = null;
    };
  }

  /** Called before another order for a holding: an earlier row is not the result of that order. */
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

/**
 * Whether a row is the result of the order. A sale that fails leaves the holding open, with a
 * reason.
 */
function isDecided({ status, orderedEnd, reason }: HoldingRow, kind: OrderKind): boolean {
  if (kind === 'buy') return status !== WAITING;
  return status > HOLDING || (orderedEnd === null && reason !== null);
}
