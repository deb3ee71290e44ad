/**
 * Compares memory with the tables for the audit. Every check reports its figures, so that a pass
 * differs visibly from a check that found nothing to compare.
 */
import type { Exchange } from '@glasshouse/core';
import type { Session } from '../db/database.ts';
import type { Projection, ProjectionTable } from './projection.ts';
import { type JournalPosition } from './record.ts';

export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly figures: string;
}

/** All products, and the tables of all. */
export interface Audited {
  readonly products: readonly CrossChecked[];
  readonly projections: readonly Projection[];
}

export interface AuditSubject extends Audited {
  readonly exchange: Exchange;
  readonly position: JournalPosition;
}

/** The most differences that one finding lists. */
const NAMED_MAX = 5;

/** What the audit needs of a product (`product.ts`). */
export interface CrossChecked {
  readonly crossChecks: (session: Session, exchange: Exchange) => Promise<readonly Finding[]>;
}

/** `exchange` must be the state after the last batch in `session`'s view of the tables. */
export async function crossCheck(
  session: Session,
  { exchange, position, products, projections }: AuditSubject,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { crossChecks } of products) findings.push(...(await crossChecks(session, exchange)));
  const tables = projections.map(({ table }) => table);
  return [...findings, await checkEnds(session, position, tables)];
}

export function finding(name: string, figures: string, differences: readonly string[]): Finding {
  if (differences.length === 0) return { name, ok: true, figures };
  const named = differences.slice(0, NAMED_MAX).join('; ');
  return { name, ok: false, figures: `${differences.length} differ of ${figures}: ${named}` };
}

/** Differences between facts by id, one set from memory and one from the table. */
export function differencesOf(
  memory: ReadonlyMap<number, string>,
  table: readonly (readonly [number, string])[],
): string[] {
  const inTable = new Map(table);
  const differences: string[] = [];
  for (const [id, facts] of memory) {
    if (inTable.get(id) !== facts)
      differences.push(`${id} is ${facts}, the table says ${inTable.get(id) ?? 'nothing'}`);
  }
  for (const [id, facts] of inTable)
    if (!memory.has(id)) differences.push(`${id} is not open, the table says ${facts}`);
  return differences;
}

const OF_COMMAND = 'error is null or reply is null';

/** `position`: the end of the journal, with which keys are committed. */
export async function checkKeys(session: Session, position: JournalPosition): Promise<Finding> {
  const { rows } = await session.query<{ keys: number; commands: number; last: number | null }>(
    // A refusal that was decided without a command has a reply and no command of its own.
    `select count(*) filter (where ${OF_COMMAND}) as keys,
       count(distinct seq) filter (where ${OF_COMMAND}) as commands, max(seq) as last from idempotency`,
  );
  const { keys, commands, last } = rows[0] ?? { keys: 0, commands: 0, last: null };
  const differences: string[] = [];
  if (keys !== commands) differences.push(`${keys} keys name ${commands} commands`);
  if ((last ?? 0) > position.seq)
    differences.push(`key of command ${last}, the journal ends at ${position.seq}`);
  return finding('every idempotency key names one command of the journal', `${keys} keys`, differences);
}

/** No table may contain a command that the journal lacks. */
async function checkEnds(
  session: Session,
  position: JournalPosition,
  tables: readonly ProjectionTable[],
): Promise<Finding> {
  const columns = tables.flatMap(({ name, columns: all }) =>
    ['changed_seq', 'seq'].filter((column) => column in all).map((column) => [name, column] as const),
  );
  const texts = [...columns, ['snapshots', 'seq'] as const].map(
    ([name, column]) => `select '${name}' as name, max(${column}) as last from ${name}`,
  );
  const { rows } = await session.query<{ name: string; last: number | null }>(texts.join(' union all '));
  const beyond = rows.filter(({ last }) => (last ?? 0) > position.seq);
  return finding(
    'no table goes beyond the journal',
    `${rows.length} tables, ${position.seq} commands`,
    beyond.map(({ name, last }) => `${name} knows command ${last}`),
  );
}
