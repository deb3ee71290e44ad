/** One case for operators, and its photos. Each look is in the log. */
import { PHOTO_SIDES, REJECTION_REASONS, type PhotoSide } from '@glasshouse/protocol/kyc';
import type { OfficeCase } from '@glasshouse/protocol/kyc/office';
import { sql, type Selectable } from 'kysely';
import { lookIntoQueue } from '../../../contract/queue-look.ts';
import type { Ports } from '../../../contract/ports.ts';
import { callingOperator, type FeatureHandlers, type Note } from '../../../http/handler.ts';
import { FairPool } from '../../../process/fair-pool.ts';
import type { Cases } from '../cases.ts';
import type { KycCasesTable } from '../tables.ts';
import { caseRows, readQueue, stateOf, type QueueParts } from './queue.ts';

export interface DetailParts extends QueueParts {
  readonly cases: Cases;
  readonly profileOf: Ports['people']['profile'];
  /** Add to the log of operators. */
  readonly note: Note;
  readonly look: Note;
}

const LISTED_MAX = 20;
/** Each photo is read as a whole: a queue of them must not keep others from the database. */
const READ_AT_ONCE = 2;
const NOT_FOUND = { error: 'request/not-found', field: 'id' } as const;

type Reads = 'kyc/get-queue' | 'kyc/get-case' | 'kyc/get-photo';
type StoredCase = Selectable<KycCasesTable>;

export const subjectOf = (caseId: number, userId: number): string => `case ${caseId} of user ${userId}`;

export function caseReadHandlers(parts: DetailParts): Pick<FeatureHandlers<'kyc'>, Reads> {
  const { cases, vault, note } = parts;
  const pool = new FairPool(READ_AT_ONCE);
  return {
    'kyc/get-queue': async (asked, caller) => {
      const page = await readQueue(parts, asked);
      const userIds = page.list.map(({ userId }) => userId);
      await lookIntoQueue(parts, caller, { act: 'kyc/get-queue', ...asked, userIds });
      return page;
    },
    'kyc/get-case': async ({ id }, caller) => {
      const stored = await storedCase(parts, id);
      if (stored === null) return NOT_FOUND;
      const subject = subjectOf(id, stored.user_id);
      await note(caller, { act: 'kyc/get-case', subject, detail: '' });
      return officeCase(parts, stored);
    },
    'kyc/get-photo': async ({ id, side }, caller) => {
      const stored = await storedCase(parts, id);
      if (stored === null) return NOT_FOUND;
      if (!(await vault.sidesOnFile(id)).includes(side)) return { ...NOT_FOUND, field: 'side' };
      const { name } = callingOperator(caller);
      const userId = stored.user_id;
      await note(caller, { act: 'kyc/get-photo', subject: subjectOf(id, userId), detail: side });
      await cases.recordLook({ caseId: id, userId, reviewer: name }, [side]);
      const jpeg = await pool.run(name, () => vault.openPhoto(id, side));
      return jpeg === null ? { ...NOT_FOUND, field: 'side' } : { jpegBase64: jpeg.toString('base64') };
    },
  };
}

async function storedCase(
  { database }: Pick<DetailParts, 'database'>,
  caseId: number,
): Promise<StoredCase | null> {
  const row = await database.kysely
    .selectFrom('kyc_cases')
    .selectAll()
    .where('case_id', '=', caseId)
    .executeTakeFirst();
  return row ?? null;
}

async function officeCase(parts: DetailParts, stored: StoredCase): Promise<OfficeCase> {
  const { database, vault, profileOf } = parts;
  const { case_id: caseId, user_id: userId } = stored;
  const [rows, profile, photos, duplicates, earlier, looks] = await Promise.all([
    caseRows(database, [stored]),
    profileOf(userId),
    vault.sidesOnFile(caseId),
    duplicatesOf(parts, stored),
    earlierOf(parts, stored),
    looksAt(parts, caseId),
  ]);
  return {
    ...rows[0]!,
    name: vault.open(stored.name_sealed, userId),
    number: vault.open(stored.number_sealed, userId),
    userSince: profile?.sinceTime ?? 0,
    maskedEmail: profile?.maskedEmail ?? '',
    photos,
    duplicates,
    earlier,
    looks,
    reviewer: stored.reviewer,
    rejection: rejectionOf(stored.reason),
    note: stored.note,
  };
}

const rejectionOf = (reason: string | null) => REJECTION_REASONS.find((each) => each === reason) ?? null;
const sideOf = (side: string): PhotoSide => PHOTO_SIDES.find((each) => each === side) ?? 'front';

/** Of other users: those with the same document first, then those that share a photo alone. */
async function duplicatesOf(
  { database }: Pick<DetailParts, 'database'>,
  { case_id, user_id, number_mac }: StoredCase,
): Promise<OfficeCase['duplicates']> {
  const { rows } = await sql<{
    case_id: number;
    user_id: number;
    state: number;
    submitted_ms: number;
    is_named: boolean;
  }>`
    select c.case_id, c.user_id, c.state, c.submitted_ms, bool_or(same.is_named) as is_named
    from (
      (select case_id, true as is_named from kyc_cases
        where number_mac = ${number_mac} order by case_id desc limit ${LISTED_MAX + 1})
      union all
      (select other.case_id, false from kyc_photos own
        join kyc_photos other on other.photo_mac = own.photo_mac and other.case_id <> own.case_id
        where own.case_id = ${case_id} and own.photo_mac is not null limit ${LISTED_MAX + 1})
    ) same
    join kyc_cases c using (case_id)
    where c.user_id <> ${user_id}
    group by c.case_id, c.user_id, c.state, c.submitted_ms
    order by is_named desc, c.case_id desc limit ${LISTED_MAX}`.execute(database.kysely);
  return rows.map(({ is_named, ...row }) => ({
    id: row.case_id,
    userId: row.user_id,
    state: stateOf(row.state),
    time: row.submitted_ms,
    by: is_named ? 'number' : 'photo',
  }));
}

async function earlierOf(
  { database }: Pick<DetailParts, 'database'>,
  { case_id, user_id }: StoredCase,
): Promise<OfficeCase['earlier']> {
  const rows = await database.kysely
    .selectFrom('kyc_cases')
    .select(['case_id', 'submitted_ms', 'state', 'reason'])
    .where('user_id', '=', user_id)
    .where('case_id', '<>', case_id)
    .orderBy('case_id', 'desc')
    .limit(LISTED_MAX)
    .execute();
  return rows.map((row) => ({
    id: row.case_id,
    time: row.submitted_ms,
    state: stateOf(row.state),
    rejection: rejectionOf(row.reason),
  }));
}

async function looksAt(
  { database }: Pick<DetailParts, 'database'>,
  caseId: number,
): Promise<OfficeCase['looks']> {
  const rows = await database.kysely
    .selectFrom('kyc_views')
    .select(['time_ms', 'side', 'reviewer'])
    .where('case_id', '=', caseId)
    .orderBy('view_id', 'desc')
    .limit(LISTED_MAX)
    .execute();
  return rows.map((row) => ({ time: row.time_ms, side: sideOf(row.side), operator: row.reviewer }));
}
