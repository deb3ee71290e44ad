/** The page of the log of operators: what each one did and looked at. */
import { Code, DateTime, formatNumber } from '@glasshouse/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AuditRow } from '@glasshouse/protocol/operators';
import { call } from './api.ts';
import { auditSearch, SPANS, type AuditSearch } from './audit-search.ts';
import { detailText, subjectText } from './audit-words.ts';
import { Page } from './frame/Page.tsx';
import { Chips } from './parts/Chips.tsx';
import { Operator } from './parts/Operator.tsx';
import { EmptyState } from './parts/states.tsx';
import type { Column } from './parts/table/columns.ts';
import { Table } from './parts/table/Table.tsx';
import { useRows } from './parts/table/useRows.ts';
import { Views } from './parts/Views.tsx';
import { useTexts } from './texts.ts';

const PAGE_SIZE = 100;
const MINUTE_MS = 60_000;

export function AuditPage() {
  const { t } = useTexts();
  const search = useSearch({ from: '/audit' });
  const navigate = useNavigate();
  const filter = (next: AuditSearch) => void navigate({ to: '/audit', search: next });
  const rows = useAuditRows(search);
  const spans = (Object.keys(SPANS) as (keyof typeof SPANS)[]).map((id) => ({ id, label: t(`span_${id}`) }));
  return (
    <Page title={t('audit')} fact={t('auditFact')}>
      <div className="bg-panel flex min-h-0 flex-1 flex-col">
        <Views
          name="audit"
          filters={search}
          onFilters={(filters) => filter(auditSearch(filters))}
          views={[
            { id: 'all', label: t('viewAll'), filters: {} },
            { id: 'day', label: t('span_day'), filters: { since: 'day' } },
          ]}
        />
        <Chips
          chips={[{ id: 'since', label: t('since_chip'), options: spans, value: search.since }]}
          onChange={(id, value) => filter(auditSearch({ ...search, [id]: value }))}
          end={t('newestFirst')}
        />
        <Table
          label={t('audit')}
          columns={useAuditColumns()}
          rows={rows}
          keyOf={({ entry }) => String(entry)}
          empty={<EmptyState title={t('noEntries')} />}
          sums={t('auditText')}
        />
      </div>
    </Page>
  );
}

function useAuditRows({ since }: AuditSearch) {
  return useRows({
    queryKey: ['audit', since],
    hasTimes: since !== undefined,
    load: (cursor) =>
      call('operators/get-audit', {
        pageSize: PAGE_SIZE,
        cursor,
        // Whole minutes, so that the pages of one list begin together.
        ...(since === undefined
          ? {}
          : { startTime: Math.floor((Date.now() - SPANS[since]) / MINUTE_MS) * MINUTE_MS }),
      }),
  });
}

function useAuditColumns(): readonly Column<AuditRow>[] {
  const { t } = useTexts();
  return [
    {
      id: 'entry',
      head: t('entry'),
      width: 76,
      cell: ({ entry }) => <span className="text-mut">{formatNumber(entry, { decimals: 0 })}</span>,
    },
    {
      id: 'time',
      head: t('time'),
      width: 158,
      cell: ({ time }) => <DateTime timeMs={time} className="text-mut" />,
    },
    { id: 'operator', head: t('operator'), width: 170, cell: ({ operator }) => <Operator name={operator} /> },
    {
      id: 'act',
      head: t('act'),
      width: 216,
      cell: ({ act }) => <Code className="font-mono text-[11.5px]">{act}</Code>,
    },
    { id: 'subject', head: t('subject'), width: '1fr', cell: ({ subject }) => subjectText(t, subject) },
    {
      id: 'detail',
      head: t('detail'),
      width: '1fr',
      cell: (row) => <span className="text-mut">{detailText(t, row)}</span>,
    },
    {
      id: 'hash',
      head: t('hash'),
      width: 116,
      align: 'right',
      isLow: true,
      cell: ({ hash }) => (
        <span title={hash} translate="no" className="notranslate hash text-mut text-[11px]">
          {`${hash.slice(0, 4)}…${hash.slice(-4)}`}
        </span>
      ),
    },
  ];
}
