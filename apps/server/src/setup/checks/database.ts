/** PostgreSQL: reachable, new enough, durable, empty or ours, and it lets us make tables. */
import { openDatabase } from '../../db/open.ts';
import type { Database, Session } from '../../db/database.ts';
import { Findings, hidden, reasonOf, type Finding } from '../finding.ts';

const TABLES = `
  select table_name as name from information_schema.tables
  where table_schema = current_schema() and table_type = 'BASE TABLE'`;
const SETTINGS = `
  select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
    current_setting('max_connections')::int as connections`;
/** Of one server, with those of operating commands and of a backup. */
const CONNECTIONS_MIN = 20;
/** Both are there after the first start. */
const OURS = ['migrations', 'journal'] as const;

export async function checkDatabase(url: string): Promise<readonly Finding[]> {
  const findings = new Findings('PostgreSQL');
  let database: Database | null = null;
  try {
    database = await openDatabase({
      dataDir: '',
      databaseUrl: url,
      migrations: 'none',
      onFatal: (error) => findings.failed(reasonOf(error)),
    });
    await database.session(async (session) => look(session, findings));
  } catch (error) {
    findings.failed(`${hidden(url)}: ${reasonOf(error)}`);
  } finally {
    await database?.close();
  }
  return findings.all;
}

async function look(session: Session, findings: Findings): Promise<void> {
  const { rows } = await session.query<{ version: string; encoding: string; connections: number }>(SETTINGS);
  const { version, encoding, connections } = rows[0]!;
  findings.ok(`version ${version} answers`);
  if (encoding !== 'UTF8') findings.failed(`the database is encoded in ${encoding}; it has to be UTF8`);
  if (connections < CONNECTIONS_MIN)
    findings.failed(`max_connections is ${connections}; ${CONNECTIONS_MIN} are needed`);
  const names = (await session.query<{ name: string }>(TABLES)).rows.map(({ name }) => name);
  const isOurs = OURS.every((name) => names.includes(name));
  if (names.length === 0) findings.ok('the database is empty');
  else if (isOurs) findings.ok('the database is one of Glasshouse');
  else findings.failed(`the database has tables of something else, such as ${names[0]}`);
  await tryTable(session, findings);
}

async function tryTable(session: Session, findings: Findings): Promise<void> {
  await session.exec('begin');
  try {
    await session.exec('create table glasshouse_setup (id int)');
    findings.ok('tables can be made');
  } catch (error) {
    findings.failed(`no table can be made: ${reasonOf(error)}`);
  } finally {
    await session.exec('rollback');
  }
}
