/** The page of vouchers: the queue, and beside it the one on which an operator decides. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { VOUCHER_STATES, VOUCHER_VIEWS } from '@glasshouse/protocol/vouchers/voucher-states';
import { Page } from '../frame/Page.tsx';
import { Chips } from '../parts/Chips.tsx';
import { SideBySide } from '../parts/Decision.tsx';
import { placeOf, QueueEmpty, useWaitingViews, WaitingFact } from '../parts/queue.tsx';
import { NothingOpen } from '../parts/states.tsx';
import { Table } from '../parts/table/Table.tsx';
import { useFind } from '../parts/useFind.ts';
import { Views } from '../parts/Views.tsx';
import { useTexts } from '../texts.ts';
import { useColumns } from './columns.tsx';
import { voucherSearch, type VoucherSearch } from './search.ts';
import { useVoucherCounts, useVouchers, VOUCHER_AIM_MS } from './useVouchers.ts';
import { VoucherDecision } from './VoucherDecision.tsx';
import { isOver } from './words.ts';

export function VouchersPage() {
  const { t } = useTexts();
  const search = useSearch({ from: '/vouchers' });
  const navigate = useNavigate();
  const set = (next: VoucherSearch) => void navigate({ to: '/vouchers', search: next, replace: true });
  const { id, ...filters } = search;
  const rows = useVouchers(filters);
  const columns = useColumns();
  const openRow = rows.list.find((row) => row.id === id);
  const side =
    id === undefined ? (
      <NothingOpen text={t('chooseVoucher')} />
    ) : (
      <VoucherDecision
        key={id}
        id={id}
        row={openRow}
        place={placeOf(rows, openRow)}
        onClose={() => set(filters)}
      />
    );
  return (
    <Page
      title={t('vouchersPage')}
      fact={<WaitingFact counts={useVoucherCounts().data} aimMs={VOUCHER_AIM_MS} />}
    >
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
            <QueueEmpty
              filters={{ ...filters }}
              waiting={t('noVoucherWaits')}
              none={t('noVouchers')}
              text={t('noVoucherWaitsText')}
            />
          }
        />
      </SideBySide>
    </Page>
  );
}

interface FiltersProps {
  readonly filters: Omit<VoucherSearch, 'id'>;
  readonly onFilters: (filters: Readonly<Record<string, string | undefined>>) => void;
}

function VoucherFilters({ filters, onFilters }: FiltersProps) {
  const { t } = useTexts();
  const { data: counts } = useVoucherCounts();
  const { view = 'waiting' } = filters;
  const find = useFind({
    label: t('findVoucher'),
    value: filters.find ?? '',
    onFind: (text) => onFilters({ ...filters, find: text }),
  });
  const views = useWaitingViews(VOUCHER_VIEWS, { counts, aimMs: VOUCHER_AIM_MS });
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
