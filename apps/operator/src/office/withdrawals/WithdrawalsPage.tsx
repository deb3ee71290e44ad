/** The page of withdrawals: the queue, and beside it the one on which an operator decides. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../frame/Page.tsx';
import { Chips } from '../parts/Chips.tsx';
import { SideBySide } from '../parts/Decision.tsx';
import { placeOf, QueueEmpty, useIsLate, useOldestAge } from '../parts/queue.tsx';
import { NothingOpen } from '../parts/states.tsx';
import { Table } from '../parts/table/Table.tsx';
import { useFind } from '../parts/useFind.ts';
import { Views } from '../parts/Views.tsx';
import { useTexts } from '../texts.ts';
import { useColumns } from './columns.tsx';
import { queueSearch, STATES, VIEWS, type QueueSearch } from './search.ts';
import { DECIDE_AIM_MS, useQueue, useQueueCounts } from './useWithdrawals.ts';
import { WithdrawalDecision } from './WithdrawalDecision.tsx';
import { isOver } from './words.ts';

export function WithdrawalsPage() {
  const { t } = useTexts();
  const search = useSearch({ from: '/withdrawals' });
  const navigate = useNavigate();
  const set = (next: QueueSearch) => void navigate({ to: '/withdrawals', search: next, replace: true });
  const { id, ...filters } = search;
  const rows = useQueue(filters);
  const columns = useColumns();
  const openRow = rows.list.find((row) => row.id === id);
  return (
    <Page title={t('withdrawals')} fact={<QueueFact />}>
      <SideBySide
        side={
          id === undefined ? (
            <NothingOpen text={t('chooseWithdrawal')} />
          ) : (
            <WithdrawalDecision
              key={id}
              id={id}
              row={openRow}
              place={placeOf(rows, openRow)}
              onClose={() => set(filters)}
            />
          )
        }
      >
        <QueueFilters filters={filters} onFilters={(next) => set(queueSearch({ ...next, id }))} />
        <Table
          label={t('withdrawals')}
          columns={columns}
          rows={rows}
          keyOf={(row) => String(row.id)}
          openKey={id === undefined ? undefined : String(id)}
          onOpen={(row) => set({ ...filters, id: row.id })}
          isFinished={isOver}
          empty={
            <QueueEmpty
              filters={{ ...filters }}
              waiting={t('nothingWaits')}
              none={t('noWithdrawals')}
              text={t('nothingWaitsText')}
            />
          }
        />
      </SideBySide>
    </Page>
  );
}

function QueueFact() {
  const { t } = useTexts();
  const { data } = useQueueCounts();
  const age = useOldestAge(data?.oldestTime);
  if (data === undefined) return null;
  return data.waiting === 0
    ? t('withdrawalsNoneWait', { today: data.today })
    : t('withdrawalsWait', { waiting: data.waiting, today: data.today, age });
}

interface FiltersProps {
  readonly filters: Omit<QueueSearch, 'id'>;
  readonly onFilters: (filters: Readonly<Record<string, string | undefined>>) => void;
}

function QueueFilters({ filters, onFilters }: FiltersProps) {
  const { t } = useTexts();
  const { data: counts } = useQueueCounts();
  const { view = 'waiting', currency, state } = filters;
  const isLate = useIsLate(counts?.oldestTime, DECIDE_AIM_MS);
  const tones = {
    waiting: isLate ? 'warn' : undefined,
    uncertain: counts?.uncertain ? 'bad' : undefined,
  } as const;
  const views = VIEWS.map((each) => {
    const count = each === 'all' ? undefined : counts?.[each];
    const tone = each === 'waiting' || each === 'uncertain' ? tones[each] : undefined;
    return {
      id: each,
      label: t(`queue_${each}`),
      filters: each === 'waiting' ? {} : { view: each },
      ...(count === undefined ? {} : { count }),
      ...(tone === undefined ? {} : { tone }),
    };
  });
  return (
    <>
      <Views name="withdrawals" filters={{ ...filters }} onFilters={onFilters} views={views} />
      <Chips
        find={useFind({
          label: t('findWithdrawal'),
          value: filters.find ?? '',
          onFind: (find) => onFilters({ ...filters, find }),
        })}
        chips={[
          {
            id: 'currency',
            label: t('coin'),
            options: (counts?.currencies ?? []).map((coin) => ({ id: coin, label: coin })),
            value: currency,
          },
          {
            id: 'state',
            label: t('state'),
            options: STATES.map((each) => ({ id: each, label: t(`queueState_${each}`) })),
            value: state,
          },
        ]}
        onChange={(name, value) => onFilters({ ...filters, [name]: value })}
        end={t(view === 'waiting' || view === 'uncertain' ? 'oldestFirst' : 'newestFirst')}
      />
    </>
  );
}
