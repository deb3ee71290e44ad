/**
 * Files for tax tools, in the forms that they import: Koinly's universal CSV, and the CSV of
 * CoinTracking. Both count in UTC.
 */
import type { TaxForm } from '@glasshouse/protocol/wallet';
import { sql } from 'kysely';
import type { Catalogue } from '../../contract/catalogue.ts';
import { anyOf } from '../../db/lists.ts';
import { csvDownload, type CsvColumn } from '../../http/csv.ts';
import type { Download } from '../../http/handler.ts';
import { decimalText } from '../../values/exact-sums.ts';
import type { Reads } from './ledger-list.ts';
import { taxRecords, type Part, type TaxQuery, type TaxRecord } from './tax-records.ts';

interface TaxParts extends Reads {
  /** The name of the platform, as files say where something happened. */
  readonly platform: string;
}

/** A row with its transaction on a chain; '' where it has none. */
type Traced = TaxRecord & { readonly txid: string };

export function exportForTaxes(parts: TaxParts, query: TaxQuery & { readonly form: TaxForm }): Download {
  const { form, ...range } = query;
  const pages = tracedPages(parts, range);
  return form === 'koinly'
    ? csvDownload({ kind: form, range, columns: koinlyColumns(parts.catalogue), pages })
    : csvDownload({
        kind: form,
        range,
        columns: coinTrackingColumns(parts),
        pages: mapped(pages, coinTrackingRows),
      });
}

async function* mapped<A, B>(pages: AsyncIterable<readonly A[]>, of: (row: A) => B[]): AsyncGenerator<B[]> {
  for await (const page of pages) yield page.flatMap(of);
}

/** Tools find both ends of a transfer by its transaction. */
async function* tracedPages(parts: TaxParts, query: TaxQuery): AsyncGenerator<Traced[]> {
  for await (const page of taxRecords(parts, query)) {
    const [deposits, withdrawals] = await Promise.all([
      transactionsOf(parts, 'funding_deposits', page),
      transactionsOf(parts, 'funding_withdrawals', page),
    ]);
    yield page.map((row) => {
      const known = row.kind === 'deposit' ? deposits : row.kind === 'withdrawal' ? withdrawals : null;
      return { ...row, txid: known?.get(row.id) ?? '' };
    });
  }
}

const OF_TABLE = {
  funding_deposits: { kind: 'deposit', id: 'deposit_id' },
  funding_withdrawals: { kind: 'withdrawal', id: 'withdrawal_id' },
} as const;

async function transactionsOf(
  { database }: Reads,
  table: keyof typeof OF_TABLE,
  page: readonly TaxRecord[],
): Promise<ReadonlyMap<string, string>> {
  const { kind, id } = OF_TABLE[table];
  const ids = page.filter((row) => row.kind === kind).map((row) => Number(row.id));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; txid: string }>`
    select ${sql.ref(id)} as id, txid from ${sql.table(table)} where ${anyOf(id, ids)}`.execute(
    database.kysely,
  );
  return new Map(rows.map((row) => [String(row.id), row.txid]));
}

/** 'YYYY-MM-DD hh:mm:ss', UTC. */
const secondOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');

type Side = 'received' | 'sent' | 'fee';

function partColumns<Row extends Readonly<Record<Side, Part | null>>>(
  { assetAt }: { readonly assetAt: (asset: number) => { readonly code: string; readonly decimals: number } },
  side: Side,
  [amount, coin]: readonly [amount: string, coin: string],
): CsvColumn<Row>[] {
  return [
    {
      name: amount,
      of: ({ [side]: part }) => (part === null ? '' : decimalText(part.units, assetAt(part.asset).decimals)),
    },
    { name: coin, of: ({ [side]: part }) => (part === null ? '' : assetAt(part.asset).code) },
  ];
}

/** What a row is, where it is no trade, deposit or withdrawal. */
interface Labels {
  readonly koinly: string;
  readonly received: string;
  readonly sent: string;
}

const RESULT: Labels = {
  koinly: 'realized gain',
  received: 'Derivatives / Futures Profit',
  sent: 'Derivatives / Futures Loss',
};
const OF_FEATURES: Readonly<Record<string, Labels>> = {
  finance: { koinly: 'lending interest', received: 'Interest Income', sent: 'Other Expense' },
  mining: { koinly: 'mining', received: 'Mining', sent: 'Other Expense' },
  fund: RESULT,
};
const PLAIN: Labels = { koinly: '', received: 'Deposit', sent: 'Withdrawal' };
const OF_KINDS: Readonly<Partial<Record<TaxRecord['kind'], Labels>>> = {
  deposit: PLAIN,
  withdrawal: PLAIN,
  contract: RESULT,
  commission: { koinly: 'reward', received: 'Reward / Bonus', sent: 'Other Expense' },
  gift: { koinly: 'gift', received: 'Gift / Tip', sent: 'Other Expense' },
};
const OTHER: Labels = { koinly: '', received: 'Other Income', sent: 'Other Expense' };

