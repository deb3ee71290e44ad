/** Spot orders and fills as tables, used under the chart and on the records page. */
import { Button, classNames, DateTime, Num } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { Big } from 'big.js';
import { useCatalogue, type PairInfo } from '#data/pairs.ts';
import type { FillRow, OrderRow } from './calls.ts';

const CELL = 'px-2 first:pl-3 last:pr-3';

interface HeadCell {
  readonly text: string;
  readonly right?: boolean;
}
function Head({ cells }: { readonly cells: readonly HeadCell[] }) {
  return (
    <thead>
      <tr className="text-2xs text-mut">
        {cells.map((cell) => (
          <th
            key={cell.text}
            scope="col"
            className={classNames(
              CELL,
              'bg-panel sticky top-0 z-1 h-7 font-normal',
              cell.right ? 'text-right' : 'text-left',
            )}
          >
            {cell.text}
          </th>
        ))}
      </tr>
    </thead>
  );
}
function Row({ children, tall }: { readonly children: ReactNode; readonly tall: boolean }) {
  return (
    <tr className={classNames('border-line/70 hover:bg-raised/50 border-t', tall ? 'h-10' : 'h-[29px]')}>
      {children}
    </tr>
  );
}
function Cell({ right, className, children }: { right?: boolean; className?: string; children: ReactNode }) {
  return <td className={classNames(CELL, right && 'text-right', className)}>{children}</td>;
}
function SideCell({ direction }: { readonly direction: 'buy' | 'sell' }) {
  const { t } = useTranslation();
  return (
    <Cell className={classNames('font-medium', direction === 'buy' ? 'text-up' : 'text-down')}>
      {t(`spot.${direction}`)}
    </Cell>
  );
}

function usePairOf(): (row: { baseCoin: string; quoteCoin: string }) => PairInfo | undefined {
  const catalogue = useCatalogue();
  return (row) =>
    catalogue?.pairs.find((pair) => pair.baseCoin === row.baseCoin && pair.quoteCoin === row.quoteCoin);
}

export interface OrderTableProps {
  readonly label: string;
  readonly orders: readonly OrderRow[];
  readonly onCancel?: (id: string) => void;
  readonly cancelling?: string | undefined;
  readonly disabled?: boolean;
  readonly tall?: boolean;
}
export function OrderTable({
  label,
  orders,
  onCancel,
  cancelling,
  disabled = false,
  tall = false,
}: OrderTableProps) {
  const { t } = useTranslation();
  const pairOf = usePairOf();
  const cells: HeadCell[] = [
    { text: t('market.time') },
    { text: t('market.pair') },
    { text: t('spot.type') },
    { text: t('spot.side') },
    { text: t('market.price'), right: true },
    { text: t('market.amount'), right: true },
    { text: t('spot.filled'), right: true },
    { text: t('spot.average'), right: true },
    { text: t('spot.total'), right: true },
    { text: onCancel === undefined ? t('spot.status') : t('spot.action'), right: true },
  ];
  return (
    <table className="num w-full border-collapse whitespace-nowrap" aria-label={label}>
      <Head cells={cells} />
      <tbody>
        {orders.map((order) => (
          <OrderRowCells key={order.id} order={order} pair={pairOf(order)} tall={tall}>
            {onCancel === undefined ? (
              t(`spot.statuses.${STATUS_NAMES[order.status] ?? 'unfinished'}`)
            ) : (
              <Button
                size="xs"
                tone="ghost"
                className="-mr-2 disabled:bg-transparent!"
                disabled={disabled}
                busy={cancelling === order.id}
                onClick={() => onCancel(order.id)}
              >
                {t('spot.cancel')}
              </Button>
            )}
          </OrderRowCells>
        ))}
      </tbody>
    </table>
  );
}

const STATUS_NAMES = ['unfinished', 'finished', 'cancelled'] as const;
const UNFINISHED = 0;

