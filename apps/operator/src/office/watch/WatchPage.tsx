/** The page of the watch: the queue, the evidence of one case, and the decision on it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { WatchCaseRow } from '@glasshouse/protocol/watch/office';
import { WATCH_RULES, WATCH_STATES, WATCH_VIEWS } from '@glasshouse/protocol/watch/rules';
import { Code, ErrorState, Skeleton } from '@glasshouse/ui';
import { Page } from '../frame/Page.tsx';
import { useAgeText } from '../parts/Age.tsx';
import { Chips } from '../parts/Chips.tsx';
import { Decision, SideBySide } from '../parts/Decision.tsx';
import { EmptyState, NothingOpen } from '../parts/states.tsx';
import { Table } from '../parts/table/Table.tsx';
import { useFind } from '../parts/useFind.ts';
import { Views } from '../parts/Views.tsx';
import { useTexts } from '../texts.ts';
import { useNow } from '../useNow.ts';
import { CaseDecision } from './CaseDecision.tsx';
import { CaseMatter } from './CaseMatter.tsx';
import { useColumns } from './columns.tsx';
import { watchSearch, type WatchSearch } from './search.ts';
import { useCases, useWatchCase, useWatchCounts, WATCH_AIM_MS } from './useWatch.ts';

const FACT_EVERY_MS = 10_000;

export function WatchPage() {
  const { t } = useTexts();
  const search = useSearch({ from: '/watch' });
  const navigate = useNavigate();
  const set = (next: WatchSearch) => void navigate({ to: '/watch', search: next, replace: true });
  const { id, ...filters } = search;
  const rows = useCases(filters);
  const openRow = rows.list.find((row) => row.id === id);
  const at = openRow === undefined ? undefined : rows.list.indexOf(openRow) + 1;
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
          <EmptyState
            title={t((filters.view ?? 'waiting') === 'waiting' ? 'watch_none' : 'watch_noneHere')}
            text={t('watch_noneText')}
          />
        }
      />
    </>
  );
  return (
    <Page title={t('watch_page')} fact={<CaseFact />}>
      {id === undefined ? (
        <SideBySide side={<NothingOpen text={t('watch_choose')} />}>{queue}</SideBySide>
      ) : (
        <OpenCase
          key={id}
          id={id}
          row={openRow}
          place={at === undefined ? undefined : `${at} / ${rows.total ?? rows.list.length}`}
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
          {error !== null && data === undefined && (
            <ErrorState
              title={t('failed')}
              text={error.message}
              retryLabel={t('retry')}
              onRetry={() => refetch()}
            />
          )}
        </section>
      </div>
    </SideBySide>
  );
}

function CaseFact() {
  const { t } = useTexts();
  const ageText = useAgeText();
  const nowMs = useNow(FACT_EVERY_MS);
  const { data } = useWatchCounts();
  if (data === undefined) return null;
  if (data.oldestTime === null) return t('nobodyWaits');
  const age = ageText(nowMs - data.oldestTime);
  return t('casesWait', { waiting: data.waiting, age, aim: ageText(WATCH_AIM_MS) });
}

interface FiltersProps {
  readonly filters: Omit<WatchSearch, 'id'>;
  readonly onFilters: (filters: Readonly<Record<string, string | number | undefined>>) => void;
  readonly isNarrow: boolean;
}

function CaseFilters({ filters, onFilters, isNarrow }: FiltersProps) {
  const { t } = useTexts();
  const { data: counts } = useWatchCounts();
  const { view = 'waiting', user } = filters;
  const nowMs = useNow(FACT_EVERY_MS);
  const isLate = counts?.oldestTime != null && nowMs - counts.oldestTime >= WATCH_AIM_MS;
  const find = useFind({
    label: t('watch_find'),
    value: user === undefined ? '' : String(user),
    onFind: (text) => onFilters({ ...filters, user: text }),
  });
  const views = WATCH_VIEWS.map((each) => ({
    id: each,
    label: t(`queue_${each}`),
    filters: each === 'waiting' ? {} : { view: each },
    ...(each === 'waiting' && counts !== undefined ? { count: counts.waiting } : {}),
    ...(each === 'waiting' && isLate ? { tone: 'warn' as const } : {}),
  }));
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
  const shown = Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]));
  return (
    <>
      <Views name="watch" filters={shown} onFilters={onFilters} views={views} />
      <Chips
        find={find}
        chips={isNarrow ? [] : chips}
        onChange={(name, value) => onFilters({ ...filters, [name]: value })}
        end={isNarrow ? undefined : t(view === 'waiting' ? 'oldestFirst' : 'newestFirst')}
      />
    </>
  );
}
