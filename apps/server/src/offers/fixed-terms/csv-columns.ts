/** The columns of files of fixed terms. */
import { timeColumn, type CsvColumn } from '../../csv.ts';
import type { orderRowOf } from './rows.ts';

type Row = ReturnType<typeof orderRowOf>;

/** `statuses` are the names of the states, by number. */
export function fixedTermColumns(statuses: readonly string[]): readonly CsvColumn<Row>[] {
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
    { name: 'status', of: (row) => statuses[row.status] ?? null },
  ];
}
