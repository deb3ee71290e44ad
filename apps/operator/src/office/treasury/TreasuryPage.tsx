/** What the house has, account by account, and the form that moves what no promise holds. */
import type { HouseAccountRow } from '@glasshouse/protocol/wallet/treasury-office';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../api.ts';
import { useLogged } from '../frame/frame-context.ts';
import { Page } from '../frame/Page.tsx';
import { accountName } from '../ledger/names.ts';
import { Chips } from '../parts/Chips.tsx';
import { SideBySide } from '../parts/Decision.tsx';
import { NothingFound, NothingOpen } from '../parts/states.tsx';
import { bookAmount, useCoinColumn } from '../parts/columns.tsx';
import type { Column } from '../parts/table/columns.ts';
import { Table } from '../parts/table/Table.tsx';
import { wholeRows } from '../parts/table/whole-rows.ts';
import { useTexts } from '../texts.ts';
import { MoveForm } from './MoveForm.tsx';
import { groupOf, keyOf, treasurySearch, type TreasurySearch } from './search.ts';

const EVERY_MS = 5_000;

export function TreasuryPage() {
  const { t } = useTexts();
  const search = useSearch({ from: '/treasury' });
  const navigate = useNavigate();
  const go = (next: TreasurySearch) =>
    void navigate({ to: '/treasury', search: treasurySearch({ ...next }), replace: true });
  useLogged(t('noCustomer'));
  const query = useQuery({
    queryKey: ['treasury'],
    queryFn: () => call('treasury/get-accounts', {}),
    refetchInterval: EVERY_MS,
  });
  const all = query.data?.list ?? [];
  const open = all.find((row) => keyOf(row) === search.row);
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
        <AccountFilters accounts={all} search={search} go={go} />
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
          empty={<NothingFound />}
        />
      </SideBySide>
    </Page>
  );
}

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];

interface AccountFiltersProps {
  readonly accounts: readonly HouseAccountRow[];
  readonly search: TreasurySearch;
  readonly go: (next: TreasurySearch) => void;
}

function AccountFilters({ accounts, search, go }: AccountFiltersProps) {
  const { t } = useTexts();
  return (
    <Chips
      chips={[
        {
          id: 'coin',
          label: t('coin'),
          options: distinct(accounts.map(({ currency }) => currency)).map((id) => ({ id, label: id })),
          value: search.coin,
        },
        {
          id: 'account',
          label: t('ledgerAccount'),
          options: distinct(accounts.map(({ account }) => account)).map((id) => ({
            id,
            label: accountName(t, groupOf(id), id),
          })),
          value: search.account,
        },
      ]}
      onChange={(id, value) => go({ ...search, [id]: value })}
    />
  );
}

function useColumns(): readonly Column<HouseAccountRow>[] {
  const { t } = useTexts();
  const coin = useCoinColumn();
  return [
    {
      id: 'account',
      head: t('ledgerAccount'),
      width: '3fr',
      cell: ({ account }) => accountName(t, groupOf(account), account),
    },
    coin,
    {
      id: 'available',
      head: t('ledgerHead_available'),
      width: '2fr',
      align: 'right',
      cell: ({ available }) => bookAmount(available),
    },
    {
      id: 'frozen',
      head: t('treasuryPromised'),
      width: '2fr',
      align: 'right',
      cell: ({ frozen }) => bookAmount(frozen),
    },
  ];
}
