/** The columns of files of fixed terms. */
import { timeColumn, type CsvColumn } from '../../http/csv.ts';
import type { FixedTermRow } from './rows.ts';
import type { FixedTermSource } from './source.ts';

export function fixedTermColumns(states: FixedTermSource['states']): readonly CsvColumn<FixedTermRow>[] {
  return [
    timeColumn('bought', (row) => row.time),
    { name: 'id', of: (row) => row.id },
    { name: 'offer', of: (row) => row.offer },
    { name: 'number', of: (row) => row.place },
    { name: 'coin', of: (row) => row.currency },
    { name: 'amount', of: (row) => row.amount },
    { name: 'daily_rate', of: (row) => row.dailyRate },
    { name: 'days', of: (row) => row.days },
    { name: 'interest', of: (row) => row.interest },
    { name: 'profit', of: (row) => row.currentProfit },
    timeColumn('due', (row) => row.dueTime),
    timeColumn('ended', (row) => row.endTime),
    { name: 'status', of: (row) => states[row.status]?.name ?? null },
  ];
}