interface OrderRowCellsProps {
  readonly order: OrderRow;
  readonly pair: PairInfo | undefined;
  readonly tall: boolean;
  /** The last cell: the status or what can be done. */
  readonly children: ReactNode;
}
function OrderRowCells({ order, pair, tall, children }: OrderRowCellsProps) {
  const { t } = useTranslation();
  const priceDecimals = pair?.priceDecimals ?? 8;
  return (
    <Row tall={tall}>
      <Cell className="text-mut">
        <DateTime timeMs={order.time} kind={tall ? 'full' : 'short'} />
      </Cell>
      <Cell className="font-medium">
        {order.baseCoin}/{order.quoteCoin}
      </Cell>
      <Cell>{t(`spot.${order.type}`)}</Cell>
      <SideCell direction={order.direction} />
      <Cell right>
        {order.price === null ? t('spot.marketPrice') : <Num value={order.price} decimals={priceDecimals} />}
      </Cell>
      <Cell right>
        {order.amount === null ? (
          <Num value={order.quoteAmount} decimals={2} unit={order.quoteCoin} />
        ) : (
          <Num value={order.amount} decimals={pair?.amountDecimals ?? 8} />
        )}
      </Cell>
      <Cell right>
        <Filled order={order} />
      </Cell>
      <Cell right>
        <Num value={order.averagePrice} decimals={priceDecimals} />
      </Cell>
      <Cell right>
        <Num value={orderTotal(order)} decimals={Math.max(2, Math.min(priceDecimals, 6))} />
      </Cell>
      <Cell right>{children}</Cell>
    </Row>
  );
}

/** What an open order is worth, or what a closed one has moved. */
function orderTotal(order: OrderRow): string | null {
  if (order.status !== UNFINISHED) return order.filledQuote;
  if (order.price === null || order.amount === null) return order.quoteAmount;
  return new Big(order.price).times(order.amount).toFixed();
}

function Filled({ order }: { readonly order: OrderRow }) {
  const whole = Number(order.amount ?? order.quoteAmount ?? 0);
  const done = Number(order.amount === null ? order.filledQuote : order.filledAmount);
  // What a market order by total leaves below one lot does not make it unfinished.
  const percent = order.status === 1 ? 100 : whole === 0 ? 0 : Math.floor((done / whole) * 100);
  return (
    <span className="inline-flex items-center justify-end gap-2">
      <span className={percent === 0 ? 'text-mut' : ''}>{percent}%</span>
      <span aria-hidden className="bg-raised hidden h-1 w-8 overflow-hidden rounded-full min-[1400px]:block">
        <i className="bg-brand block h-full" style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}

export interface FillTableProps {
  readonly label: string;
  readonly fills: readonly FillRow[];
  readonly tall?: boolean;
}
export function FillTable({ label, fills, tall = false }: FillTableProps) {
  const { t } = useTranslation();
  const pairOf = usePairOf();
  const cells: HeadCell[] = [
    { text: t('market.time') },
    { text: t('market.pair') },
    { text: t('spot.side') },
    { text: t('spot.role') },
    { text: t('market.price'), right: true },
    { text: t('market.amount'), right: true },
    { text: t('spot.total'), right: true },
    { text: t('spot.fee'), right: true },
  ];
  return (
    <table className="num w-full border-collapse whitespace-nowrap" aria-label={label}>
      <Head cells={cells} />
      <tbody>
        {fills.map((fill) => {
          const pair = pairOf(fill);
          return (
            <Row key={`${fill.id}/${fill.orderId}`} tall={tall}>
              <Cell className="text-mut">
                <DateTime timeMs={fill.time} kind={tall ? 'full' : 'short'} />
              </Cell>
              <Cell className="font-medium">
                {fill.baseCoin}/{fill.quoteCoin}
              </Cell>
              <SideCell direction={fill.direction} />
              <Cell>{t(`spot.${fill.role}`)}</Cell>
              <Cell right>
                <Num value={fill.price} decimals={pair?.priceDecimals ?? 8} />
              </Cell>
              <Cell right>
                <Num value={fill.amount} decimals={pair?.amountDecimals ?? 8} />
              </Cell>
              <Cell right>
                <Num value={fill.total} decimals={pair?.quoteDecimals ?? 8} decimalsMin={2} />
              </Cell>
              <Cell right>
                <Num value={fill.fee} decimals={8} decimalsMin={2} unit={fill.feeCoin} />
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </table>
  );
}
