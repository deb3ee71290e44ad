/**
 * Refuses data from before the first release, 0.2.0, whose journal and snapshots no code reads any
 * more. It is asked before anything of the data is changed.
 */
import type { Database } from './database.ts';

/** Of journal records and snapshots of 0.2.0. Lower versions were of earlier data. */
export const FIRST_RECORD_VERSION = 4;
export const FIRST_SNAPSHOT_VERSION = 2;

const REFUSAL =
  'This data was written by a version before 0.2.0, which this version does not read. Nothing was changed. Start the version that wrote it, or start this one with an empty database and an empty DATA_DIR (docs/operating/upgrades.md).';

/** Throws the sentence that the operator reads. */
export async function refuseEarlierData(database: Database): Promise<void> {
  const { rows: tables } = await database.query<{ there: boolean }>(
    "select to_regclass('journal') is not null and to_regclass('snapshots') is not null as there",
  );
  if (tables[0]?.there !== true) return;
  // A demo drops its journal before its snapshots, so there may be one of them alone.
  const { rows } = await database.query<{ isEarlier: boolean }>(
    `select
       coalesce((select version < $1 from journal order by batch limit 1), false)
       or coalesce((select version < $2 from snapshots order by seq limit 1), false) as "isEarlier"`,
    [FIRST_RECORD_VERSION, FIRST_SNAPSHOT_VERSION],
  );
  if (rows[0]?.isEarlier === true) throw new Error(REFUSAL);
}
