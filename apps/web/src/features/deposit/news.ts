/** The news of credited deposits. */
import type { FundingRow } from '@glasshouse/protocol/funding';
import { call } from '#data/api.ts';
import type { NewsSource } from '#shared/news.ts';

const SHOWN_DECIMALS = 8;

export const news: NewsSource<FundingRow> = {
  feature: 'funding',
  part: 'features/deposit',
  page: '/account/recharge',
  isOpen: (row) => row.kind === 'arrival' && row.status === 'confirming',
  timeOf: (row) => (row.kind === 'arrival' ? row.updateTime : 0),
  kindOf: (_, row) => (row.kind === 'arrival' && row.status === 'credited' ? 'credited' : null),
  text: (t, { row, amountText }) => {
    if (row.kind !== 'arrival') return '';
    const amount = amountText(row.amount, { decimals: SHOWN_DECIMALS, decimalsMin: 2 });
    return t('deposit.news', { amount, coin: row.currency, chain: row.chain });
  },
  fetch: async (ids) => {
    const { list } = await call('funding/get-deposits', { pageNo: 1, pageSize: 100 }, { quiet: true });
    const arrived = { kind: 'arrival', confirmations: 0, needed: 0, status: 'credited' } as const;
    return list.flatMap((row) =>
      ids
        .filter((id) => row.txid !== '' && id.includes(row.txid))
        .map((id) => ({ ...row, ...arrived, id, updateTime: row.time })),
    );
  },
};
