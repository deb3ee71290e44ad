/** Spot orders and fills as tables, used under the chart and on the records page. */
import { Button, classNames, DateTime, formatNumber, Num } from '@glasshouse/ui';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { Big } from 'big.js';
import { useCatalogue, type PairInfo } from '#data/pairs.ts';
import {
  AmendButtons,
  AmendField,
  AmendWrong,
  isAmendable,
  useAmending,
  type Amending,
} from './AmendRow.tsx';
import type { FillRow, OrderRow } from './calls.ts';
import { orderLabel } from './order-types.ts';

const CELL = 'px-1.5 min-[1400px]:px-2 first:pl-3 last:pr-3';
/** What can be done stays in view when the columns are wider than their room. */
const STICKY = 'last:sticky last:right-0 last:bg-panel';

interface HeadCell {
  readonly text: string;
  readonly right?: boolean;
  /** Left out where there is little room. */
  readonly wide?: boolean;
}
const WIDE = 'max-[1399px]:hidden';
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
              'bg-panel sticky top-0 z-1 h-7 font-normal last:right-0 last:z-2',
              cell.right ? 'text-right' : 'text-left',
              cell.wide && WIDE,
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
  /** Given where orders can be changed and cancelled. */
  readonly onCancel?: (id: string) => void;
  readonly cancelling?: string | undefined;
  readonly disabled?: boolean;
  readonly tall?: boolean;
}
export function OrderTable({ label, orders, tall = false, onCancel, ...actions }: OrderTableProps) {
  const { t } = useTranslation();
  const pairOf = usePairOf();
  const isOpen = onCancel !== undefined;
  const cells: HeadCell[] = [
    { text: t('market.time') },
    { text: t('market.pair') },
    { text: t('spot.type') },
    { text: t('spot.side') },
    { text: t('market.price'), right: true },
    { text: t('market.amount'), right: true },
    { text: t('spot.filled'), right: true },
    ...(isOpen ? [] : [{ text: t('spot.average'), right: true }]),
    { text: t('spot.total'), right: true, wide: isOpen },
    { text: t('spot.condition') },
    { text: isOpen ? t('spot.action') : t('spot.status'), right: true },
  ];
  return (
    <table className="num w-full border-collapse whitespace-nowrap" aria-label={label}>
      <Head cells={cells} />
      <tbody>
        {orders.map((order) =>
          onCancel === undefined ? (
            <ClosedOrder key={order.id} order={order} pair={pairOf(order)} tall={tall} />
          ) : (
            <OpenOrder key={order.id} order={order} pair={pairOf(order)} onCancel={onCancel} {...actions} />
          ),
        )}
      </tbody>
    </table>
  );
}

const STATUS_NAMES = ['unfinished', 'finished', 'cancelled'] as const;
const UNFINISHED = 0;

interface OrderProps {
  readonly order: OrderRow;
  readonly pair: PairInfo | undefined;
}

function ClosedOrder({ order, pair, tall }: OrderProps & { readonly tall: boolean }) {
  const { t } = useTranslation();
  return (
    <Row tall={tall}>
      <OrderCells order={order} pair={pair} tall={tall} />
      <Cell right>
        <Num value={order.averagePrice} decimals={pair?.priceDecimals ?? 8} />
      </Cell>
      <TotalCell order={order} pair={pair} />
      <ConditionCell order={order} pair={pair} />
      <Cell right>
        <span title={order.endReason === null ? undefined : t(`spot.endReasons.${order.endReason}`)}>
          {t(`spot.statuses.${STATUS_NAMES[order.status] ?? 'unfinished'}`)}
        </span>
      </Cell>
    </Row>
  );
}

