/** The page of the watch: the queue, the evidence of one case, and the decision on it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { WatchCaseRow } from '@glasshouse/protocol/watch/office';
import { WATCH_RULES, WATCH_STATES, WATCH_VIEWS } from '@glasshouse/protocol/watch/rules';
import { Code, Skeleton } from '@glasshouse/ui';
import { Page } from '../frame/Page.tsx';
import { Chips } from '../parts/Chips.tsx';
import { Decision, SideBySide } from '../parts/Decision.tsx';
import { placeOf, QueueEmpty, useWaitingViews, WaitingFact } from '../parts/queue.tsx';
import { Failed, NothingOpen } from '../parts/states.tsx';
import { Table } from '../parts/table/Table.tsx';
import { useFind } from '../parts/useFind.ts';
import { Views, type Filters } from '../parts/Views.tsx';
import { useTexts } from '../texts.ts';
import { CaseDecision } from './CaseDecision.tsx';
import { CaseMatter } from './CaseMatter.tsx';
import { useColumns } from './columns.tsx';
import { watchSearch, type WatchSearch } from './search.ts';
import { useCases, useWatchCase, useWatchCounts, WATCH_AIM_MS } from './useWatch.ts';

export function WatchPage() {
  const { t } = useTexts();
  const search = useSearch({ from: '/watch' });
  const navigate = useNavigate();
  const set = (next: WatchSearch) => void navigate({ to: '/watch', search: next, replace: true });
  const { id, ...filters } = search;
  const rows = useCases(filters);
  const openRow = rows.list.find((row) => row.id === id);
  const columns = useColumns(id !== undefined);
  const queue = (
    <>
      <CaseFilters
        filters={filters}
        onFilters={(next) => set(watchSearch({ ...next, id }))}
        isNarrow={id !== undefined}
      />
      <Table
        label={t('watch_page')}
        columns={columns}
        rows={rows}
        keyOf={(row) => String(row.id)}
        openKey={id === undefined ? undefined : String(id)}
        onOpen={(row) => set({ ...filters, id: row.id })}
        isFinished={({ state }) => state === 'closed'}
        empty={
          <QueueEmpty
            filters={shownFilters(filters)}
            waiting={t('watch_none')}
            none={t('watch_noneHere')}
            text={t('watch_noneText')}
          />
        }
      />
    </>
  );
  return (
    <Page title={t('watch_page')} fact={<WaitingFact counts={useWatchCounts().data} aimMs={WATCH_AIM_MS} />}>
      {id === undefined ? (
        <SideBySide side={<NothingOpen text={t('watch_choose')} />}>{queue}</SideBySide>
      ) : (
        <OpenCase
          key={id}
          id={id}
          row={openRow}
          place={placeOf(rows, openRow)}
          queue={queue}
          onClose={() => set(filters)}
        />
      )}
    </Page>
  );
}

interface OpenCaseProps {
  readonly id: number;
  readonly row: WatchCaseRow | undefined;
  readonly place: string | undefined;
  readonly queue: React.ReactNode;
  readonly onClose: () => void;
}

/** The queue becomes narrow, so that the evidence has room. */
function OpenCase({ id, row, place, queue, onClose }: OpenCaseProps) {
  const { t } = useTexts();
  const { data, error, refetch } = useWatchCase(id, row);
  const side =
    data === undefined ? (
      <Decision title={<Code>M-{id}</Code>} aside={place} onClose={onClose} acts={[]} />
    ) : (
      <CaseDecision shown={data} place={place} onClose={onClose} />
    );
  return (
    <SideBySide side={side}>
      <div className="bg-bg grid min-h-0 flex-1 grid-cols-[288px_minmax(0,1fr)] gap-[3px]">
        <div className="bg-panel flex min-h-0 min-w-0 flex-col">{queue}</div>
        <section aria-label={t('watch_evidence')} className="bg-panel min-h-0 min-w-0">
          {data !== undefined && <CaseMatter shown={data} />}
          {data === undefined && error === null && <Skeleton className="m-4 h-60" />}
          {error !== null && data === undefined && <Failed error={error} onRetry={refetch} />}
        </section>
      </div>
    </SideBySide>
  );
}

/** As they are in the address. */
const shownFilters = (filters: Omit<WatchSearch, 'id'>): Filters =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]));

interface FiltersProps {
  readonly filters: Omit<WatchSearch, 'id'>;
  readonly onFilters: (filters: Readonly<Record<string, string | number | undefined>>) => void;
  readonly isNarrow: boolean;
}

function CaseFilters({ filters, onFilters, isNarrow }: FiltersProps) {
  const { t } = useTexts();
  const { data: counts } = useWatchCounts();
  const { view = 'waiting', user } = filters;
  const find = useFind({
    label: t('watch_find'),
    value: user === undefined ? '' : String(user),
    onFind: (text) => onFilters({ ...filters, user: text }),
  });
  const views = useWaitingViews(WATCH_VIEWS, { counts, aimMs: WATCH_AIM_MS });
  const chips = [
    {
      id: 'rule',
      label: t('rule'),
      options: WATCH_RULES.map((each) => ({ id: each, label: t(`watch_rule_${each}`) })),
      value: filters.rule,
    },
    {
      id: 'state',
      label: t('state'),
      options: WATCH_STATES.map((each) => ({ id: each, label: t(`watch_state_${each}`) })),
      value: filters.state,
    },
  ];
  return (
    <>
      <Views name="watch" filters={shownFilters(filters)} onFilters={onFilters} views={views} />
      <Chips
        find={find}
        chips={isNarrow ? [] : chips}
        onChange={(name, value) => onFilters({ ...filters, [name]: value })}
        end={isNarrow ? undefined : t(view === 'waiting' ? 'oldestFirst' : 'newestFirst')}
      />
    </>
  );
}
