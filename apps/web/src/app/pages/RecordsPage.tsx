/**
 * /account/trade: records of everything that moved money, with filters that the address keeps. A
 * row opens to its postings. The menu links to it with the query type=4.
 */
import { Card, Tabs } from '@glasshouse/ui';
import { PageHeader } from '#shared/PageHeader.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { useUrlChoice } from '#shared/url-state.ts';
import { ExportButton } from './ExportButton.tsx';
import { isFiltered } from './record-filters.ts';
import { RecordFilterRow } from './RecordFilterRow.tsx';
import { FILTERS, TABLES, TABS } from './record-tabs.tsx';
import { useRecordFilters } from './useRecordFilters.ts';

export function RecordsPage() {
  const { t } = useTranslation();
  const [tab, setTab] = useUrlChoice('tab', TABS);
  const filters = useRecordFilters(FILTERS[tab]);
  const Table = TABLES[tab];
  const none = isFiltered(filters.filters) ? t('records.noneFits') : undefined;
  return (
    <main className="mx-auto w-full max-w-page flex-1 px-6 py-6">
      <PageHeader
        title={t('shell.records')}
        lead={t('records.lead')}
        right={<ExportButton key={tab} tab={tab} input={filters.input} />}
      />
      <Card padded={false} className="overflow-hidden">
        <Tabs
          label={t('shell.records')}
          items={TABS.map((id) => ({ id, label: t(`records.${id}`) }))}
          value={tab}
          onValue={setTab}
          className="h-12! px-5!"
        />
        <RecordFilterRow of={filters} shown={FILTERS[tab]} />
        <Table key={tab} input={filters.input} none={none} />
      </Card>
    </main>
  );
}
