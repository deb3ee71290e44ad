/** What the platform's operators did about the account; nothing where they did nothing. */
import type { AccountActRow } from '@glasshouse/protocol/identity';
import { DateTime } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { useAccountActs } from '../calls.ts';

const ROW_PX = 40;

export function ActsCard() {
  const { t } = useTranslation();
  const acts = useAccountActs();
  if (acts.rows.length === 0) return null;
  const columns: Column<AccountActRow>[] = [
    { key: 'what', head: t('security.acts'), render: ({ what }) => what },
    {
      key: 'time',
      head: t('market.time'),
      right: true,
      width: '190px',
      render: ({ time }) => <DateTime timeMs={time} className="text-mut text-[12px] whitespace-nowrap" />,
    },
  ];
  return (
    <section className="border-line bg-panel rounded-xl border pb-1.5">
      <h2 className="px-5 py-4 text-[14px] font-semibold">{t('security.acts')}</h2>
      <DataTable
        look="fixed"
        className="text-[13px]"
        label={t('security.acts')}
        list={acts}
        emptyText=""
        columns={columns}
        rowKey={({ id }) => String(id)}
        rowHeight={ROW_PX}
      />
    </section>
  );
}
