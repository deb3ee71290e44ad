/** Who works in the back office; beside them what two admins can change of one. */
import type { OperatorRow } from '@glasshouse/protocol/operators/office';
import { DateTime } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../api.ts';
import { useLogged } from '../frame/frame-context.ts';
import { Page } from '../frame/Page.tsx';
import { SideBySide } from '../parts/Decision.tsx';
import { Operator } from '../parts/Operator.tsx';
import { EmptyState, NothingOpen } from '../parts/states.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import type { Column } from '../parts/table/columns.ts';
import { Table } from '../parts/table/Table.tsx';
import { wholeRows } from '../parts/table/whole-rows.ts';
import { useTexts } from '../texts.ts';
import { OperatorForm } from './OperatorForm.tsx';
import { STAFF_STATES, staffStateOf } from './staff-states.ts';

const EVERY_MS = 5_000;

export function OperatorsPage() {
  const { t } = useTexts();
  const { open } = useSearch({ from: '/operators' });
  const navigate = useNavigate();
  useLogged(t('noCustomer'));
  const query = useQuery({
    queryKey: ['operators'],
    queryFn: () => call('operators/get-operators', {}),
    refetchInterval: EVERY_MS,
  });
  const { list = [] } = query.data ?? {};
  const row = list.find(({ name }) => name === open);
  return (
    <Page title={t('staff_title')} fact={t('staff_fact')}>
      <SideBySide
        side={
          row === undefined ? (
            <NothingOpen text={t('staff_open')} />
          ) : (
            <OperatorForm
              key={row.name}
              row={row}
              onClose={() => void navigate({ to: '/operators', search: {} })}
            />
          )
        }
      >
        <Table
          label={t('staff_title')}
          columns={useColumns()}
          rows={wholeRows(query, list)}
          keyOf={({ name }) => name}
          openKey={open}
          onOpen={({ name }) => void navigate({ to: '/operators', search: { open: name } })}
          empty={<EmptyState title={t('staff_none')} />}
        />
      </SideBySide>
    </Page>
  );
}

function useColumns(): readonly Column<OperatorRow>[] {
  const { t } = useTexts();
  return [
    { id: 'name', head: t('name'), width: '2fr', cell: ({ name }) => <Operator name={name} /> },
    { id: 'role', head: t('staff_role'), width: '1fr', cell: ({ role }) => t(`role_${role}`) },
    {
      id: 'state',
      head: t('state'),
      width: 110,
      cell: (row) => <StateTag state={staffStateOf(row)} states={STAFF_STATES} />,
    },
    {
      id: 'sessions',
      head: t('staff_sessions'),
      width: 90,
      align: 'right',
      cell: ({ sessions }) => sessions,
    },
    {
      id: 'last',
      head: t('staff_lastSignIn'),
      width: 130,
      cell: ({ lastSignInTime }) =>
        lastSignInTime === null ? (
          '–'
        ) : (
          <DateTime timeMs={lastSignInTime} kind="short" className="text-mut" />
        ),
    },
    {
      id: 'since',
      head: t('staff_since'),
      width: 110,
      isLow: true,
      cell: ({ createdTime }) => <DateTime timeMs={createdTime} kind="date" className="text-mut" />,
    },
  ];
}
