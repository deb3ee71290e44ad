/** The columns that the tables of spot orders and fills share. */
import { AmountPlaces, amountTexts, classNames, Code, DateTime, Num, placesOf } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { useCatalogue, usePanelDecimals, type PairInfo } from '#data/pairs.ts';
import { Balance } from '#shared/Balance.tsx';
import { DataTable, type Column, type DataTableProps } from '#shared/lists/DataTable.tsx';
import type { FillRow, OrderRow } from './calls.ts';
import { conditionTexts } from './order-texts.ts';
import { orderLabel } from './order-types.ts';

/** Row heights on a page of records and in a panel of a trading page. */
const ROW_PX = { tall: 40, low: 29 } as const;

export type PairOf = (row: { baseCoin: string; quoteCoin: string }) => PairInfo | undefined;
export function usePairOf(): PairOf {
  const catalogue = useCatalogue();
  return (row) =>
    catalogue?.pairs.find((pair) => pair.baseCoin === row.baseCoin && pair.quoteCoin === row.quoteCoin);
}

export interface TableProps<Row> extends Pick<
  DataTableProps<Row>,
  'label' | 'list' | 'emptyText' | 'detail'
> {
  /** True on a page of records; otherwise the table fills a panel. */
  readonly tall?: boolean;
}

export function SpotTable<Row>({
  tall = false,
  ...table
}: TableProps<Row> & Pick<DataTableProps<Row>, 'columns' | 'rowKey' | 'renderRow'>) {
  return (
    <DataTable
      look={tall ? 'records' : 'desk'}
      rowHeight={tall ? ROW_PX.tall : ROW_PX.low}
      fills={!tall}
      {...table}
    />
  );
}

/** The columns from the time to the filled share. */
export function useOrderColumns(pairOf: PairOf, tall: boolean): Column<OrderRow>[] {
  const { t } = useTranslation();
  return [
    ...useFirstColumns<OrderRow>(tall),
    {
      key: 'type',
      head: t('spot.type'),
      render: (order) => (
        <>
          {order.ocoId !== null && <span className="text-mut">OCO </span>}
          {t(orderLabel(order))}
        </>
      ),
    },
    useSideColumn(),
    {
      key: 'price',
      head: t('market.price'),
      right: true,
      render: (order) => <Price {...{ order, pairOf }} />,
    },
    {
      key: 'amount',
      head: t('market.amount'),
      right: true,
      places: (order) => sizePlaces(order, pairOf(order)),
      render: (order) => <Size {...{ order, pairOf }} />,
    },
    { key: 'filled', head: t('spot.filled'), right: true, render: (order) => <Filled order={order} /> },
  ];
}

export function useFirstColumns<Row extends OrderRow | FillRow>(tall: boolean): Column<Row>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'time',
      head: t('market.time'),
      className: 'text-mut',
      render: (row) => <DateTime timeMs={row.time} kind={tall ? 'full' : 'recent'} />,
    },
    {
      key: 'pair',
      head: t('market.pair'),
      className: 'font-medium',
      render: (row) => (
        <Code>
          {row.baseCoin}/{row.quoteCoin}
        </Code>
      ),
    },
  ];
}

export function useSideColumn<Row extends OrderRow | FillRow>(): Column<Row> {
  const { t } = useTranslation();
  return {
    key: 'side',
    head: t('spot.side'),
    className: ({ direction }) => `font-medium ${direction === 'buy' ? 'text-up' : 'text-down'}`,
    render: ({ direction }) => t(`spot.${direction}`),
  };
}

interface CellProps {
  readonly order: OrderRow;
  readonly pairOf: PairOf;
}
function Price({ order, pairOf }: CellProps) {
  const { t } = useTranslation();
  const decimals = pairOf(order)?.priceDecimals ?? 8;
  const { price, limitOffset } = order;
  if (price !== null) return <Num value={price} decimals={decimals} />;
  if (limitOffset === null) return t('spot.marketPrice');
  return (
    <span title={t('spot.limitOffset')}>
      <Num value={`-${limitOffset}`} decimals={decimals} />
    </span>
  );
}

export const lotDecimals = (pair: PairInfo | undefined): number => pair?.amountDecimals ?? 8;
const sizePlaces = ({ amount }: OrderRow, pair: PairInfo | undefined): number =>
  amount === null ? 0 : placesOf(amountTexts(amount, { decimals: lotDecimals(pair) }).shown);

function Size({ order, pairOf }: CellProps) {
  const totalDecimals = usePanelDecimals()(order.quoteCoin);
  if (order.amount !== null) return <Balance value={order.amount} decimals={lotDecimals(pairOf(order))} />;
  return (
    <AmountPlaces value={0}>
      <Balance value={order.quoteAmount} decimals={totalDecimals} unit={order.quoteCoin} />
    </AmountPlaces>
  );
}

/** The order's trigger condition, or its time in force. */
export function Condition({ order, pairOf }: CellProps) {
  const { t } = useTranslation();
  const decimals = pairOf(order)?.priceDecimals ?? 8;
  const text = conditionTexts(t, order, decimals).join(' · ');
  // A long one is cut.
  if (text !== '') return <span title={text}>{text}</span>;
  const { timeInForce } = order;
  const rest = timeInForce === 'POST_ONLY' ? t('spot.postOnly') : timeInForce;
  return <span title={t(`spot.times.${timeInForce}`)}>{order.type === 'market' ? '–' : rest}</span>;
}

function Filled({ order }: { readonly order: OrderRow }) {
  const whole = Number(order.amount ?? order.quoteAmount ?? 0);
  const done = Number(order.amount === null ? order.filledQuote : order.filledAmount);
  // A market order by total is complete even if less than one lot is left.
  const percent = order.status === 1 ? 100 : whole === 0 ? 0 : Math.floor((done / whole) * 100);
  return (
    <span className="inline-flex items-center justify-end gap-2">
      <span translate="no" className={classNames('num notranslate', percent === 0 && 'text-mut')}>
        {percent}%
      </span>
      <span aria-hidden className="bg-raised hidden h-1 w-8 overflow-hidden rounded-full min-[1600px]:block">
        <i className="bg-brand block h-full" style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}