interface OpenOrderProps extends OrderProps {
  readonly onCancel: (id: string) => void;
  readonly cancelling?: string | undefined;
  readonly disabled?: boolean;
}
function OpenOrder({ order, pair, onCancel, cancelling, disabled = false }: OpenOrderProps) {
  const { t } = useTranslation();
  const [isAmending, setAmending] = useState(false);
  if (isAmending && isAmendable(order))
    return <AmendedOrder order={order} pair={pair} onClose={() => setAmending(false)} />;
  const action = '-mr-1 disabled:bg-transparent!';
  return (
    <Row tall={false}>
      <OrderCells order={order} pair={pair} tall={false} />
      <TotalCell order={order} pair={pair} wide />
      <ConditionCell order={order} pair={pair} />
      <Cell right className={STICKY}>
        {isAmendable(order) && (
          <Button
            size="xs"
            tone="ghost"
            className={action}
            disabled={disabled}
            onClick={() => setAmending(true)}
          >
            {t('spot.amend')}
          </Button>
        )}
        <Button
          size="xs"
          tone="ghost"
          className={action}
          disabled={disabled}
          busy={cancelling === order.id}
          onClick={() => onCancel(order.id)}
        >
          {t('spot.cancel')}
        </Button>
      </Cell>
    </Row>
  );
}

function AmendedOrder({ order, pair, onClose }: OrderProps & { readonly onClose: () => void }) {
  const amending = useAmending(order, pair, onClose);
  return (
    <>
      <Row tall={false}>
        <OrderCells order={order} pair={pair} tall={false} amending={amending} />
        <TotalCell
          order={{ ...order, price: amending.price || '0', amount: amending.amount || '0' }}
          pair={pair}
          wide
        />
        <ConditionCell order={order} pair={pair} />
        <Cell right className={STICKY}>
          <AmendButtons amending={amending} />
        </Cell>
      </Row>
      <AmendWrong amending={amending} pair={pair} />
    </>
  );
}

interface OrderCellsProps extends OrderProps {
  readonly tall: boolean;
  readonly amending?: Amending;
}
/** From the time to the filled share. */
function OrderCells({ order, pair, tall, amending }: OrderCellsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Cell className="text-mut">
        <DateTime timeMs={order.time} kind={tall ? 'full' : 'recent'} />
      </Cell>
      <Cell className="font-medium">
        {order.baseCoin}/{order.quoteCoin}
      </Cell>
      <Cell>
        {order.ocoId !== null && <span className="text-mut">OCO </span>}
        {t(orderLabel(order))}
      </Cell>
      <SideCell direction={order.direction} />
      <Cell right>
        {amending !== undefined ? (
          <AmendField name="price" amending={amending} pair={pair} />
        ) : order.price === null ? (
          t('spot.marketPrice')
        ) : (
          <Num value={order.price} decimals={pair?.priceDecimals ?? 8} />
        )}
      </Cell>
      <Cell right>
        {amending !== undefined ? (
          <AmendField name="amount" amending={amending} pair={pair} />
        ) : order.amount === null ? (
          <Num value={order.quoteAmount} decimals={2} unit={order.quoteCoin} />
        ) : (
          <Num value={order.amount} decimals={pair?.amountDecimals ?? 8} />
        )}
      </Cell>
      <Cell right>
        <Filled order={order} />
      </Cell>
    </>
  );
}

function TotalCell({ order, pair, wide = false }: OrderProps & { readonly wide?: boolean }) {
  const decimals = Math.max(2, Math.min(pair?.priceDecimals ?? 8, 6));
  return (
    <Cell right {...(wide ? { className: WIDE } : {})}>
      <Num value={orderTotal(order)} decimals={decimals} />
    </Cell>
  );
}

/** What it waits for, or how long it may rest. */
function ConditionCell({ order, pair }: OrderProps) {
  const { t } = useTranslation();
  const { triggerPrice, trailPercent, timeInForce } = order;
  const price = formatNumber(triggerPrice, { decimals: pair?.priceDecimals ?? 8 });
  const percent = formatNumber(trailPercent, { decimals: 4, decimalsMin: 0 });
  const parts = [
    ...(trailPercent === null ? [] : [t('spot.trails', { percent })]),
    ...(triggerPrice === null ? [] : [trailPercent === null ? t('spot.triggerAt', { price }) : price]),
  ];
  const rest = timeInForce === 'POST_ONLY' ? t('spot.postOnly') : timeInForce;
  return (
    <Cell className="text-mut">
      {parts.length > 0 ? (
        parts.join(' · ')
      ) : (
        <span title={t(`spot.times.${timeInForce}`)}>{order.type === 'market' ? '–' : rest}</span>
      )}
    </Cell>
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
      <span aria-hidden className="bg-raised hidden h-1 w-8 overflow-hidden rounded-full min-[1600px]:block">
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
                <DateTime timeMs={fill.time} kind={tall ? 'full' : 'recent'} />
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
