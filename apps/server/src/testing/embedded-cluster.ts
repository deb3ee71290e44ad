/**
 * Embedded databases for tests. Creating one takes seconds, copying one does not: so one template
 * is created for each version of the migrations and copied from then on.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { openEmbeddedDatabase } from '../db/embedded/embedded-database.ts';
import { migrate, readMigrations } from '../db/migrate.ts';

const MODULES = path.resolve(import.meta.dirname, '../../../../node_modules');
const CACHE = path.join(MODULES, '.cache', 'glasshouse');
/** The database's folder within a data folder, and within a template. */
const CLUSTER = 'database';
/** What PostgreSQL adds to a cluster, a server never opens, and is most of the files. */
const OTHERS = ['template0', 'template1'];

/**
 * Puts a database into a data folder that has none; 'applied' means with all tables. A test that
 * calls this shows nothing about a server's start on an empty folder.
 */
export async function placeCluster(dataDir: string, migrations: 'applied' | 'none'): Promise<void> {
  const place = path.join(dataDir, CLUSTER);
  if (fs.existsSync(place)) return;
  const template = templateOf(migrations);
  if (!fs.existsSync(template)) await makeTemplate(template, migrations);
  fs.cpSync(path.join(template, CLUSTER), place, { recursive: true });
}

/** The folder of the template. Its name depends on PGlite, on the migrations and on this file. */
function templateOf(migrations: 'applied' | 'none'): string {
  const pglite = fs.readFileSync(path.join(MODULES, '@electric-sql', 'pglite', 'package.json'), 'utf8');
  const hash = createHash('sha256')
    .update(pglite)
    .update(fs.readFileSync(import.meta.filename));
  if (migrations === 'applied')
    for (const { name, checksum } of readMigrations()) hash.update(`${name} ${checksum}\n`);
  return path.join(CACHE, `cluster-${migrations}-${hash.digest('hex').slice(0, 16)}`);
}

/** Creates the template. Several test files may do so at once: the first one wins. */
async function makeTemplate(template: string, migrations: 'applied' | 'none'): Promise<void> {
  const own = `${template}.${process.pid}`;
  const database = await openEmbeddedDatabase({ dataDir: own, onFatal: () => {} });
  if (migrations === 'applied') await migrate(database);
  for (const name of OTHERS) {
    await database.exec(`alter database ${name} is_template false`);
    await database.exec(`drop database ${name}`);
  }
  await database.close();
  try {
    fs.renameSync(own, template);
  } catch (error) {
    fs.rmSync(own, { recursive: true, force: true });
    if (!fs.existsSync(template)) throw error;
  }
}
