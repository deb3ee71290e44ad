/**
 * Brings a database to the current schema: runs every `migrations/NNNN-name.sql` here and in the
 * features, in numerical order, once, each in its own transaction.
 *
 * Convention: plain SQL that both engines run; one file per feature and change, with the next free
 * number; an applied file is never edited again. Its checksum is kept: the server refuses to start
 * if an old file has changed or is missing.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Database, Session } from './database.ts';

const FEATURES = path.join(import.meta.dirname, '../features');
/** The folders of the platform itself, of the chains and of each feature. */
const FOLDERS: readonly string[] = [
  path.join(import.meta.dirname, 'migrations'),
  path.join(import.meta.dirname, '../chains/migrations'),
  ...fs
    .readdirSync(FEATURES)
    .map((feature) => path.join(FEATURES, feature, 'migrations'))
    .filter((folder) => fs.existsSync(folder)),
];
const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;
/** Any constant works: it keeps two starting processes from migrating at once on PostgreSQL. */
const MIGRATION_LOCK_ID = 7_270_001;

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Applies the missing migrations and returns their names. Before it changes tables that are in use,
 * it becomes the writer: an older server that goes on writing would not write what a migration has
 * calculated from its rows. Throws 'locked' if such a server does not stop.
 */
export async function migrate(database: Database, migrations = readMigrations()): Promise<readonly string[]> {
  if (await isOutdated(database, migrations)) await database.writer.claim();
  return database.session(async (session) => {
    await session.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_ID]);
    try {
      return await applyMissing(session, migrations);
    } finally {
      await session.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK_ID]);
    }
  });
}

/** All migrations of the folders, by number. */
export function readMigrations(folders: readonly string[] = FOLDERS): readonly Migration[] {
  const files = folders
    .flatMap((folder) => fs.readdirSync(folder).map((name) => ({ folder, name })))
    .filter(({ name }) => name.endsWith('.sql'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const numbers = new Set<string>();
  return files.map(({ folder, name }) => {
    const number = FILE_NAME.exec(name)?.[1];
    if (number === undefined) throw new Error(`migration ${name}: the name must be NNNN-words.sql`);
    if (numbers.has(number)) throw new Error(`migration ${name}: the number ${number} is taken twice`);
    numbers.add(number);
    const sql = fs.readFileSync(path.join(folder, name), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/** Whether the tables exist and lack a migration. */
async function isOutdated(database: Database, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await database.query<{ there: boolean }>(
    "select to_regclass('migrations') is not null as there",
  );
  if (rows[0]?.there !== true) return false;
  const { rows: applied } = await database.query<{ name: string }>('select name from migrations');
  const names = new Set(applied.map(({ name }) => name));
  return names.size > 0 && migrations.some(({ name }) => !names.has(name));
}

async function applyMissing(session: Session, migrations: readonly Migration[]): Promise<readonly string[]> {
  await session.exec(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_ms bigint not null)',
  );
  const { rows } = await session.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  checkApplied(applied, migrations);
  const missing = migrations.filter(({ name }) => !applied.has(name));
  for (const migration of missing) await applyOne(session, migration);
  return missing.map(({ name }) => name);
}

function checkApplied(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  for (const [name, checksum] of applied) {
    const present = known.get(name);
    if (present === undefined) {
      throw new Error(
        `the database has migration ${name}, which this version does not know: it was made by a newer version`,
      );
    }
    if (present !== checksum)
      throw new Error(
        `migration ${name} was changed after it had been applied; put it back and add a new one`,
      );
  }
}

async function applyOne(session: Session, migration: Migration): Promise<void> {
  await session.exec('begin');
  try {
    await session.exec(migration.sql);
    await session.query('insert into migrations values ($1, $2, $3)', [
      migration.name,
      migration.checksum,
      Date.now(),
    ]);
    await session.exec('commit');
  } catch (error) {
    await session.exec('rollback');
    throw new Error(
      `migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}
