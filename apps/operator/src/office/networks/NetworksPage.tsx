/** Every coin on every network with its terms; beside them what can be changed of one. */
import type { NetworkCoin } from '@glasshouse/protocol/funding/networks-office';
import { Num } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { useLogged } from '../frame/frame-context.ts';
import { Page } from '../frame/Page.tsx';
import { Chips } from '../parts/Chips.tsx';
import { SideBySide } from '../parts/Decision.tsx';
import { NothingFound, NothingOpen } from '../parts/states.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import type { Column } from '../parts/table/columns.ts';
import { Table } from '../parts/table/Table.tsx';
import { wholeRows } from '../parts/table/whole-rows.ts';
import { useTexts } from '../texts.ts';
import { NetworkForm } from './NetworkForm.tsx';
import { networksSearch, type NetworksSearch } from './networks-search.ts';
import { WAY_STATES, wayStateOf } from './way-states.ts';

const EVERY_MS = 5_000;
const keyOf = ({ coin, network }: NetworkCoin): string => `${coin} ${network}`;

export function NetworksPage() {
  const { t } = useTexts();
  const search = useSearch({ from: '/networks' });
  const navigate = useNavigate();
  const go = (next: NetworksSearch) => void navigate({ to: '/networks', search: next });
  const [find, setFind] = useState('');
  useLogged(t('noCustomer'));
  const query = useQuery({
    queryKey: ['networks'],
    queryFn: () => call('networks/get-all', {}),
    refetchInterval: EVERY_MS,
  });
  const { coins = [], networks = [] } = query.data ?? {};
  const isHere = (row: NetworkCoin) =>
    (search.network === undefined || row.network === search.network) &&
    keyOf(row).includes(find.trim().toUpperCase());
  const open = coins.find((row) => keyOf(row) === search.open);
  const closed = coins.filter((row) => !row.deposits || !row.withdrawals).length;
  return (
    <Page title={t('networks')} fact={query.data && t('network_fact', { count: coins.length, closed })}>
      <SideBySide
        side={
          open === undefined ? (
            <NothingOpen text={t('network_open')} />
          ) : (
            <NetworkForm
              key={keyOf(open)}
              row={open}
              onClose={() => go(networksSearch({ ...search, open: undefined }))}
            />
          )
        }
      >
        <Chips
          chips={[
            {
              id: 'network',
              label: t('network'),
              options: networks.map((id) => ({ id, label: id })),
              value: search.network,
            },
          ]}
          onChange={(_id, network) => go(networksSearch({ network }))}
          find={{ label: t('network_find'), value: find, onChange: setFind }}
        />
        <Table
          label={t('networks')}
          columns={useColumns()}
          rows={wholeRows(query, coins.filter(isHere))}
          keyOf={keyOf}
          openKey={search.open}
          onOpen={(row) => go({ ...search, open: keyOf(row) })}
          empty={<NothingFound />}
        />
      </SideBySide>
    </Page>
  );
}

function useColumns(): readonly Column<NetworkCoin>[] {
  const { t } = useTexts();
  const number = (value: string) => <Num value={value} decimals={8} decimalsMin={0} />;
  return [
    {
      id: 'coin',
      head: t('network_coin'),
      width: '2fr',
      cell: ({ coin, network }) => (
        <>
          <b className="font-semibold">{coin}</b> <span className="text-mut">{network}</span>
        </>
      ),
    },
    {
      id: 'deposits',
      head: t('network_deposits'),
      width: 112,
      cell: (row) => <StateTag state={wayStateOf(row, 'deposits')} states={WAY_STATES} />,
    },
    {
      id: 'withdrawals',
      head: t('network_withdrawals'),
      width: 112,
      cell: (row) => <StateTag state={wayStateOf(row, 'withdrawals')} states={WAY_STATES} />,
    },
    {
      id: 'confirmations',
      head: t('network_confirmations'),
      width: 110,
      align: 'right',
      cell: ({ isWatched, confirmations }) => (isWatched ? confirmations : '–'),
    },
    {
      id: 'minimumDeposit',
      head: t('network_leastIn'),
      width: '1fr',
      align: 'right',
      cell: ({ minimumDeposit }) => number(minimumDeposit),
    },
    {
      id: 'fee',
      head: t('network_fee'),
      width: '1fr',
      align: 'right',
      cell: ({ withdrawalFee }) => number(withdrawalFee),
    },
    {
      id: 'minimum',
      head: t('network_leastOut'),
      width: '1fr',
      align: 'right',
      isLow: true,
      cell: ({ withdrawalMinimum }) => number(withdrawalMinimum),
    },
    {
      id: 'maximum',
      head: t('network_mostOut'),
      width: '1fr',
      align: 'right',
      isLow: true,
      cell: ({ withdrawalMaximum }) => number(withdrawalMaximum),
    },
  ];
}
