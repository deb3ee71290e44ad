/** Planted bugs in the projector, as in `planted-bugs.ts`. */
import type { Mutation } from './planted-order-bugs.ts';

const PIPELINE = 'apps/server/src/pipeline';
const PROJECTOR = `${PIPELINE}/projector/projector.ts`;
const WAITING = `${PIPELINE}/projector/waiting-rows.ts`;

export const PROJECTOR_BUGS: readonly Mutation[] = [
  {
    name: 'the projector drops a record',
    file: PROJECTOR,
    from: 'if (record.batch <= this.#projectedBatch) return',
    to: 'if (record.batch <= this.#projectedBatch || record.batch % 9 === 0) return',
  },
  {
    name: 'the projector writes a record twice after a start',
    file: PROJECTOR,
    from: 'if (record.batch <= this.#projectedBatch) return',
    to: 'if (record.batch < this.#projectedBatch) return',
  },
  {
    name: 'the projector swaps what happened in a record',
    file: PROJECTOR,
    from: 'const events = drainEvents(exchange);',
    to: 'const events = drainEvents(exchange).reverse();',
  },
  {
    name: 'the projector invents a command',
    file: PROJECTOR,
    from: 'return { fromBatch: this.#projectedBatch, batch, seq, writer',
    to: 'return { fromBatch: this.#projectedBatch, batch, seq: seq + 1, writer',
  },
  {
    name: 'the projector begins where its snapshot ends',
    file: PROJECTOR,
    from: 'this.#projectedBatch = projectedBatch;',
    to: 'this.#projectedBatch = Math.max(position.batch, projectedBatch - 1);',
  },
  {
    name: 'the projector goes on after a failed write',
    file: PROJECTOR,
    from: 'onError(this.#failure);',
    to: 'this.#failure = null;',
  },
  {
    name: 'another projector moves the position too',
    file: `${PIPELINE}/statement.ts`,
    from: 'where batch = $1 and writer = $4',
    to: '',
  },
  {
    name: 'the projector of a replaced writer goes on',
    file: `${PIPELINE}/statement.ts`,
    from: 'where batch = $1 and writer = $4',
    to: 'where batch = $1',
  },
  {
    name: 'another projector writes rows without the position',
    file: `${PIPELINE}/statement.ts`,
    from: "const FENCE = 'exists (select from t0)';",
    to: "const FENCE = 'true';",
  },
  {
    name: 'of two rows that wait the first is kept',
    file: WAITING,
    from: 'else this.#rows.set(name, mergedRow(this.#table, earlier, row));',
    to: '',
  },
  {
    name: 'rows that were written wait again',
    file: WAITING,
    from: '    this.#rows = new Map();\n    return',
    to: '    return',
  },
  {
    name: 'rows of one owner are taken for one row',
    file: WAITING,
    from: 'for (const column of key) name += `${row[column]}/`;',
    to: 'for (const column of key.slice(0, Math.max(1, key.length - 1))) name += `${row[column]}/`;',
  },
  {
    name: 'a change that waits keeps the values before it',
    file: `${PIPELINE}/projection.ts`,
    from: '[column, newer[column] ?? null] as const',
    to: '[column, there[column] ?? null] as const',
  },
  {
    name: 'sums that wait forget what was added before',
    file: `${PIPELINE}/projection.ts`,
    from: 'Number(a) + Number(b)',
    to: 'Number(b)',
  },
];
