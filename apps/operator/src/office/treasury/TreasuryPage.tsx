/** What the house has, account by account, and the form that moves what no promise holds. */
import type { HouseAccountRow } from '@glasshouse/protocol/wallet/treasury-office';
import { Num } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../api.ts';
import { Page } from '../frame/Page.tsx';
import { accountName } from '../ledger/names.ts';
import { Chips } from '../parts/Chips.tsx';
import { SideBySide } from '../parts/Decision.tsx';
import { EmptyState, NothingOpen } from '../parts/states.tsx';
import type { Column } from '../parts/table/columns.ts';
import { Table } from '../parts/table/Table.tsx';
import { wholeRows } from '../parts/table/whole-rows.ts';
import { useTexts } from '../texts.ts';
import { MoveForm } from './MoveForm.tsx';
import { groupOf, keyOf, treasurySearch, type TreasurySearch } from './search.ts';

const EVERY_MS = 5_000;
const DECIMALS = 8;

export function TreasuryPage() {
  const { t } = useTexts();
  const search = useSearch({ from: '/treasury' });
  const navigate = useNavigate();
  const go = (next: TreasurySearch) =>
    void navigate({ to: '/treasury', search: treasurySearch({ ...next }), replace: true });
  const query = useQuery({
    queryKey: ['treasury'],
    queryFn: () => call('treasury/get-accounts', {}),
    refetchInterval: EVERY_MS,
  });
  const all = query.data?.list ?? [];
  const open = all.find((row) => keyOf(row) === search.row);
  const distinct = (values: readonly string[]) => [...new Set(values)];
  return (
    <Page title={t('treasury')} fact={t('treasuryFact')}>
      <SideBySide
        side={
          open === undefined ? (
            <NothingOpen text={t('treasuryChoose')} />
          ) : (
            <MoveForm
              key={search.row}
              row={open}
              accounts={distinct(['treasury', 'maker', ...all.map(({ account }) => account)])}
              onClose={() => go({ ...search, row: undefined })}
            />
          )
        }
      >
        <Chips
          chips={[
            {
              id: 'coin',
              label: t('coin'),
              options: distinct(all.map(({ currency }) => currency)).map((id) => ({ id, label: id })),
              value: search.coin,
            },
            {
              id: 'account',
              label: t('ledgerAccount'),
              options: distinct(all.map(({ account }) => account)).map((id) => ({
                id,
                label: accountName(t, groupOf(id), id),
              })),
              value: search.account,
            },
          ]}
          onChange={(id, value) => go({ ...search, [id]: value })}
        />
        <Table
          label={t('treasury')}
          columns={useColumns()}
          rows={wholeRows(
            query,
            all.filter(
              ({ currency, account }) =>
                (search.coin === undefined || search.coin === currency) &&
                (search.account === undefined || search.account === account),
            ),
          )}
          keyOf={keyOf}
          openKey={search.row}
          onOpen={(row) => go({ ...search, row: keyOf(row) })}
          empty={<EmptyState title={t('ledgerEmpty')} />}
        />
      </SideBySide>
    </Page>
  );
}

function useColumns(): readonly Column<HouseAccountRow>[] {
  const { t } = useTexts();
  const number = (value: string) => (
    <Num
      value={value}
      decimals={DECIMALS}
      decimalsMin={2}
      className={Number(value) === 0 ? 'text-dim' : ''}
    />
  );
  return [
    {
      id: 'account',
      head: t('ledgerAccount'),
      width: '3fr',
      cell: ({ account }) => accountName(t, groupOf(account), account),
    },
    {
      id: 'coin',
      head: t('coin'),
      width: 84,
      cell: ({ currency }) => <b className="font-semibold">{currency}</b>,
    },
    {
      id: 'available',
      head: t('ledgerHead_available'),
      width: '2fr',
      align: 'right',
      cell: ({ available }) => number(available),
    },
    {
      id: 'frozen',
      head: t('treasuryPromised'),
      width: '2fr',
      align: 'right',
      cell: ({ frozen }) => number(frozen),
    },
  ];
}