const labelsOf = ({ kind, feature }: TaxRecord): Labels =>
  (kind === 'product' ? OF_FEATURES[feature] : OF_KINDS[kind]) ?? OTHER;

const isTrade = ({ received, sent }: TaxRecord): boolean => received !== null && sent !== null;
const isFee = ({ received, sent }: TaxRecord): boolean => received === null && sent === null;
const nameOf = ({ seq, kind, id, part }: TaxRecord): string =>
  [seq, kind, id, ...(part === 1 ? [] : [part])].join('-');

/**
 * https://support.koinly.io/en/articles/9489976: what is received and sent is without the fee,
 * which counts beside them. A fee alone is sent, as a cost.
 */
function koinlyColumns(catalogue: Catalogue): readonly CsvColumn<Traced>[] {
  const assets = { assetAt: (asset: number) => catalogue.assetAt(asset) };
  const side = (name: Side, words: string): CsvColumn<Traced>[] =>
    partColumns<Traced>(assets, name, [`${words} Amount`, `${words} Currency`]).map((column) => ({
      ...column,
      of: (row) => column.of(isFee(row) ? { ...row, sent: row.fee, fee: null } : row),
    }));
  const none = (name: string): CsvColumn<Traced> => ({ name, of: () => '' });
  return [
    { name: 'Date', of: ({ timeMs }) => `${secondOf(timeMs)} UTC` },
    ...side('sent', 'Sent'),
    ...side('received', 'Received'),
    ...side('fee', 'Fee'),
    none('Net Worth Amount'),
    none('Net Worth Currency'),
    { name: 'Label', of: (row) => (isFee(row) ? 'cost' : isTrade(row) ? '' : labelsOf(row).koinly) },
    { name: 'Description', of: nameOf },
    { name: 'TxHash', of: ({ txid }) => txid },
  ];
}

interface CoinTrackingRow extends Readonly<Record<Side, Part | null>> {
  readonly record: Traced;
  readonly type: string;
  readonly isExtra: boolean;
}

/**
 * https://cointracking.freshdesk.com/solution/articles/29000007202: the fee is told for information
 * alone. One in a coin of the row is in its amounts; any other is a row of its own.
 */
export function coinTrackingRows(record: Traced): CoinTrackingRow[] {
  const { received, sent, fee } = record;
  const labels = labelsOf(record);
  const row = (
    type: string,
    parts: Partial<Record<Side, Part | null>>,
    isExtra = false,
  ): CoinTrackingRow => ({
    record,
    type,
    received: null,
    sent: null,
    fee: null,
    ...parts,
    isExtra,
  });
  if (received === null && sent === null) return [row('Other Fee', { sent: fee })];
  const type = isTrade(record) ? 'Trade' : received === null ? labels.sent : labels.received;
  if (fee === null) return [row(type, { received, sent })];
  if (sent?.asset === fee.asset)
    return [row(type, { received, sent: { ...sent, units: sent.units + fee.units }, fee })];
  if (received?.asset === fee.asset && received.units > fee.units)
    return [row(type, { received: { ...received, units: received.units - fee.units }, sent, fee })];
  return [row(type, { received, sent }), row('Other Fee', { sent: fee }, true)];
}

function coinTrackingColumns({ catalogue, platform }: TaxParts): readonly CsvColumn<CoinTrackingRow>[] {
  const assets = { assetAt: (asset: number) => catalogue.assetAt(asset) };
  return [
    { name: 'Type', of: ({ type }) => type },
    ...partColumns<CoinTrackingRow>(assets, 'received', ['Buy Amount', 'Buy Currency']),
    ...partColumns<CoinTrackingRow>(assets, 'sent', ['Sell Amount', 'Sell Currency']),
    ...partColumns<CoinTrackingRow>(assets, 'fee', ['Fee', 'Fee Currency']),
    { name: 'Exchange', of: () => platform, isText: true },
    { name: 'Trade-Group', of: () => '' },
    { name: 'Comment', of: ({ record }) => nameOf(record) },
    { name: 'Date', of: ({ record }) => secondOf(record.timeMs) },
    {
      name: 'Tx-ID',
      of: ({ record, isExtra }) => `${record.txid || nameOf(record)}${isExtra ? '-fee' : ''}`,
    },
  ];
}
