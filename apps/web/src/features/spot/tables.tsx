/** Tables of spot orders and fills, used under the chart and on the records page. */
import {
  Amount,
  AmountPlaces,
  amountTexts,
  Button,
  classNames,
  DateTime,
  Num,
  placesOf,
} from '@glasshouse/ui';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { useCatalogue, usePanelDecimals, type PairInfo } from '#data/pairs.ts';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column, type DataTableProps } from '#shared/lists/DataTable.tsx';
import {
  AMENDED_WIDTHS,
  AmendButtons,
  AmendField,
  AmendWrong,
  isAmendable,
  useAmending,
  type Amending,
} from './AmendRow.tsx';
import type { FillRow, OrderRow } from './calls.ts';
import { conditionTexts, orderTotal } from './order-texts.ts';
import { orderLabel } from './order-types.ts';

const STATUS_NAMES = ['unfinished', 'finished', 'cancelled'] as const;
/** Row heights on a reading page and in a panel of the desk. */
const ROW_PX = { tall: 40, low: 29 } as const;

type PairOf = (row: { baseCoin: string; quoteCoin: string }) => PairInfo | undefined;
function usePairOf(): PairOf {
  const catalogue = useCatalogue();
  return (row) =>
    catalogue?.pairs.find((pair) => pair.baseCoin === row.baseCoin && pair.quoteCoin === row.quoteCoin);
}

interface TableProps<Row> extends Pick<DataTableProps<Row>, 'label' | 'list' | 'emptyText'> {
  /** On a reading page; otherwise it fills a panel. */
  readonly tall?: boolean;
}

/** Closed orders. */
export function OrderTable({ tall = false, ...table }: TableProps<OrderRow>) {
  const { t } = useTranslation();
  const pairOf = usePairOf();
  const decimalsOf = usePanelDecimals();
  const columns: Column<OrderRow>[] = [
    ...useOrderColumns(pairOf, tall),
    {
      key: 'average',
      head: t('spot.average'),
      right: true,
      render: (order) => <Num value={order.averagePrice} decimals={pairOf(order)?.priceDecimals ?? 8} />,
    },
    amountColumn({
      key: 'total',
      head: t('spot.total'),
      amount: (order) => ({ value: orderTotal(order), decimals: decimalsOf(order.quoteCoin) }),
    }),
    {
      key: 'condition',
      head: t('spot.condition'),
      className: 'text-mut',
      render: (order) => <Condition {...{ order, pairOf }} />,
    },
    {
      key: 'status',
      head: t('spot.status'),
      right: true,
      render: (order) => (
        <span title={order.endReason === null ? undefined : t(`spot.endReasons.${order.endReason}`)}>
          {t(`spot.statuses.${STATUS_NAMES[order.status] ?? 'unfinished'}`)}
        </span>
      ),
    },
  ];
  return <SpotTable {...table} tall={tall} columns={columns} rowKey={(order) => order.id} />;
}

export interface OpenOrderTableProps extends TableProps<OrderRow> {
  readonly onCancel: (id: string) => void;
  readonly cancelling: string | undefined;
  readonly disabled: boolean;
}
/** Orders that can be amended and cancelled. */
export function OpenOrderTable({ onCancel, cancelling, disabled, ...table }: OpenOrderTableProps) {
  const { t } = useTranslation();
  const pairOf = usePairOf();
  const columns: Column<OrderRow>[] = [
    ...useOrderColumns(pairOf, false).map(withAmendedWidth),
    {
      key: 'total',
      head: t('spot.total'),
      right: true,
      wide: true,
      render: (order) => (
        <span className={AMENDED_WIDTHS.total}>
          <Total order={order} />
        </span>
      ),
    },
    {
      key: 'condition',
      head: t('spot.condition'),
      className: 'text-mut',
      render: (order) => <Condition {...{ order, pairOf }} />,
    },
    {
      key: 'action',
      head: t('spot.action'),
      right: true,
      sticky: true,
      render: (order) => (
        <Actions
          order={order}
          disabled={disabled}
          busy={cancelling === order.id}
          onCancel={() => onCancel(order.id)}
        />
      ),
    },
  ];
  return (
    <SpotTable
      {...table}
      columns={columns}
      rowKey={(order) => order.id}
      renderRow={(order, tableRow) => (
        <OpenOrder order={order} pair={pairOf(order)}>
          {tableRow}
        </OpenOrder>
      )}
    />
  );
}

/** Price and amount take the same room as text and as fields. */
function withAmendedWidth(column: Column<OrderRow>): Column<OrderRow> {
  const { key, render } = column;
  if (key !== 'price' && key !== 'amount') return column;
  return { ...column, render: (order) => <span className={AMENDED_WIDTHS[key]}>{render(order)}</span> };
}

function SpotTable<Row>({
  tall = false,
  ...table
}: TableProps<Row> & Pick<DataTableProps<Row>, 'columns' | 'rowKey' | 'renderRow'>) {
  return <DataTable look="desk" rowHeight={tall ? ROW_PX.tall : ROW_PX.low} fills={!tall} {...table} />;
}

/** The columns from the time to the filled share. */
function useOrderColumns(pairOf: PairOf, tall: boolean): Column<OrderRow>[] {
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

function useFirstColumns<Row extends OrderRow | FillRow>(tall: boolean): Column<Row>[] {
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
      render: (row) => `${row.baseCoin}/${row.quoteCoin}`,
    },
  ];
}

function useSideColumn<Row extends OrderRow | FillRow>(): Column<Row> {
  const { t } = useTranslation();
  return {
    key: 'side',
    head: t('spot.side'),
    className: ({ direction }) => `font-medium ${direction === 'buy' ? 'text-up' : 'text-down'}`,
    render: ({ direction }) => t(`spot.${direction}`),
  };
}

