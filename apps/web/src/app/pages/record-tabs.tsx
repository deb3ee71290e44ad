/** The kinds of records, with the filters and the table of each. */
import { Segmented } from '@glasshouse/ui';
import { RECORD_LISTS, type RecordList } from '@glasshouse/protocol/wallet/record-lists';
import { useTranslation } from '#shared/i18n.ts';
import type { RowDetail } from '#shared/lists/DataTable.tsx';
import { DepositTable } from '#features/deposit/RecentDeposits.tsx';
import { useExchanges } from '#features/flash-exchange/calls.ts';
import { ExchangeTable } from '#features/flash-exchange/ExchangeHistory.tsx';
import { useHistory, type PositionRow } from '#features/seconds-contract/calls.ts';
import { HistoryTable } from '#features/seconds-contract/HistoryPanel.tsx';
import { useFills, useOrderHistory } from '#features/spot/calls.ts';
import { FillTable, OrderTable } from '#features/spot/tables.tsx';
import {
  useLedger,
  useTransfers,
  type PostingGroup,
  type RecordKind,
} from '#features/wallet/records/calls.ts';
import { RecordPostings, type RecordName } from '#features/wallet/records/RecordPostings.tsx';
import { LedgerTable, TransferTable } from '#features/wallet/records/tables.tsx';
import { useFollowWithdrawals, useWithdrawals } from '#features/withdrawal/calls.ts';
import { WithdrawalTable } from '#features/withdrawal/WithdrawalRecords.tsx';
import { PositionFacts } from './PositionFacts.tsx';
import type { FilterInput, FilterName } from './record-filters.ts';
import { PRODUCTS, useProduct } from './selected-product.ts';

export const TABS = RECORD_LISTS;
export type RecordTab = RecordList;

const OF_COIN = ['coin', 'days'] as const;
export const FILTERS: Readonly<Record<RecordTab, readonly FilterName[]>> = {
  all: OF_COIN,
  orders: ['pair', 'side', 'status', 'days'],
  fills: ['pair', 'side', 'days'],
  contracts: ['pair', 'days'],
  deposits: OF_COIN,
  withdrawals: OF_COIN,
  transfers: OF_COIN,
  exchanges: ['days'],
  products: ['days'],
  fees: OF_COIN,
  commissions: OF_COIN,
};

interface TableOf {
  readonly input: FilterInput;
  /** What an empty list says if filters are in use. */
  readonly none: string | undefined;
}

/** `nameOf`: the record that a row is of; undefined if it has none. */
function useDetail<Row>(nameOf: (row: Row) => RecordName | undefined): RowDetail<Row> {
  const { t } = useTranslation();
  return {
    label: t('records.open'),
    render: (row) => {
      const name = nameOf(row);
      return name === undefined ? undefined : <RecordPostings {...name} />;
    },
  };
}
const useDetailOf = (kind: RecordKind) => useDetail<{ readonly id: string }>(({ id }) => ({ kind, id }));

const coinInput = ({ currency, id, range }: FilterInput) => ({
  ...(currency === undefined ? {} : { currency }),
  ...(id === undefined ? {} : { id }),
  ...range,
});

const dealInput = ({ pair, side, id, range }: FilterInput) => ({ ...pair, side, id, ...range });

