/** Every posting of an account, newest first: the change, its reason, and the new balance. */
import { Card, DateTime } from '@glasshouse/ui';
import { useTranslation, type TextKey } from '#shared/i18n.ts';
import type { PostingRow } from '@glasshouse/protocol/wallet';
import { useAssets, type AccountNumber } from '#data/assets.ts';
import { usePaged } from '#data/paged.ts';
import { usePanelDecimals } from '#data/pairs.ts';
import { PERSONAL } from '#data/query-client.ts';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { useUrlText } from '#shared/url-state.ts';
import { PostingReason } from './PostingReason.tsx';

const PAGE_ROWS = 20;
const ROW_PX = 40;

export function Postings({ account }: { readonly account: AccountNumber }) {
  const { t } = useTranslation();
  const [currency, setCurrency] = useUrlText('coin');
  const coins = useAssets(account).data?.list.map((row) => row.currencyName) ?? [];
  const list = usePaged({
    key: [PERSONAL, 'postings', account],
    name: 'wallet/get-postings',
    input: { account, currency },
    pageSize: PAGE_ROWS,
  });
  return (
    <Card
      padded={false}
      className="mt-4 overflow-hidden"
      title={t('wallet.postings')}
      aside={t('wallet.postingsAside')}
      right={
        <select
          aria-label={t('wallet.coin')}
          value={currency}
          onChange={(event) => setCurrency(event.target.value)}
          className="bg-raised h-7 rounded-md px-2 text-[12px]"
        >
          <option value="">{t('wallet.allCoins')}</option>
          {coins.map((coin) => (
            <option key={coin}>{coin}</option>
          ))}
        </select>
      }
    >
      <DataTable
        look="card"
        label={t('wallet.postings')}
        list={list}
        emptyText={t('wallet.noPostings')}
        columns={usePostingColumns()}
        rowKey={(row) => row.id}
        rowHeight={ROW_PX}
      />
    </Card>
  );
}

function usePostingColumns(): Column<PostingRow>[] {
  const { t } = useTranslation();
  const decimalsOf = usePanelDecimals();
  const figure = (key: 'amount' | 'available' | 'frozen', head: TextKey, className: string) =>
    amountColumn<PostingRow>({
      key,
      head: t(head),
      isOwn: true,
      className,
      amount: (row) => ({ value: row[key], decimals: decimalsOf(row.currency), signed: true }),
    });
  return [
    {
      key: 'time',
      head: t('market.time'),
      className: 'text-mut',
      render: (row) => <DateTime timeMs={row.time} />,
    },
    { key: 'coin', head: t('wallet.coin'), className: 'font-medium', render: (row) => row.currency },
    {
      key: 'reason',
      head: t('wallet.reason'),
      render: (row) => (
        <>
          <PostingReason reason={row.reason} />
          {row.reference !== '' && row.reference !== '0' && (
            <span className="text-mut"> #{row.reference}</span>
          )}
        </>
      ),
    },
    figure('amount', 'wallet.changeColumn', 'font-semibold'),
    figure('available', 'common.available', 'text-mut'),
    figure('frozen', 'wallet.frozen', 'text-mut'),
    {
      key: 'sequence',
      head: t('wallet.sequence'),
      right: true,
      className: 'text-mut num',
      render: (row) => row.seq,
    },
  ];
}
