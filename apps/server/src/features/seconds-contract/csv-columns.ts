/** The columns of files of contracts that have ended. */
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import { timeColumn, type CsvColumn } from '../../http/csv.ts';

const STATUSES = ['holding', 'completed', 'liquidated'];

export const POSITION_COLUMNS: readonly CsvColumn<PositionRow>[] = [
  timeColumn('time', (row) => row.time),
  timeColumn('opened', (row) => row.openTime),
  timeColumn('finished', (row) => row.finishTime),
  { name: 'id', of: (row) => row.id },
  { name: 'base_coin', of: (row) => row.baseCoin },
  { name: 'quote_coin', of: (row) => row.quoteCoin },
  { name: 'direction', of: (row) => row.direction },
  { name: 'seconds', of: (row) => row.holdingTime },
  { name: 'stake', of: (row) => row.openAmount },
  { name: 'profit_rate', of: (row) => row.profitRate },
  { name: 'fee_rate', of: (row) => row.feeRate },
  { name: 'fee', of: (row) => row.fees },
  { name: 'open_price', of: (row) => row.openPrice },
  { name: 'finish_price', of: (row) => row.finishPrice },
  { name: 'status', of: (row) => STATUSES[row.status] ?? null },
  { name: 'reason', of: (row) => row.reason },
  { name: 'result', of: (row) => row.result },
  { name: 'profit', of: (row) => row.profit },
  { name: 'open_tick', of: (row) => row.openTick },
  { name: 'finish_tick', of: (row) => row.finishTick },
];
