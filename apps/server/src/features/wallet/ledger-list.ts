/** Lists over all accounts of an owner: every posting, and transfers. */
import { formatDecimal } from '@glasshouse/money';
import type { RecordCountsOf } from '@glasshouse/protocol';
import {
  RECORD_KINDS,
  type LedgerRow,
  type PostingGroup,
  type TransferRow,
} from '@glasshouse/protocol/wallet';
import { ACCOUNT_NUMBERS } from '@glasshouse/protocol/accounts';
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Database } from '../../db/database.ts';
import { readList, type List, type ListPage, type ListRequest } from '../../db/lists.ts';
import { isNamedByCommand, REASONS_OF_GROUP, reasonsOf, recordId, termsOf } from './other-sides.ts';
import { POSTINGS, postingRowOf } from './queries.ts';
import type { PostingsTable } from './tables.ts';

export interface Reads {
  readonly database: Database;
  readonly catalogue: Catalogue;
}

export interface LedgerQuery extends ListRequest {
  readonly owner: number;
  readonly account?: number | undefined;
  readonly currency?: string | undefined;
  readonly group?: PostingGroup | undefined;
}

const NO_ASSET = -1;
const TRANSFER = ['transfer'] as const;
const NAMED_BY_COMMAND = RECORD_KINDS.filter(isNamedByCommand).flatMap(reasonsOf);
/** The id of a transfer is the number of its command. */
const TRANSFERS = { ...POSTINGS, id: 'seq' } as const;

export interface Kind {
  readonly wallet: number;
  readonly asset: number;
  readonly reason: string;
  readonly postings: number;
}

export async function readLedger(reads: Reads, query: LedgerQuery): Promise<ListPage<LedgerRow>> {
  return readList(reads.database, await ledgerList(reads, query));
}

/** A branch per wallet; if coin or reason is filtered, one for each wallet, coin and reason. */
export async function ledgerList(reads: Reads, query: LedgerQuery): Promise<List<'postings', LedgerRow>> {
  const { owner, account, currency, group } = query;
  if (query.id !== undefined) return listOfRecord(reads, query, Number(query.id));
  const { database, catalogue } = reads;
  const kinds = await readKinds(database, {
    owner,
    account,
    asset: assetOf(catalogue, currency),
    reasons: group === undefined ? null : REASONS_OF_GROUP[group],
  });
  const isWhole = currency === undefined && group === undefined;
  const wallets = account === undefined ? ACCOUNT_NUMBERS : [account];
  return {
    source: POSTINGS,
    request: query,
    branches: isWhole
      ? wallets.map((wallet) => sql`owner = ${owner} and wallet = ${wallet}`)
      : kinds.map((kind) => branchOf(owner, kind)),
    total: async () => countOf(kinds),
    rowOf: (row) => ledgerRowOf(catalogue, row),
  };
}

/**
 * The postings of all records with one number, found by the index of references and counted: an
 * order has one for each of its amendments, every other record a handful.
 */
