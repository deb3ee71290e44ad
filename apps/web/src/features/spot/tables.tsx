/** Tables of closed orders and of fills, used under the chart and on the records page. */
import { Num, Tag } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { usePanelDecimals } from '#data/pairs.ts';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import type { Column } from '#shared/lists/DataTable.tsx';
import type { FillRow, OrderRow } from './calls.ts';
import {
  Condition,
  lotDecimals,
  SpotTable,
  useFirstColumns,
  useOrderColumns,
  usePairOf,
  useSideColumn,
  type TableProps,
} from './order-columns.tsx';
import { orderTotal } from './order-texts.ts';

const STATUS_NAMES = ['unfinished', 'finished', 'cancelled'] as const;
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
      isOwn: true,
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
          <Status status={order.status} isTag={tall} />
        </span>
      ),
    },
  ];
  return <SpotTable {...table} tall={tall} columns={columns} rowKey={(order) => order.id} />;
}

/** The status of an order. A tag makes open orders stand out among finished ones. */
function Status({ status, isTag }: { readonly status: number; readonly isTag: boolean }) {
  const { t } = useTranslation();
  const text = t(`spot.statuses.${STATUS_NAMES[status] ?? 'unfinished'}`);
  return isTag ? <Tag tone={status === 0 ? 'info' : 'mut'}>{text}</Tag> : text;
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
      isOwn: true,
      amount: (fill) => ({ value: fill.amount, decimals: lotDecimals(pairOf(fill)) }),
    }),
    amountColumn({
      key: 'total',
      head: t('spot.total'),
      isOwn: true,
      amount: (fill) => ({ value: fill.total, decimals: decimalsOf(fill.quoteCoin) }),
    }),
    amountColumn({
      key: 'fee',
      head: t('spot.fee'),
      isOwn: true,
      amount: (fill) => ({ value: fill.fee, decimals: decimalsOf(fill.feeCoin), unit: fill.feeCoin }),
    }),
  ];
  return (
    <SpotTable {...table} tall={tall} columns={columns} rowKey={(fill) => `${fill.id}/${fill.orderId}`} />
  );
}