function Orders({ input, none }: TableOf) {
  const { t } = useTranslation();
  const list = useOrderHistory({ ...dealInput(input), status: input.status });
  const emptyText = none ?? t('spot.noOrders');
  return (
    <OrderTable
      label={t('records.orders')}
      list={list}
      emptyText={emptyText}
      detail={useDetailOf('order')}
      tall
    />
  );
}
function Fills({ input, none }: TableOf) {
  const { t } = useTranslation();
  const list = useFills(dealInput(input));
  const emptyText = none ?? t('spot.noFills');
  return (
    <FillTable
      label={t('records.fills')}
      list={list}
      emptyText={emptyText}
      detail={useDetailOf('fill')}
      tall
    />
  );
}
function Contracts({ input, none }: TableOf) {
  const list = useHistory(undefined, { ...input.pair, id: input.id, ...input.range });
  const postings = useDetailOf('contract');
  const detail: RowDetail<PositionRow> = {
    ...postings,
    render: (row) => (
      <>
        <PositionFacts row={row} />
        {postings.render(row)}
      </>
    ),
  };
  return <HistoryTable list={list} emptyText={none} detail={detail} />;
}
function Deposits({ input, none }: TableOf) {
  const { t } = useTranslation();
  const detail = useDetail<{ readonly kind: string; readonly id: string }>(({ kind, id }) =>
    kind === 'deposit' ? { kind, id } : undefined,
  );
  const emptyText = none ?? t('deposit.none');
  return <DepositTable filter={coinInput(input)} emptyText={emptyText} detail={detail} look="records" />;
}
function Withdrawals({ input, none }: TableOf) {
  const { t } = useTranslation();
  useFollowWithdrawals();
  const list = useWithdrawals(coinInput(input));
  const emptyText = none ?? t('withdrawal.noRecords');
  return (
    <WithdrawalTable list={list} emptyText={emptyText} detail={useDetailOf('withdrawal')} look="records" />
  );
}
function Transfers({ input, none }: TableOf) {
  const { t } = useTranslation();
  const list = useTransfers(coinInput(input));
  const emptyText = none ?? t('records.noTransfers');
  return (
    <TransferTable
      label={t('records.transfers')}
      list={list}
      emptyText={emptyText}
      detail={useDetailOf('transfer')}
    />
  );
}
function Exchanges({ input, none }: TableOf) {
  const { t } = useTranslation();
  const list = useExchanges({ id: input.id, ...input.range });
  const emptyText = none ?? t('flash-exchange.noHistory');
  return <ExchangeTable list={list} emptyText={emptyText} detail={useDetailOf('exchange')} look="records" />;
}

function Products({ input, none }: TableOf) {
  const { t } = useTranslation();
  const [product, setProduct] = useProduct();
  const detail = useDetail<{ readonly id: string }>(({ id }) => ({
    kind: 'product',
    id: `${product.feature}-${id}`,
  }));
  const { Table } = product;
  return (
    <>
      <div className="border-line border-b px-5 py-2.5">
        <Segmented
          label={t('records.products')}
          items={PRODUCTS.map(({ feature, section }) => ({
            id: feature,
            label: section.listed === undefined ? feature : t(section.listed.name),
          }))}
          value={product.feature}
          onValue={setProduct}
        />
      </div>
      <Table filter={{ id: input.id, ...input.range }} none={none} detail={detail} />
    </>
  );
}

/** Postings, all or of a group. */
function ledgerTable(
  tab: 'all' | PostingGroup,
  empty: 'wallet.noPostings' | 'records.noFees' | 'records.noCommissions',
) {
  return function Ledger({ input, none }: TableOf) {
    const { t } = useTranslation();
    const list = useLedger(coinInput(input), tab === 'all' ? undefined : tab);
    const detail = useDetail<{ readonly record: RecordName }>(({ record }) => record);
    return (
      <LedgerTable
        label={t(`records.${tab}`)}
        list={list}
        emptyText={none ?? t(empty)}
        detail={detail}
        productName={(feature) => {
          const name = PRODUCTS.find((product) => product.feature === feature)?.section.listed?.name;
          return name === undefined ? undefined : t(name);
        }}
      />
    );
  };
}

export const TABLES = {
  all: ledgerTable('all', 'wallet.noPostings'),
  orders: Orders,
  fills: Fills,
  contracts: Contracts,
  deposits: Deposits,
  withdrawals: Withdrawals,
  transfers: Transfers,
  exchanges: Exchanges,
  products: Products,
  fees: ledgerTable('fees', 'records.noFees'),
  commissions: ledgerTable('commissions', 'records.noCommissions'),
} satisfies Readonly<Record<RecordTab, (props: TableOf) => React.ReactNode>>;
