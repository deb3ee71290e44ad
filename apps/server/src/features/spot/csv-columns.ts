/** The columns of files of orders and fills. */
import type { FillRow, OrderRow } from '@glasshouse/protocol/spot';
import { timeColumn, type CsvColumn } from '../../http/csv.ts';

const STATUSES = ['unfinished', 'finished', 'cancelled'];

export const ORDER_COLUMNS: readonly CsvColumn<OrderRow>[] = [
  timeColumn('time', (row) => row.time),
  timeColumn('changed', (row) => row.updateTime),
  { name: 'id', of: (row) => row.id },
  { name: 'client_order_id', of: (row) => row.clientOrderId, isText: true },
  { name: 'base_coin', of: (row) => row.baseCoin },
  { name: 'quote_coin', of: (row) => row.quoteCoin },
  { name: 'type', of: (row) => row.type },
  { name: 'side', of: (row) => row.direction },
  { name: 'price', of: (row) => row.price },
  { name: 'amount', of: (row) => row.amount },
  { name: 'quote_amount', of: (row) => row.quoteAmount },
  { name: 'filled', of: (row) => row.filledAmount },
  { name: 'filled_quote', of: (row) => row.filledQuote },
  { name: 'fee', of: (row) => row.fee },
  { name: 'fee_coin', of: (row) => row.feeCoin },
  { name: 'status', of: (row) => STATUSES[row.status] ?? null },
  { name: 'end_reason', of: (row) => row.endReason },
];

export const FILL_COLUMNS: readonly CsvColumn<FillRow>[] = [
  timeColumn('time', (row) => row.time),
  { name: 'id', of: (row) => row.id },
  { name: 'order_id', of: (row) => row.orderId },
  { name: 'base_coin', of: (row) => row.baseCoin },
  { name: 'quote_coin', of: (row) => row.quoteCoin },
  { name: 'side', of: (row) => row.direction },
  { name: 'role', of: (row) => row.role },
  { name: 'price', of: (row) => row.price },
  { name: 'amount', of: (row) => row.amount },
  { name: 'total', of: (row) => row.total },
  { name: 'fee', of: (row) => row.fee },
  { name: 'fee_coin', of: (row) => row.feeCoin },
];
