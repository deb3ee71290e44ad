/** Files of postings and of transfers. */
import type { LedgerRow, TransferRow } from '@glasshouse/protocol/wallet';
import { csvDownload, timeColumn, type CsvColumn } from '../../http/csv.ts';
import { listPages } from '../../db/lists.ts';
import type { Download } from '../../http/handler.ts';
import {
  ledgerList,
  transferList,
  transferRows,
  type LedgerQuery,
  type Reads,
  type TransferQuery,
} from './ledger-list.ts';

const LEDGER_COLUMNS: readonly CsvColumn<LedgerRow>[] = [
  timeColumn('time', (row) => row.time),
  { name: 'posting', of: (row) => row.id },
  { name: 'record', of: ({ record }) => record.kind },
  { name: 'record_id', of: ({ record }) => record.id },
  { name: 'reason', of: (row) => row.reason },
  { name: 'account', of: (row) => row.account },
  { name: 'coin', of: (row) => row.currency },
  { name: 'amount', of: (row) => row.amount },
  { name: 'available', of: (row) => row.available },
  { name: 'frozen', of: (row) => row.frozen },
];

const TRANSFER_COLUMNS: readonly CsvColumn<TransferRow>[] = [
  timeColumn('time', (row) => row.time),
  { name: 'id', of: (row) => row.id },
  { name: 'coin', of: (row) => row.currency },
  { name: 'amount', of: (row) => row.amount },
  { name: 'from_account', of: (row) => row.fromAccount },
  { name: 'to_account', of: (row) => row.toAccount },
];

export async function exportLedger(reads: Reads, query: LedgerQuery): Promise<Download> {
  const pages = listPages(reads.database, await ledgerList(reads, query));
  return csvDownload({ kind: query.group ?? 'postings', range: query, columns: LEDGER_COLUMNS, pages });
}

export async function exportTransfers(reads: Reads, query: TransferQuery): Promise<Download> {
  const pages = transferPages(reads, query);
  return csvDownload({ kind: 'transfers', range: query, columns: TRANSFER_COLUMNS, pages });
}

async function* transferPages(reads: Reads, query: TransferQuery): AsyncGenerator<TransferRow[]> {
  const list = await transferList(reads, query);
  for await (const sent of listPages(reads.database, list)) yield transferRows(reads, query.owner, sent);
}
