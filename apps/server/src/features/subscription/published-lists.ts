/**
 * The list of a project as a file, and its digest. The file never changes once the project is
 * closed: `sha256sum` of what anybody has downloaded is the digest that was published.
 */
import { createHash } from 'node:crypto';
import type { AllocationLine } from '@glasshouse/protocol/subscription';
import type { Catalogue } from '../../contract/catalogue.ts';
import { csvText, type CsvColumn } from '../../http/csv.ts';
import type { Database } from '../../db/database.ts';
import type { Ports } from '../../contract/ports.ts';
import { wholeList } from './lists.ts';
import { allocationLineOf, isPublished } from './rows.ts';

export const LIST_COLUMNS: readonly CsvColumn<AllocationLine>[] = [
  { name: 'id', of: (line) => line.id },
  { name: 'amount', of: (line) => line.amount },
  { name: 'coins', of: (line) => line.coins },
  { name: 'cost', of: (line) => line.cost },
];

type Parts = Pick<Ports, 'database' | 'catalogue' | 'sequencer'>;

export async function* listLines(
  { database, catalogue }: { readonly database: Database; readonly catalogue: Catalogue },
  project: number,
): AsyncGenerator<AllocationLine[]> {
  for await (const rows of wholeList(database, project))
    yield rows.map((row) => allocationLineOf(catalogue, row));
}

export async function digestOf(
  parts: { readonly database: Database; readonly catalogue: Catalogue },
  project: number,
): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of csvText(LIST_COLUMNS, listLines(parts, project))) hash.update(chunk);
  return hash.digest('hex');
}

/** Digests by project, published once: in memory, in the table, and made where there is none. */
export class Digests {
  readonly #parts: Parts;
  readonly #known = new Map<number, string>();
  readonly #making = new Map<number, Promise<string>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The digest of a list; null until `keepUp` or `of` has published it. */
  known(project: number): string | null {
    return this.#known.get(project) ?? null;
  }

  /** The digest of a list, for a project whose list is published. */
  of(project: number): Promise<string> {
    const known = this.#known.get(project);
    if (known !== undefined) return Promise.resolve(known);
    const making = this.#making.get(project) ?? this.#publish(project);
    this.#making.set(project, making);
    return making.finally(() => this.#making.delete(project));
  }

  async #publish(project: number): Promise<string> {
    const { database, sequencer } = this.#parts;
    const stored = await this.#stored(project);
    if (stored !== undefined) return stored;
    const digest = await digestOf(this.#parts, project);
    await database.query(
      `insert into subscription_digests (project, digest, published_ms) values ($1, $2, $3)
       on conflict (project) do nothing`,
      [project, digest, sequencer.nowMs()],
    );
    // Whatever was published first stays.
    return (await this.#stored(project)) ?? digest;
  }

  async #stored(project: number): Promise<string | undefined> {
    const { database } = this.#parts;
    const row = await database.reads
      .selectFrom('subscription_digests')
      .select('digest')
      .where('project', '=', project)
      .executeTakeFirst();
    if (row !== undefined) this.#known.set(project, row.digest);
    return row?.digest;
  }

  /** Publishes what is closed, and reads what a process before this one has published. */
  async keepUp(): Promise<void> {
    const { catalogue, sequencer } = this.#parts;
    const { subscription } = catalogue.exchange.features;
    const closed = await sequencer.read(() =>
      [...subscription.projects.values()].filter(({ phase }) => isPublished(phase)),
    );
    for (const { terms } of closed) await this.of(terms.project);
  }
}
