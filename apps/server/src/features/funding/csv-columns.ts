/** The columns of files of deposits and withdrawals. */
import type { DepositRow, WithdrawalRow } from '@glasshouse/protocol/funding';
import { timeColumn, type CsvColumn } from '../../http/csv.ts';

export const DEPOSIT_COLUMNS: readonly CsvColumn<DepositRow>[] = [
  timeColumn('time', (row) => row.time),
  { name: 'id', of: (row) => row.id },
  { name: 'coin', of: (row) => row.currency },
  { name: 'network', of: (row) => row.chain },
  { name: 'amount', of: (row) => row.amount },
  { name: 'status', of: (row) => row.status },
  { name: 'transaction', of: (row) => row.txid },
  { name: 'output', of: (row) => row.output },
];

export const WITHDRAWAL_COLUMNS: readonly CsvColumn<WithdrawalRow>[] = [
  timeColumn('time', (row) => row.time),
  timeColumn('changed', (row) => row.updateTime),
  { name: 'id', of: (row) => row.id },
  { name: 'coin', of: (row) => row.currency },
  { name: 'network', of: (row) => row.chain },
  { name: 'amount', of: (row) => row.amount },
  { name: 'fee', of: (row) => row.fee },
  { name: 'status', of: (row) => row.status },
  { name: 'address', of: (row) => row.address, isText: true },
  { name: 'memo', of: (row) => row.memo, isText: true },
  { name: 'transaction', of: (row) => row.txid },
];
