/**
 * Goal: the projector of a writer that was replaced writes nothing, whenever it wakes. Method: the
 * steps of two writers in turn, against both engines.
 */
import assert from 'node:assert/strict';
import { testOnBoth, openPlace } from '../../test/engines.ts';
import { readProjected, takeProjected } from './projected.ts';
import { ProjectionStatements } from './statement.ts';

testOnBoth(
  'R12.2 D0005 D0042 the projector of a writer that was replaced writes nothing, even before its successor',
  async (place, context) => {
    const database = await openPlace(place, context);
    const statements = new ProjectionStatements();
    const step = async (writer: number, fromBatch: number): Promise<boolean> => {
      const moved = { fromBatch, batch: fromBatch + 1, seq: fromBatch + 1, writer };
      const { statement, params } = statements.build(moved, []);
      const { rows } = await database.query<{ n0: number }>(statement.text, params);
      return Number(rows[0]?.n0) === 1;
    };
    const first = await takeProjected(database);
    assert.ok(await step(first.writer, first.batch));
    const second = await takeProjected(database);
    assert.equal(second.batch, first.batch + 1);
    // The first one wakes before the second has written: the position is still where it left it.
    assert.equal(await step(first.writer, second.batch), false);
    assert.deepEqual(await readProjected(database), second);
    assert.ok(await step(second.writer, second.batch));
  },
);
