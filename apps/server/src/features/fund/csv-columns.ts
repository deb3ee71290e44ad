/** The columns of files of holdings. */
import type { HoldingRow } from '@glasshouse/protocol/fund';
import { timeColumn, type CsvColumn } from '../../http/csv.ts';

const STATUSES = ['waiting', 'holding', 'sold', 'liquidated', 'exited', 'not filled'];

/** `nameOf` gives the English name of a fund. */
export const holdingColumns = (nameOf: (fund: number) => string): readonly CsvColumn<HoldingRow>[] => [
  timeColumn('ordered', (row) => row.orderTime),
  timeColumn('bought', (row) => row.buyTime),
  timeColumn('ended', (row) => row.saleTime),
  { name: 'id', of: (row) => row.id },
  { name: 'fund', of: (row) => nameOf(row.fund), isText: true },
  { name: 'status', of: (row) => STATUSES[row.status] ?? null },
  { name: 'quantity', of: (row) => row.quantity },
  { name: 'reason', of: (row) => row.reason },
  { name: 'max_price', of: (row) => row.maxPrice },
  { name: 'buy_price', of: (row) => row.buyPrice },
  { name: 'buy_amount', of: (row) => row.buyAmount },
  { name: 'leverage', of: (row) => row.leverage },
  { name: 'margin', of: (row) => row.margin },
  { name: 'buy_fee', of: (row) => row.buyFee },
  { name: 'payment', of: (row) => row.payment },
  { name: 'interest', of: (row) => row.interest },
  { name: 'liquidation_price', of: (row) => row.liquidationPrice },
  { name: 'limit_price', of: (row) => row.limitPrice },
  { name: 'price', of: (row) => row.currentPrice },
  { name: 'sale_fee', of: (row) => row.saleFee },
  { name: 'payout', of: (row) => row.payout },
  { name: 'paid_in_coins', of: (row) => row.paidInCoins },
  { name: 'profit', of: (row) => row.profit },
  { name: 'currency', of: (row) => row.currency },
];
