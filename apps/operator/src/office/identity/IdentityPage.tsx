/** The page of identities: the queue, the documents of one case, and the decision on it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Code, ErrorState, Skeleton } from '@glasshouse/ui';
import { CASE_STATES, CASE_VIEWS } from '@glasshouse/protocol/kyc/case-states';
import type { CaseRow } from '@glasshouse/protocol/kyc/office';
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
import { caseSearch, type CaseSearch } from './search.ts';
import { REVIEW_AIM_MS, useCase, useCaseCounts, useCases } from './useCases.ts';

const FACT_EVERY_MS = 10_000;

export function IdentityPage() {
  const { t } = useTexts();
  const search = useSearch({ from: '/identity' });
  const navigate = useNavigate();
  const set = (next: CaseSearch) => void navigate({ to: '/identity', search: next, replace: true });
  const { id, ...filters } = search;
  const rows = useCases(filters);
  const openRow = rows.list.find((row) => row.id === id);
  const at = openRow === undefined ? undefined : rows.list.indexOf(openRow) + 1;
  const columns = useColumns(id !== undefined);
  const queue = (
    <>
      <CaseFilters
        filters={filters}
        onFilters={(next) => set(caseSearch({ ...next, id }))}
        isNarrow={id !== undefined}
      />
      <Table
        label={t('identityPage')}
        columns={columns}
        rows={rows}
        keyOf={(row) => String(row.id)}
        openKey={id === undefined ? undefined : String(id)}
        onOpen={(row) => set({ ...filters, id: row.id })}
        isFinished={({ state }) => state !== 'waiting'}
        empty={
          <EmptyState
            title={t((filters.view ?? 'waiting') === 'waiting' ? 'noCaseWaits' : 'noCases')}
            text={t('noCaseWaitsText')}
          />
        }
      />
    </>
  );
  return (
    <Page title={t('identityPage')} fact={<CaseFact />}>
      {id === undefined ? (
        <SideBySide side={<NothingOpen text={t('chooseCase')} />}>{queue}</SideBySide>
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
  readonly row: CaseRow | undefined;
  readonly place: string | undefined;
  readonly queue: React.ReactNode;
  readonly onClose: () => void;
}

/** The queue becomes narrow, so that the photos have room. */
function OpenCase({ id, row, place, queue, onClose }: OpenCaseProps) {
  const { t } = useTexts();
  const { data, error, refetch } = useCase(id, row);
  const side =
    data === undefined ? (
      <Decision title={<Code>K-{id}</Code>} aside={place} onClose={onClose} acts={[]} />
    ) : (
      <CaseDecision shown={data} place={place} onClose={onClose} />
    );
  return (
    <SideBySide side={side}>
      <div className="bg-bg grid min-h-0 flex-1 grid-cols-[288px_minmax(0,1fr)] gap-[3px]">
        <div className="bg-panel flex min-h-0 min-w-0 flex-col">{queue}</div>
        {/* The keyboard must be able to reach a region that scrolls. */}
        <div
          role="region"
          aria-label={t('documents')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="bg-panel min-h-0 overflow-y-auto focus-visible:-outline-offset-2"
        >
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
        </div>
      </div>
    </SideBySide>
  );
}

function CaseFact() {
  const { t } = useTexts();
  const ageText = useAgeText();
  const nowMs = useNow(FACT_EVERY_MS);
  const { data } = useCaseCounts();
  if (data === undefined) return null;
  if (data.oldestTime === null) return t('nobodyWaits');
  const age = ageText(nowMs - data.oldestTime);
  return t('casesWait', { waiting: data.waiting, age, aim: ageText(REVIEW_AIM_MS) });
}

interface FiltersProps {
  readonly filters: Omit<CaseSearch, 'id'>;
  readonly onFilters: (filters: Readonly<Record<string, string | undefined>>) => void;
  readonly isNarrow: boolean;
}

function CaseFilters({ filters, onFilters, isNarrow }: FiltersProps) {
  const { t } = useTexts();
  const { data: counts } = useCaseCounts();
  const { view = 'waiting' } = filters;
  const nowMs = useNow(FACT_EVERY_MS);
  const isLate = counts?.oldestTime != null && nowMs - counts.oldestTime >= REVIEW_AIM_MS;
  const find = useFind({
    label: t('findCase'),
    value: filters.find ?? '',
    onFind: (text) => onFilters({ ...filters, find: text }),
  });
  const views = CASE_VIEWS.map((each) => ({
    id: each,
    label: t(`queue_${each}`),
    filters: each === 'waiting' ? {} : { view: each },
    ...(each === 'waiting' && counts !== undefined ? { count: counts.waiting } : {}),
    ...(each === 'waiting' && isLate ? { tone: 'warn' as const } : {}),
  }));
  const state = {
    id: 'state',
    label: t('state'),
    options: CASE_STATES.map((each) => ({ id: each, label: t(`caseState_${each}`) })),
    value: filters.state,
  };
  return (
    <>
      <Views name="identity" filters={{ ...filters }} onFilters={onFilters} views={views} />
      <Chips
        find={find}
        chips={isNarrow ? [] : [state]}
        onChange={(name, value) => onFilters({ ...filters, [name]: value })}
        end={isNarrow ? undefined : t(view === 'waiting' ? 'oldestFirst' : 'newestFirst')}
      />
    </>
  );
}
