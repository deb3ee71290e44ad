/** The news of ended contracts. */
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import { formatNumber } from '@glasshouse/ui';
import { call } from '#data/api.ts';
import type { NewsSource } from '#shared/news.ts';
import { netOf } from './countdown.ts';

const HOLDING = 0;
const COMPLETED = 1;

export const news: NewsSource<PositionRow> = {
  feature: 'seconds-contract',
  part: 'features/seconds-contract',
  page: '/scontract',
  isOpen: ({ status }) => status === HOLDING,
  timeOf: ({ finishTime, time }) => finishTime ?? time,
  kindOf: (_, { status }) => (status === HOLDING ? null : 'ended'),
  text: (t, { row, pair, amountText }) => {
    const result = row.status === COMPLETED && row.result !== null ? row.result : 'returned';
    return t(`seconds.news.${result}`, {
      pair: `${row.baseCoin}/${row.quoteCoin}`,
      direction: t(`seconds.${row.direction}`),
      net: amountText(netOf(row).replace('-', ''), { decimals: 2 }),
      coin: row.quoteCoin,
      price: formatNumber(row.finishPrice, { decimals: pair?.indexDecimals ?? 2 }),
    });
  },
  fetch: (ids) =>
    Promise.all(ids.map((id) => call('seconds-contract/get-position', { id }, { quiet: true }))),
};
