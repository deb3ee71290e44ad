/** Acts: those that wait for a second person, and all that were asked for. */
import type { ActRow } from '@glasshouse/protocol/operators';
import { DateTime } from '@glasshouse/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../api.ts';
import { subjectText } from '../audit-words.ts';
import { Page } from '../frame/Page.tsx';
import { Age } from '../parts/Age.tsx';
import { SideBySide } from '../parts/Decision.tsx';
import { Operator } from '../parts/Operator.tsx';
import { EmptyState, NothingOpen } from '../parts/states.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import type { Column } from '../parts/table/columns.ts';
import { Table } from '../parts/table/Table.tsx';
import { useRows } from '../parts/table/useRows.ts';
import { Views } from '../parts/Views.tsx';
import { useTexts } from '../texts.ts';
import { ACT_STATES, actText } from './act-words.ts';
import { ActDecision } from './ActDecision.tsx';
import { actsSearch, type ActsSearch } from './acts-search.ts';

const PAGE_SIZE = 100;
const EVERY_MS = 5_000;

export function ActsPage() {
  const { t } = useTexts();
  const search = useSearch({ from: '/acts' });
  const navigate = useNavigate();
  const go = (next: ActsSearch) => void navigate({ to: '/acts', search: next });
  const { list = 'asked', act } = search;
  const rows = useRows({
    queryKey: ['acts', list],
    everyMs: EVERY_MS,
    load: (cursor) => call('operators/get-acts', { list, pageSize: PAGE_SIZE, cursor }),
  });
  return (
    <Page title={t('acts')} fact={t('actsFact')}>
      <SideBySide
        side={
          act === undefined ? (
            <NothingOpen text={t('openAct')} />
          ) : (
            <ActDecision key={act} act={act} onClose={() => go(actsSearch({ ...search, act: undefined }))} />
          )
        }
      >
        <Views
          name="acts"
          filters={list === 'all' ? { list } : {}}
          onFilters={(filters) => go(actsSearch(filters))}
          views={[
            { id: 'asked', label: t('viewAsked'), filters: {} },
            { id: 'all', label: t('viewAll'), filters: { list: 'all' } },
          ]}
        />
        <Table
          label={t('acts')}
          columns={useColumns(list)}
          rows={rows}
          keyOf={({ act: number }) => String(number)}
          openKey={act === undefined ? undefined : String(act)}
          onOpen={({ act: number }) => go({ ...search, act: number })}
          isFinished={({ state }) => state !== 'asked' && state !== 'running'}
          empty={<EmptyState title={t(list === 'all' ? 'noActs' : 'noActsWaiting')} text={t('noActsText')} />}
        />
      </SideBySide>
    </Page>
  );
}

function useColumns(list: 'asked' | 'all'): readonly Column<ActRow>[] {
  const { t } = useTexts();
  return [
    { id: 'act', head: t('number'), width: 72, cell: ({ act }) => <span className="text-mut">{act}</span> },
    { id: 'call', head: t('act'), width: '4fr', cell: ({ call: name }) => actText(t, name) },
    { id: 'subject', head: t('subject'), width: '5fr', cell: ({ subject }) => subjectText(t, subject) },
    {
      id: 'operator',
      head: t('askedBy'),
      width: 124,
      cell: ({ operator }) => <Operator name={operator} />,
    },
    list === 'all'
      ? {
          id: 'time',
          head: t('time'),
          width: 116,
          cell: ({ time }) => <DateTime timeMs={time} kind="short" className="text-mut" />,
        }
      : { id: 'age', head: t('age'), width: 72, cell: ({ time }) => <Age sinceMs={time} /> },
    {
      id: 'state',
      head: t('state'),
      width: 130,
      cell: ({ state }) => <StateTag state={state} states={ACT_STATES} />,
    },
  ];
}
