/** The page of identities: the queue, the documents of one case, and the decision on it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Code, Skeleton } from '@glasshouse/ui';
import { CASE_STATES, CASE_VIEWS } from '@glasshouse/protocol/kyc/case-states';
import type { CaseRow } from '@glasshouse/protocol/kyc/office';
import { Page } from '../frame/Page.tsx';
import { Chips } from '../parts/Chips.tsx';
import { Decision, SideBySide } from '../parts/Decision.tsx';
import { placeOf, QueueEmpty, useWaitingViews, WaitingFact } from '../parts/queue.tsx';
import { Failed, NothingOpen } from '../parts/states.tsx';
import { Table } from '../parts/table/Table.tsx';
import { useFind } from '../parts/useFind.ts';
import { Views } from '../parts/Views.tsx';
import { useTexts } from '../texts.ts';
import { CaseDecision } from './CaseDecision.tsx';
import { CaseMatter } from './CaseMatter.tsx';
import { useColumns } from './columns.tsx';
import { caseSearch, type CaseSearch } from './search.ts';
import { REVIEW_AIM_MS, useCase, useCaseCounts, useCases } from './useCases.ts';

export function IdentityPage() {
  const { t } = useTexts();
  const search = useSearch({ from: '/identity' });
  const navigate = useNavigate();
  const set = (next: CaseSearch) => void navigate({ to: '/identity', search: next, replace: true });
  const { id, ...filters } = search;
  const rows = useCases(filters);
  const openRow = rows.list.find((row) => row.id === id);
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
          <QueueEmpty
            filters={{ ...filters }}
            waiting={t('noCaseWaits')}
            none={t('noCases')}
            text={t('noCaseWaitsText')}
          />
        }
      />
    </>
  );
  return (
    <Page
      title={t('identityPage')}
      fact={<WaitingFact counts={useCaseCounts().data} aimMs={REVIEW_AIM_MS} />}
    >
      {id === undefined ? (
        <SideBySide side={<NothingOpen text={t('chooseCase')} />}>{queue}</SideBySide>
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
          {error !== null && data === undefined && <Failed error={error} onRetry={refetch} />}
        </div>
      </div>
    </SideBySide>
  );
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
  const find = useFind({
    label: t('findCase'),
    value: filters.find ?? '',
    onFind: (text) => onFilters({ ...filters, find: text }),
  });
  const views = useWaitingViews(CASE_VIEWS, { counts, aimMs: REVIEW_AIM_MS });
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
