/**
 * The postings of one record, oldest first, each with its other side. A record of somebody else is
 * missing, and so is one that has moved nothing.
 */
import type { Refusal } from '@glasshouse/protocol';
import type { RecordKind, RecordPosting } from '@glasshouse/protocol/wallet';
import { formatDecimal } from '@glasshouse/money';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Database } from '../../db/database.ts';
import { isNamedByCommand, reasonsOf, recordOf, termsOf } from './other-sides.ts';
import { OWN_MOVES } from './posting-kinds.gen.ts';
import type { PostingsTable } from './tables.ts';

export interface RecordQuery {
  readonly owner: number;
  readonly kind: RecordKind;
  readonly id: string;
  readonly pageSize: number;
  readonly cursor?: string | undefined;
}

type Posting = Selectable<PostingsTable>;
type Other = RecordPosting['others'][number];

/** Both postings of a transfer make one line. */
const PAIR = 2;

export async function readRecordPostings(
  { database, catalogue }: { readonly database: Database; readonly catalogue: Catalogue },
  query: RecordQuery,
): Promise<{ readonly list: RecordPosting[]; readonly nextCursor: string | null } | Refusal> {
  const pageSize = query.kind === 'transfer' ? PAIR : query.pageSize;
  const after = cursorOf(query.cursor);
  const branches = query.kind === 'order' ? orderBranches(query, after) : [ownBranch(query)];
  const found = await readPostings(database, { branches, after, limit: pageSize + 1 });
  if (found.length === 0) return { error: 'request/not-found', field: 'id' };
  const rows = found.slice(0, pageSize);
  const shares = await sharesOf(database, catalogue, { owner: query.owner, rows });
  const last = rows.at(-1);
  return {
    list: linesOf(catalogue, { rows, found }, shares),
    nextCursor: found.length > rows.length && last !== undefined ? cursorAt(rows, after, last) : null,
  };
}

/** The last shown posting, and the last trade of which a posting was shown. */
interface Cursor {
  readonly seq: number;
  readonly ordinal: number;
  readonly trade: number;
}

function cursorOf(text: string | undefined): Cursor {
  const [seq = 0, ordinal = -1, trade = 0] = text === undefined ? [] : text.split('-').map(Number);
  return { seq, ordinal, trade };
}

function cursorAt(rows: readonly Posting[], { trade }: Cursor, last: Posting): string {
  const trades = rows.filter(({ reason }) => termsOf(reason).record === 'fill');
  return `${last.seq}-${last.ordinal}-${trades.at(-1)?.reference ?? trade}`;
}

function ownBranch({ owner, kind, id }: RecordQuery): RawBuilder<unknown> {
  // No reason is a text that no posting has.
  const { reasons, number } = recordOf(kind, id);
  const named = isNamedByCommand(kind) ? sql`reference = 0 and seq = ${number}` : sql`reference = ${number}`;
  const list = sql.join([...reasons, '']);
  return sql`select * from postings where owner = ${owner} and ${named} and reason in (${list})`;
}

/**
 * An order's own postings, and those of its fills, which refer to their trade. Each fill has at
 * least one posting, so no more fills than postings are needed.
 */
function orderBranches(query: RecordQuery, after: Cursor): readonly RawBuilder<unknown>[] {
  const { owner, id, pageSize } = query;
  const reasons = sql.join(reasonsOf('fill'));
  const fills = (side: 'taker' | 'maker') =>
    sql`select p.* from (
        select trade_id from spot_fills
        where ${sql.ref(side)} = ${owner} and ${sql.ref(side)} >= 1000
          and ${sql.ref(`${side}_order`)} = ${Number(id)} and trade_id >= ${after.trade}
        order by trade_id limit ${pageSize + 2}
      ) f cross join lateral (
        select * from postings where owner = ${owner} and reference = f.trade_id and reason in (${reasons})
      ) p`;
  return [ownBranch(query), fills('taker'), fills('maker')];
}

