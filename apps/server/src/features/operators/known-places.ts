/**
 * The areas from which operators have signed in. Sign-ins from there have a line of their own, so
 * that strangers who try passwords do not keep operators out (D0016).
 */
import type { Database } from '../../db/database.ts';
import { areaOf } from '../../values/network.ts';

/** Forgotten when nobody has signed in from there for this long. */
export const PLACE_KEPT_MS = 90 * 86_400_000;
/** Of one operator, those of the last sign-ins. */
export const PLACES_MAX = 20;

export class KnownPlaces {
  readonly #database: Database;
  readonly #now: () => number;
  #areas: ReadonlySet<string> = new Set();

  constructor(database: Database, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
  }

  /** Reads the areas of the operators who may sign in. */
  async load(): Promise<void> {
    const rows = await this.#database.reads
      .selectFrom('operator_places as place')
      .innerJoin('operators', 'operators.name', 'place.name')
      .select('area')
      .where('disabled_ms', 'is', null)
      .execute();
    this.#areas = new Set(rows.map(({ area }) => area));
  }

  /** When each operator has signed in last, as long as it is kept. */
  async lastSignIns(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.reads
      .selectFrom('operator_places')
      .select(({ fn }) => ['name', fn.max('seen_ms').as('last')])
      .groupBy('name')
      .execute();
    return new Map(rows.map(({ name, last }) => [name, last]));
  }

  has(network: string): boolean {
    return this.#areas.has(areaOf(network));
  }

  async add(name: string, network: string): Promise<void> {
    const [area, seen_ms] = [areaOf(network), this.#now()];
    await this.#database.kysely
      .insertInto('operator_places')
      .values({ name, area, seen_ms })
      .onConflict((conflict) => conflict.columns(['name', 'area']).doUpdateSet({ seen_ms }))
      .execute();
    this.#areas = new Set([...this.#areas, area]);
  }

  /**
   * Forgets old places, and of each operator those beyond the last ones. Those of disabled
   * operators are kept, but do not count until they are enabled again. Runs once a minute.
   */
  async keepUp(): Promise<void> {
    await this.#database.query(
      `delete from operator_places where seen_ms <= $1 or (name, area) in (
         select name, area from (
           select name, area, row_number() over (partition by name order by seen_ms desc, area) as place
           from operator_places) as ordered
         where place > $2)`,
      [this.#now() - PLACE_KEPT_MS, PLACES_MAX],
    );
    await this.load();
  }
}
