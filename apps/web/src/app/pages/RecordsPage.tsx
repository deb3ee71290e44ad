/**
 * /account/trade: records of everything that moved money, with filters that the address keeps. A
 * row opens to its postings. The menu links to it with the query type=4.
 */
import { Button, Card, Num, Tabs } from '@glasshouse/ui';
import { ArrowLeft, FileText } from 'lucide-react';
import { serverNow } from '#data/server-time.ts';
import { PageHeader } from '#shared/PageHeader.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { useUrlChoice, useUrlText } from '#shared/url-state.ts';
import { useRecordCounts } from '#features/wallet/records/calls.ts';
import { Statement } from '#features/wallet/records/Statement.tsx';
import { ExportButton } from './ExportButton.tsx';
import { isFiltered, isReversed } from './record-filters.ts';
import { RecordFilterRow } from './RecordFilterRow.tsx';
import { FILTERS, TABLES, TABS, type RecordTab } from './record-tabs.tsx';
import { SavedViews } from './SavedViews.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { TaxFileMenu } from './TaxFileMenu.tsx';
import { useRecordFilters } from './useRecordFilters.ts';

/** Matches the year of a statement in the address. */
const YEAR = /^2\d{3}$/;

export function RecordsPage() {
  const { t } = useTranslation();
  const [statement, setStatement] = useUrlText('statement', true);
  const isStatement = YEAR.test(statement);
  return (
    <main className="mx-auto w-full max-w-page flex-1 px-6 py-6">
      <PageHeader
        title={isStatement ? t('records.statement.title', { year: statement }) : t('shell.records')}
        lead={isStatement ? undefined : t('records.lead')}
        article="your-postings"
        right={
          <Button
            size="sm"
            className="print:hidden"
            onClick={() => setStatement(isStatement ? '' : String(new Date(serverNow()).getUTCFullYear()))}
          >
            {isStatement ? <ArrowLeft aria-hidden size={14} /> : <FileText aria-hidden size={14} />}
            {isStatement ? t('records.statement.back') : t('records.statement.open')}
          </Button>
        }
      />
      {isStatement ? (
        <Statement year={Number(statement)} onYear={(year) => setStatement(String(year))} />
      ) : (
        <Records />
      )}
    </main>
  );
}

function Records() {
  const { t } = useTranslation();
  const [tab, setTab] = useUrlChoice('tab', TABS, true);
  const filters = useRecordFilters(FILTERS[tab]);
  const counted = useRecordCounts();
  // The kept counts are of all records, so a filtered list shows none.
  const counts = isFiltered(filters.filters) ? undefined : counted;
  const Table = TABLES[tab];
  const none = isReversed(filters.filters)
    ? t('records.reversed')
    : isFiltered(filters.filters)
      ? t('records.noneFits')
      : undefined;
  return (
    <Card padded={false}>
      <Tabs
        label={t('shell.records')}
        items={TABS.map((id) => ({ id, label: <TabLabel tab={id} rows={counts?.[id]} /> }))}
        value={tab}
        onValue={setTab}
        className="h-12! px-5!"
      />
      <RecordFilterRow
        of={filters}
        shown={FILTERS[tab]}
        right={
          <span className="flex items-center gap-3">
            <SavedViews tab={tab} filters={filters.filters} />
            {tab === 'all' && <TaxFileMenu range={filters.input.range} />}
            <ExportButton key={tab} tab={tab} input={filters.input} />
          </span>
        }
      />
      <SelectionBar key={`totals ${tab}`} tab={tab} input={filters.input} />
      <Table key={tab} input={filters.input} none={none} />
    </Card>
  );
}

function TabLabel({ tab, rows }: { readonly tab: RecordTab; readonly rows: number | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      {t(`records.${tab}`)}
      {rows !== undefined && (
        <span className="text-mut font-normal">
          {' '}
          <Num value={rows} decimals={0} />
        </span>
      )}
    </>
  );
}
