/** Sign-ins and failed attempts, newest first. */
import { Code, DateTime, Tag } from '@glasshouse/ui';
import type { LoginRow } from '@glasshouse/protocol/identity';
import { deviceName } from '#shared/device-name.ts';
import { useTranslation } from '#shared/i18n.ts';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { useLogins } from '../calls.ts';

const ROW_PX = 40;

export function LoginHistory() {
  const { t } = useTranslation();
  const columns: Column<LoginRow>[] = [
    {
      key: 'time',
      head: t('market.time'),
      width: '24%',
      render: (row) => <DateTime timeMs={row.time} />,
    },
    {
      key: 'device',
      head: t('security.device'),
      width: '23%',
      className: 'truncate',
      render: (row) => <span title={row.device}>{deviceName(row.device)}</span>,
    },
    { key: 'ip', head: 'IP', className: 'hash truncate', render: (row) => <Code>{row.ip}</Code> },
    {
      key: 'method',
      head: t('security.method'),
      width: '16%',
      className: 'text-mut',
      render: (row) => t(`security.methods.${row.method}`),
    },
    {
      key: 'outcome',
      head: t('security.outcome'),
      width: '19%',
      render: (row) => (
        <Tag tone={row.outcome === 'success' ? 'info' : 'bad'}>{t(`security.outcomes.${row.outcome}`)}</Tag>
      ),
    },
  ];
  return (
    <div className="-mx-5">
      <DataTable
        look="fixed"
        label={t('security.history')}
        list={useLogins()}
        emptyText={t('security.noLogins')}
        columns={columns}
        rowKey={(row) => row.id}
        rowHeight={ROW_PX}
      />
    </div>
  );
}
