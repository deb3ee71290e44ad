/**
 * Both database engines for tests: a fresh, empty, real database of each. Without PostgreSQL
 * binaries its tests are skipped, with a message.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test, type TestContext } from 'node:test';
import type { Database, DatabaseLimits } from '../src/db/database.ts';
import { nightly } from '../../../tools/nightly.ts';
import { openDatabase } from '../src/db/open.ts';
import type { RunningPipeline } from '../src/pipeline/start.ts';
import { placeCluster } from '../src/testing/embedded-cluster.ts';
import { findPostgresBinaries, startPostgres, type TestPostgres } from './postgres.ts';

/** The location of a database, with which another process can open it too. */
export interface DatabasePlace {
  readonly kind: Database['kind'];
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly limits?: DatabaseLimits;
}

export type EngineTest = (place: DatabasePlace, context: TestContext) => Promise<void>;

const MISSING = 'no PostgreSQL binaries in /usr/lib/postgresql or on the PATH';
let postgres: Promise<TestPostgres> | null = null;
let migrated: Promise<string> | null = null;
/** By their folder. */
const opened = new Map<string, Database[]>();
after(async () => {
  await (await postgres)?.stop();
});

interface EngineOptions {
  readonly migrations?: 'applied' | 'none';
  /** The engine of the default run, for a test of half a minute; at night it runs on both. */
  readonly byDefault?: Database['kind'];
}

/** Registers the test twice, once for each engine. */
export function testOnBoth(
  title: string,
  run: EngineTest,
  { migrations = 'applied', byDefault }: EngineOptions = {},
): void {
  for (const kind of ['embedded', 'postgres'] as const) {
    const atNight = nightly(`on ${byDefault}`).skip;
    const missing = kind === 'postgres' && findPostgresBinaries() === null ? MISSING : false;
    const skip = byDefault !== undefined && byDefault !== kind && atNight !== false ? atNight : missing;
    test(`${title} [${kind}]`, { skip }, async (context) =>
      run(await newPlace(kind, context, migrations), context),
    );
  }
}

/** A database with all tables, or without any. */
export async function newPlace(
  kind: Database['kind'],
  context: TestContext,
  migrations: 'applied' | 'none' = 'applied',
): Promise<DatabasePlace> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-test-'));
  context.after(async () => {
    // Before the folder is deleted: hooks after a test run in the order of their registration.
    for (const database of opened.get(dataDir) ?? []) await database.close();
    fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  if (kind === 'embedded') {
    await placeCluster(dataDir, migrations);
    return { kind, dataDir, databaseUrl: undefined };
  }
  const databaseUrl =
    migrations === 'applied' ? await newMigrated() : await (await sharedPostgres()).createDatabase();
  return { kind, dataDir, databaseUrl };
}

/** A database of the shared cluster with all tables: migrated once, then copied. */
export async function newMigrated(): Promise<string> {
  const cluster = await sharedPostgres();
  migrated ??= (async () => {
    const databaseUrl = await cluster.createDatabase();
    const database = await openDatabase({ dataDir: os.tmpdir(), databaseUrl, onFatal: () => {} });
    await database.close();
    return databaseUrl;
  })();
  return cluster.createDatabase(await migrated);
}

/** One cluster for all tests of a file. */
export function sharedPostgres(): Promise<TestPostgres> {
  postgres ??= startPostgres();
  return postgres;
}

/** Opens the database and closes it after the test; `fatals` collects its fatal errors. */
export async function openPlace(
  place: DatabasePlace,
  context: TestContext,
  fatals: Error[] = [],
): Promise<Database> {
  const database = await openDatabase({ ...place, onFatal: (error) => fatals.push(error) });
  opened.set(place.dataDir, [...(opened.get(place.dataDir) ?? []), database]);
  context.after(() => database.close());
  return database;
}

/** A test that only closes the database ends the projector's thread too. */
export function closeWith(database: Database, running: Pick<RunningPipeline, 'stop'>): void {
  const close = database.close.bind(database);
  database.close = async () => {
    await running.stop({ withoutSnapshot: true });
    await close();
  };
}