function listOfRecord(
  { database, catalogue }: Reads,
  query: LedgerQuery,
  id: number,
): List<'postings', LedgerRow> {
  const { owner, account, currency, group } = query;
  const asset = assetOf(catalogue, currency);
  const also = sql.join(
    [
      ...(account === undefined ? [] : [sql` and wallet = ${account}`]),
      ...(asset === null ? [] : [sql` and asset = ${asset}`]),
      ...(group === undefined ? [] : [sql` and reason in (${sql.join([...REASONS_OF_GROUP[group]])})`]),
    ],
    sql``,
  );
  const branches = [
    sql`owner = ${owner} and reference = ${id} and reference > 0${also}`,
    sql`owner = ${owner} and reference = 0 and seq = ${id} and reason in (${sql.join(NAMED_BY_COMMAND)})${also}`,
  ];
  return {
    source: POSTINGS,
    request: { ...query, id: undefined },
    branches,
    total: async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from postings where (${sql.join(branches, sql` or `)})`.execute(
        database.kysely,
      );
      return rows[0]?.count ?? 0;
    },
    rowOf: (row) => ledgerRowOf(catalogue, row),
  };
}

const countOf = (kinds: readonly Kind[]): number => kinds.reduce((sum, { postings }) => sum + postings, 0);

function assetOf(catalogue: Catalogue, currency: string | undefined): number | null {
  return currency === undefined ? null : (catalogue.asset(currency)?.asset ?? NO_ASSET);
}

export function branchOf(owner: number, { wallet, asset, reason }: Kind): RawBuilder<unknown> {
  return sql`owner = ${owner} and wallet = ${wallet} and asset = ${asset} and reason = ${reason}`;
}

export function ledgerRowOf(catalogue: Catalogue, row: Omit<PostingsTable, 'owner'>): LedgerRow {
  const { record: kind } = termsOf(row.reason);
  const id = recordId(row.reason, isNamedByCommand(kind) ? row.seq : row.reference);
  return { ...postingRowOf(catalogue, row), record: { kind, id } };
}

/** The kinds of postings that an owner has, and how many of each. */
export function readKinds(
  database: Database,
  query: {
    readonly owner: number;
    readonly account: number | undefined;
    readonly asset: number | null;
    readonly reasons: readonly string[] | null;
  },
): Promise<readonly Kind[]> {
  let kinds = database.reads
    .selectFrom('posting_totals')
    .select(['wallet', 'asset', 'reason', 'postings'])
    .where('owner', '=', query.owner);
  if (query.account !== undefined) kinds = kinds.where('wallet', '=', query.account);
  if (query.asset !== null) kinds = kinds.where('asset', '=', query.asset);
  if (query.reasons !== null) kinds = kinds.where('reason', 'in', query.reasons);
  return kinds.execute();
}

export async function countLedger({ database }: Reads, owner: number): Promise<RecordCountsOf<'wallet'>> {
  const kinds = await readKinds(database, { owner, account: undefined, asset: null, reasons: null });
  const of = (reasons: readonly string[]): number =>
    countOf(kinds.filter(({ reason }) => reasons.includes(reason)));
  return {
    all: countOf(kinds),
    transfers: of(TRANSFER) / 2,
    fees: of(REASONS_OF_GROUP.fees),
    commissions: of(REASONS_OF_GROUP.commissions),
  };
}

export interface TransferQuery extends ListRequest {
  readonly owner: number;
  readonly currency?: string | undefined;
}

/** A transfer has two postings with its time, one after the other: its row is the sending one. */
export async function readTransfers(reads: Reads, query: TransferQuery): Promise<ListPage<TransferRow>> {
  const page = await readList(reads.database, await transferList(reads, query));
  return { ...page, list: await transferRows(reads, query.owner, page.list) };
}

export async function transferList(
  { database, catalogue }: Reads,
  query: TransferQuery,
): Promise<List<'postings', PostingsTable>> {
  const { owner, currency } = query;
  const asset = assetOf(catalogue, currency);
  const kinds = await readKinds(database, { owner, account: undefined, asset, reasons: TRANSFER });
  // For a transfer that is asked for by its number, `reference = 0` lets PostgreSQL use the index
  // of references.
  const named = query.id === undefined ? sql`` : sql` and reference = 0`;
  return {
    source: TRANSFERS,
    request: query,
    branches: kinds.map((kind) => sql`${branchOf(owner, kind)} and available < 0${named}`),
    total: async () => countOf(kinds) / 2,
    rowOf: (row) => row,
  };
}

/** Adds the receiving accounts. */
export async function transferRows(
  { database, catalogue }: Reads,
  owner: number,
  sent: readonly PostingsTable[],
): Promise<TransferRow[]> {
  if (sent.length === 0) return [];
  const received = await database.reads
    .selectFrom('postings')
    .select(['seq', 'wallet'])
    .where('owner', '=', owner)
    .where('reference', '=', 0)
    .where('reason', '=', 'transfer')
    .where('available', '>', 0)
    .where(
      'seq',
      'in',
      sent.map(({ seq }) => seq),
    )
    .execute();
  const targets = new Map(received.map(({ seq, wallet }) => [seq, wallet]));
  return sent.map(({ seq, time_ms: time, wallet, asset, available }) => {
    const { code, decimals } = catalogue.assetAt(asset);
    return {
      id: String(seq),
      time,
      currency: code,
      amount: formatDecimal(-available, decimals),
      fromAccount: wallet,
      toAccount: targets.get(seq) ?? wallet,
    };
  });
}