async function readPostings(
  database: Database,
  {
    branches,
    after,
    limit,
  }: {
    readonly branches: readonly RawBuilder<unknown>[];
    readonly after: Cursor;
    readonly limit: number;
  },
): Promise<readonly Posting[]> {
  const { rows } = await sql<Posting>`
    select * from (${sql.join(branches, sql` union all `)}) as found
    where (seq, ordinal) > (${after.seq}, ${after.ordinal})
    order by seq, ordinal limit ${limit}`.execute(database.kysely);
  return rows;
}

/** The parts of the owner's fees that went to the user who invited them, by trade and asset. */
async function sharesOf(
  { reads }: Database,
  { exchange }: Catalogue,
  { owner, rows }: { readonly owner: number; readonly rows: readonly Posting[] },
): Promise<ReadonlyMap<string, number>> {
  const referrer = exchange.features.spot.fees.referrerOf(owner);
  const trades = rows.filter(({ reason }) => reason === 'fee').map(({ reference }) => reference);
  if (referrer === 0 || trades.length === 0) return new Map();
  const found = await reads
    .selectFrom('postings')
    .select(['reference', 'asset', 'available'])
    .where('owner', '=', referrer)
    .where('owner', '>=', 1000)
    .where('reason', '=', 'referral')
    .where('reference', 'in', [...new Set(trades)])
    .execute();
  return new Map(found.map(({ reference, asset, available }) => [`${reference}/${asset}`, available]));
}

function linesOf(
  catalogue: Catalogue,
  { rows, found }: { readonly rows: readonly Posting[]; readonly found: readonly Posting[] },
  shares: ReadonlyMap<string, number>,
): RecordPosting[] {
  return rows.flatMap((row) => {
    const isMove = OWN_MOVES.has(row.reason);
    // The receiving account is the other side of the sending one.
    if (isMove && unitsOf(row) > 0) return [];
    const partner = isMove ? found.find((other) => isPartner(row, other)) : undefined;
    return [lineOf(catalogue, row, { partner, share: shares.get(`${row.reference}/${row.asset}`) ?? 0 })];
  });
}

const partOf = (posting: Posting | undefined): 'available' | 'frozen' =>
  posting !== undefined && posting.available === 0 ? 'frozen' : 'available';

/** The change of an account: available and frozen units together. */
const unitsOf = ({ available, frozen }: Posting): number => available + frozen;

const isPartner = (row: Posting, other: Posting): boolean =>
  other.seq === row.seq &&
  other.reason === row.reason &&
  other.asset === row.asset &&
  unitsOf(other) === -unitsOf(row) &&
  other.wallet !== row.wallet;

function lineOf(
  catalogue: Catalogue,
  row: Posting,
  { partner, share }: { readonly partner: Posting | undefined; readonly share: number },
): RecordPosting {
  const { code, decimals } = catalogue.assetAt(row.asset);
  const text = (units: number): string => formatDecimal(units, decimals);
  const { side } = termsOf(row.reason);
  const isFrozenOnly = side !== null && row.available === 0;
  const units = isFrozenOnly ? row.frozen : row.available;
  const other = (kind: Other['side'], gained: number, own?: Pick<Other, 'account' | 'part'>): Other => ({
    side: kind,
    account: own?.account ?? null,
    part: own?.part ?? null,
    amount: text(gained),
  });
  const others =
    side === null
      ? [other('own', row.frozen, { account: row.wallet, part: 'frozen' })]
      : side === 'own'
        ? [other('own', -units, { account: partner?.wallet ?? row.wallet, part: partOf(partner) })]
        : row.reason === 'fee' && share > 0
          ? [other(side, -units - share), other('inviter', share)].filter(({ amount }) => amount !== '0')
          : [other(side, -units)];
  return {
    id: `${row.seq}-${row.ordinal}`,
    seq: String(row.seq),
    time: row.time_ms,
    reason: row.reason,
    currency: code,
    account: row.wallet,
    part: isFrozenOnly ? 'frozen' : 'available',
    amount: text(units),
    others,
  };
}
