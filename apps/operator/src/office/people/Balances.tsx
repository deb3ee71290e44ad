/** What a person has of each coin in each account, and the last postings. */
import type { OfficeBalances } from '@glasshouse/protocol/wallet/people-office';
import { Code, CoinMark, DateTime, Num } from '@glasshouse/ui';
import { Caption } from '../parts/Caption.tsx';
import { bookAmount } from '../parts/columns.tsx';
import { EmptyState } from '../parts/states.tsx';
import type { Column } from '../parts/table/columns.ts';
import { Table } from '../parts/table/Table.tsx';
import { useTexts, type TextKey } from '../texts.ts';
import { wholeRows } from '../parts/table/whole-rows.ts';
import { useBalances } from './usePeople.ts';

type Balance = OfficeBalances['list'][number];
type Posting = OfficeBalances['postings'][number];

/** By the number of the account. */
const ACCOUNTS: Readonly<Record<number, TextKey>> = {
  1: 'people_account_contract',
  2: 'people_account_exchange',
  3: 'people_account_finance',
  4: 'people_account_mining',
  5: 'people_account_fund',
};

export function Balances({ user }: { readonly user: number }) {
  const { t } = useTexts();
  const query = useBalances(user);
  const { data } = query;
  return (
    <div className="divide-line grid min-h-0 flex-1 grid-cols-[minmax(0,11fr)_minmax(0,9fr)] divide-x">
      <div className="flex min-h-0 min-w-0 flex-col">
        <div className="px-4 pt-2.5">
          <Caption
            right={data === undefined ? undefined : <Num value={data.totalValue} decimals={2} unit="USDT" />}
          >
            {t('people_tab_balances')}
          </Caption>
        </div>
        <Table
          label={t('people_tab_balances')}
          columns={useBalanceColumns()}
          rows={wholeRows(query, data?.list)}
          keyOf={({ account, currency }) => `${account} ${currency}`}
          empty={<EmptyState title={t('people_noBalances')} />}
        />
      </div>
      <div className="flex min-h-0 min-w-0 flex-col">
        <div className="px-4 pt-2.5">
          <Caption>{t('last')}</Caption>
        </div>
        <Table
          label={t('last')}
          columns={usePostingColumns()}
          rows={wholeRows(query, data?.postings)}
          keyOf={({ time, reason, asset, amount }) => `${time} ${reason} ${asset} ${amount}`}
          empty={<EmptyState title={t('noPostings')} />}
        />
      </div>
    </div>
  );
}

function useBalanceColumns(): readonly Column<Balance>[] {
  const { t } = useTexts();
  return [
    {
      id: 'account',
      head: t('people_account'),
      width: 132,
      cell: ({ account }) => {
        const text = ACCOUNTS[account];
        return text === undefined ? account : t(text);
      },
    },
    {
      id: 'coin',
      head: t('coin'),
      width: 88,
      cell: ({ currency }) => (
        <Code className="inline-flex items-center gap-1.5 align-middle">
          <CoinMark code={currency} size={16} />
          <span className="font-medium">{currency}</span>
        </Code>
      ),
    },
    {
      id: 'available',
      head: t('people_available'),
      width: '3fr',
      align: 'right',
      cell: ({ available }) => bookAmount(available),
    },
    {
      id: 'frozen',
      head: t('people_frozenUnits'),
      width: '3fr',
      align: 'right',
      cell: ({ frozen }) => bookAmount(frozen),
    },
  ];
}

function usePostingColumns(): readonly Column<Posting>[] {
  const { t } = useTexts();
  return [
    {
      id: 'time',
      head: t('time'),
      width: 124,
      cell: ({ time }) => <DateTime timeMs={time} kind="short" className="text-mut" />,
    },
    {
      id: 'reason',
      head: t('people_posting'),
      width: '3fr',
      cell: ({ reason }) => <span title={reason}>{reason}</span>,
    },
    {
      id: 'amount',
      head: t('amount'),
      width: '3fr',
      align: 'right',
      cell: ({ amount, asset }) => (
        <>
          {bookAmount(amount)} <Code className="text-mut">{asset}</Code>
        </>
      ),
    },
  ];
}
