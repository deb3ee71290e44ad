/** The page of vouchers: the queue, and beside it the one on which an operator decides. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { VOUCHER_STATES, VOUCHER_VIEWS } from '@glasshouse/protocol/vouchers/voucher-states';
import { Page } from '../frame/Page.tsx';
import { useAgeText } from '../parts/Age.tsx';
import { Chips } from '../parts/Chips.tsx';
import { SideBySide } from '../parts/Decision.tsx';
import { EmptyState, NothingOpen } from '../parts/states.tsx';
import { Table } from '../parts/table/Table.tsx';
import { useFind } from '../parts/useFind.ts';
import { Views } from '../parts/Views.tsx';
import { useTexts } from '../texts.ts';
import { useNow } from '../useNow.ts';
import { useColumns } from './columns.tsx';
import { voucherSearch, type VoucherSearch } from './search.ts';
import { useVoucherCounts, useVouchers, VOUCHER_AIM_MS } from './useVouchers.ts';
import { VoucherDecision } from './VoucherDecision.tsx';
import { isOver } from './words.ts';

const FACT_EVERY_MS = 10_000;

export function VouchersPage() {
  const { t } = useTexts();
  const search = useSearch({ from: '/vouchers' });
  const navigate = useNavigate();
  const set = (next: VoucherSearch) => void navigate({ to: '/vouchers', search: next, replace: true });
  const { id, ...filters } = search;
  const rows = useVouchers(filters);
  const columns = useColumns();
  const openRow = rows.list.find((row) => row.id === id);
  const at = openRow === undefined ? undefined : rows.list.indexOf(openRow) + 1;
  const side =
    id === undefined ? (
      <NothingOpen text={t('chooseVoucher')} />
    ) : (
      <VoucherDecision
        key={id}
        id={id}
        row={openRow}
        place={at === undefined ? undefined : `${at} / ${rows.total ?? rows.list.length}`}
        onClose={() => set(filters)}
      />
    );
  return (
    <Page title={t('vouchersPage')} fact={<VoucherFact />}>
      <SideBySide side={side}>
        <VoucherFilters filters={filters} onFilters={(next) => set(voucherSearch({ ...next, id }))} />
        <Table
          label={t('vouchersPage')}
          columns={columns}
          rows={rows}
          keyOf={(row) => String(row.id)}
          openKey={id === undefined ? undefined : String(id)}
          onOpen={(row) => set({ ...filters, id: row.id })}
          isFinished={isOver}
          empty={
            <EmptyState
              title={t((filters.view ?? 'waiting') === 'waiting' ? 'noVoucherWaits' : 'noVouchers')}
              text={t('noVoucherWaitsText')}
            />
          }
        />
      </SideBySide>
    </Page>
  );
}

function VoucherFact() {
  const { t } = useTexts();
  const ageText = useAgeText();
  const nowMs = useNow(FACT_EVERY_MS);
  const { data } = useVoucherCounts();
  if (data === undefined) return null;
  if (data.oldestTime === null) return t('nobodyWaits');
  const age = ageText(nowMs - data.oldestTime);
  return t('casesWait', { waiting: data.waiting, age, aim: ageText(VOUCHER_AIM_MS) });
}

interface FiltersProps {
  readonly filters: Omit<VoucherSearch, 'id'>;
  readonly onFilters: (filters: Readonly<Record<string, string | undefined>>) => void;
}

function VoucherFilters({ filters, onFilters }: FiltersProps) {
  const { t } = useTexts();
  const { data: counts } = useVoucherCounts();
  const { view = 'waiting' } = filters;
  const nowMs = useNow(FACT_EVERY_MS);
  const isLate = counts?.oldestTime != null && nowMs - counts.oldestTime >= VOUCHER_AIM_MS;
  const find = useFind({
    label: t('findVoucher'),
    value: filters.find ?? '',
    onFind: (text) => onFilters({ ...filters, find: text }),
  });
  const views = VOUCHER_VIEWS.map((each) => ({
    id: each,
    label: t(`queue_${each}`),
    filters: each === 'waiting' ? {} : { view: each },
    ...(each === 'waiting' && counts !== undefined ? { count: counts.waiting } : {}),
    ...(each === 'waiting' && isLate ? { tone: 'warn' as const } : {}),
  }));
  return (
    <>
      <Views name="vouchers" filters={{ ...filters }} onFilters={onFilters} views={views} />
      <Chips
        find={find}
        chips={[
          {
            id: 'currency',
            label: t('coin'),
            options: (counts?.currencies ?? []).map((coin) => ({ id: coin, label: coin })),
            value: filters.currency,
          },
          {
            id: 'state',
            label: t('state'),
            options: VOUCHER_STATES.map((each) => ({ id: each, label: t(`voucherState_${each}`) })),
            value: filters.state,
          },
        ]}
        onChange={(name, value) => onFilters({ ...filters, [name]: value })}
        end={t(view === 'waiting' ? 'oldestFirst' : 'newestFirst')}
      />
    </>
  );
}
