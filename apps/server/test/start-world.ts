/** A running pipeline on a database of its own, with the world of tests. */
import type { TestContext } from 'node:test';
import type { Database } from '../src/db/database.ts';
import { type RunningPipeline, startPipeline, type StartOptions } from '../src/pipeline/start.ts';
import { closeWith, type DatabasePlace, openPlace } from './engines.ts';
import { makeWorld, WORLD_PROJECTIONS } from './world.ts';

export interface Started extends RunningPipeline {
  readonly database: Database;
  readonly fatals: Error[];
  readonly notes: string[];
}

export async function startWorld(
  place: DatabasePlace,
  context: TestContext,
  options: Partial<StartOptions> = {},
): Promise<Started> {
  const fatals: Error[] = [];
  const notes: string[] = [];
  const database = await openPlace(place, context, fatals);
  const running = await startPipeline({
    database,
    projections: WORLD_PROJECTIONS,
    mode: 'production',
    onFatal: (error) => fatals.push(error),
    onNote: (note) => notes.push(note),
    ...options,
  });
  closeWith(database, running);
  await makeWorld(running.pipeline);
  return { ...running, database, fatals, notes };
}
