/**
 * Goal: whatever tables have rows, the projector's statement is one that PostgreSQL can tell from
 * all others, and there are few. Method: any selections of all tables, in any order.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createProjections } from '../../test/world.ts';
import { ProjectionStatements } from './statement.ts';

/** PostgreSQL cuts what is longer. */
const NAME_LENGTH_MAX = 63;

test('R12.1 D0042 each form has a name of its own, also of all tables, and what is sent fits it', () => {
  const tables = createProjections().map(({ table }) => table);
  const selections = fc.array(fc.subarray(tables, { minLength: 1 }), { minLength: 1, maxLength: 120 });
  fc.assert(
    fc.property(selections, (sent) => {
      const statements = new ProjectionStatements();
      const texts = new Map<string, string>();
      for (const [batch, selected] of [tables, ...sent].entries()) {
        const rows = tables.map((table) => ({ table, rows: selected.includes(table) ? [{}] : [] }));
        const { statement, params, counts } = statements.build(
          { fromBatch: batch, batch, seq: batch, writer: 1 },
          rows,
        );
        assert.ok(statement.name.length <= NAME_LENGTH_MAX);
        assert.equal(texts.get(statement.name) ?? statement.text, statement.text);
        texts.set(statement.name, statement.text);
        for (const { name } of selected) assert.match(statement.text, new RegExp(`insert into ${name} `));
        assert.equal(
          counts.reduce((sum, count) => sum + count, 0),
          selected.length + 1,
        );
        assert.equal(
          Math.max(...[...statement.text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n))),
          params.length,
        );
      }
      assert.ok(texts.size <= 32, `${texts.size} forms`);
    }),
    { numRuns: 30 },
  );
});
