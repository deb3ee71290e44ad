/** The lists of a person: one tab each, loaded when it is opened. */
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../parts/states.tsx';
import type { Column } from '../parts/table/columns.ts';
import { Table } from '../parts/table/Table.tsx';
import type { Rows } from '../parts/table/useRows.ts';
import { useTexts } from '../texts.ts';
import {
  useOrdersColumns,
  useDepositsColumns,
  useWithdrawalsColumns,
  useSessionsColumns,
  useLoginsColumns,
  useInvitedColumns,
  useMessagesColumns,
  useActsColumns,
} from './columns.tsx';
import type { Tab } from './people-search.ts';
import { wholeRows } from '../parts/table/whole-rows.ts';
import { useListed, usePages, useSessions } from './usePeople.ts';

type ListedTab = Exclude<Tab, 'balances'>;
interface UserProps {
  readonly user: number;
}

const LISTS: Readonly<Record<ListedTab, (props: UserProps) => ReactNode>> = {
  orders: Orders,
  deposits: Deposits,
  withdrawals: Withdrawals,
  sessions: Sessions,
  logins: Logins,
  invited: Invited,
  messages: Messages,
  acts: Acts,
};

export function ListTab({ tab, user }: UserProps & { readonly tab: ListedTab }) {
  const List = LISTS[tab];
  return <List user={user} />;
}

interface ListProps<Row> {
  readonly tab: ListedTab;
  readonly rows: Rows<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly onOpen?: (row: Row) => void;
}

function List<Row>({ tab, rows, columns, keyOf, onOpen }: ListProps<Row>) {
  const { t } = useTexts();
  return (
    <Table
      label={t(`people_tab_${tab}`)}
      rows={rows}
      columns={columns}
      keyOf={keyOf}
      {...(onOpen === undefined ? {} : { onOpen })}
      empty={<EmptyState title={t(`people_none_${tab}`)} />}
    />
  );
}

function Orders({ user }: UserProps) {
  return (
    <List
      tab="orders"
      rows={useListed('people/get-orders', user)}
      columns={useOrdersColumns()}
      keyOf={({ id }) => id}
    />
  );
}

function Deposits({ user }: UserProps) {
  return (
    <List
      tab="deposits"
      rows={useListed('people/get-deposits', user)}
      columns={useDepositsColumns()}
      keyOf={({ id }) => id}
    />
  );
}

function Withdrawals({ user }: UserProps) {
  return (
    <List
      tab="withdrawals"
      rows={useListed('people/get-withdrawals', user)}
      columns={useWithdrawalsColumns()}
      keyOf={({ id }) => id}
    />
  );
}

function Sessions({ user }: UserProps) {
  const query = useSessions(user);
  return (
    <List
      tab="sessions"
      rows={wholeRows(query, query.data?.list)}
      columns={useSessionsColumns()}
      keyOf={({ id }) => id}
    />
  );
}

function Logins({ user }: UserProps) {
  return (
    <List
      tab="logins"
      rows={usePages('people/get-logins', user)}
      columns={useLoginsColumns()}
      keyOf={({ id }) => id}
    />
  );
}

function Invited({ user }: UserProps) {
  const navigate = useNavigate();
  return (
    <List
      tab="invited"
      rows={usePages('people/get-invited', user)}
      columns={useInvitedColumns()}
      keyOf={({ userId }) => String(userId)}
      onOpen={({ userId }) => void navigate({ to: '/people', search: { user: userId } })}
    />
  );
}

function Messages({ user }: UserProps) {
  return (
    <List
      tab="messages"
      rows={useListed('people/get-messages', user)}
      columns={useMessagesColumns()}
      keyOf={({ id }) => id}
    />
  );
}

function Acts({ user }: UserProps) {
  return (
    <List
      tab="acts"
      rows={useListed('people/get-acts', user)}
      columns={useActsColumns()}
      keyOf={({ act }) => String(act)}
    />
  );
}