interface OpenRow {
  /** The input for this row's order while it is amended. */
  readonly amending?: Amending;
  readonly amend?: () => void;
  /** The fields have just closed: the keyboard continues where it opened them. */
  readonly amended?: boolean;
}
const OpenRowContext = createContext<OpenRow>({});

interface OpenOrderProps {
  readonly order: OrderRow;
  readonly pair: PairInfo | undefined;
  /** The order's row. */
  readonly children: ReactNode;
}
function OpenOrder({ order, pair, children }: OpenOrderProps) {
  const [state, setState] = useState<'untouched' | 'amending' | 'amended'>('untouched');
  if (state === 'amending' && isAmendable(order))
    return (
      <AmendedOrder order={order} pair={pair} onClose={() => setState('amended')}>
        {children}
      </AmendedOrder>
    );
  const row = { amend: () => setState('amending'), amended: state === 'amended' };
  return <OpenRowContext value={row}>{children}</OpenRowContext>;
}
function AmendedOrder(props: OpenOrderProps & { readonly onClose: () => void }) {
  const { order, pair, onClose, children } = props;
  const amending = useAmending(order, pair, onClose);
  return (
    <OpenRowContext value={{ amending }}>
      {children}
      <AmendWrong amending={amending} pair={pair} />
    </OpenRowContext>
  );
}

interface ActionsProps {
  readonly order: OrderRow;
  readonly disabled: boolean;
  readonly busy: boolean;
  readonly onCancel: () => void;
}
function Actions({ order, disabled, busy, onCancel }: ActionsProps) {
  const { t } = useTranslation();
  const { amending, amend, amended } = useContext(OpenRowContext);
  if (amending !== undefined) return <AmendButtons amending={amending} />;
  const shared = {
    size: 'xs',
    tone: 'ghost',
    className: '-mr-1 disabled:bg-transparent!',
    disabled,
  } as const;
  return (
    <span className={AMENDED_WIDTHS.action}>
      {isAmendable(order) && (
        <Button {...shared} autoFocus={amended} onClick={amend}>
          {t('spot.amend')}
        </Button>
      )}
      <Button {...shared} busy={busy} onClick={onCancel}>
        {t('spot.cancel')}
      </Button>
    </span>
  );
}

interface CellProps {
  readonly order: OrderRow;
  readonly pairOf: PairOf;
}
function Price({ order, pairOf }: CellProps) {
  const { t } = useTranslation();
  const { amending } = useContext(OpenRowContext);
  const pair = pairOf(order);
  if (amending !== undefined) return <AmendField name="price" amending={amending} pair={pair} />;
  if (order.price === null) return t('spot.marketPrice');
  return <Num value={order.price} decimals={pair?.priceDecimals ?? 8} />;
}

const lotDecimals = (pair: PairInfo | undefined): number => pair?.amountDecimals ?? 8;
const sizePlaces = ({ amount }: OrderRow, pair: PairInfo | undefined): number =>
  amount === null ? 0 : placesOf(amountTexts(amount, { decimals: lotDecimals(pair) }).shown);

function Size({ order, pairOf }: CellProps) {
  const { amending } = useContext(OpenRowContext);
  const totalDecimals = usePanelDecimals()(order.quoteCoin);
  const pair = pairOf(order);
  if (amending !== undefined) return <AmendField name="amount" amending={amending} pair={pair} />;
  if (order.amount !== null) return <Amount value={order.amount} decimals={lotDecimals(pair)} />;
  return (
    <AmountPlaces value={0}>
      <Amount value={order.quoteAmount} decimals={totalDecimals} unit={order.quoteCoin} />
    </AmountPlaces>
  );
}

/** Of an open order. */
function Total({ order }: Pick<CellProps, 'order'>) {
  const { amending } = useContext(OpenRowContext);
  const decimals = usePanelDecimals()(order.quoteCoin);
  const typed = amending && { price: amending.price || '0', amount: amending.amount || '0' };
  return <Amount value={orderTotal({ ...order, ...typed })} decimals={decimals} />;
}

/** What it waits for, or its time in force. */
function Condition({ order, pairOf }: CellProps) {
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
      <span className={classNames('num', percent === 0 && 'text-mut')}>{percent}%</span>
      <span aria-hidden className="bg-raised hidden h-1 w-8 overflow-hidden rounded-full min-[1600px]:block">
        <i className="bg-brand block h-full" style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}

export function FillTable({ tall = false, ...table }: TableProps<FillRow>) {
  const { t } = useTranslation();
  const pairOf = usePairOf();
  const decimalsOf = usePanelDecimals();
  const columns: Column<FillRow>[] = [
    ...useFirstColumns<FillRow>(tall),
    useSideColumn(),
    { key: 'role', head: t('spot.role'), render: (fill) => t(`spot.${fill.role}`) },
    {
      key: 'price',
      head: t('market.price'),
      right: true,
      render: (fill) => <Num value={fill.price} decimals={pairOf(fill)?.priceDecimals ?? 8} />,
    },
    amountColumn({
      key: 'amount',
      head: t('market.amount'),
      amount: (fill) => ({ value: fill.amount, decimals: lotDecimals(pairOf(fill)) }),
    }),
    amountColumn({
      key: 'total',
      head: t('spot.total'),
      amount: (fill) => ({ value: fill.total, decimals: decimalsOf(fill.quoteCoin) }),
    }),
    amountColumn({
      key: 'fee',
      head: t('spot.fee'),
      amount: (fill) => ({ value: fill.fee, decimals: decimalsOf(fill.feeCoin), unit: fill.feeCoin }),
    }),
  ];
  return (
    <SpotTable {...table} tall={tall} columns={columns} rowKey={(fill) => `${fill.id}/${fill.orderId}`} />
  );
}
