/** Open orders, which can be amended in their row, and cancelled. */
import { Amount } from '@glasshouse/ui';
import { Pencil, Trash2 } from 'lucide-react';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { usePanelDecimals, type PairInfo } from '#data/pairs.ts';
import type { Column } from '#shared/lists/DataTable.tsx';
import { isAmendable } from './amend-fields.ts';
import {
  AMENDED_WIDTHS,
  AmendButtons,
  AmendCondition,
  AmendField,
  AmendWrong,
  IconAction,
  useAmending,
  type Amending,
} from './AmendRow.tsx';
import type { OrderRow } from './calls.ts';
import { Condition, SpotTable, useOrderColumns, usePairOf, type TableProps } from './order-columns.tsx';
import { orderTotal } from './order-texts.ts';

export interface OpenOrderTableProps extends TableProps<OrderRow> {
  readonly onCancel: (id: string) => void;
  readonly cancelling: string | undefined;
  readonly disabled: boolean;
}
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
      render: (order) => (
        <ConditionCell>
          <Condition {...{ order, pairOf }} />
        </ConditionCell>
      ),
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
  return {
    ...column,
    render: (order) => (
      <span className={AMENDED_WIDTHS[key]}>
        <FieldCell field={key === 'price' ? 'price' : 'size'}>{render(order)}</FieldCell>
      </span>
    ),
  };
}

interface OpenRow {
  readonly pair?: PairInfo | undefined;
  /** The input for this row's order while it is amended. */
  readonly amending?: Amending;
  readonly amend?: () => void;
  /** The fields have just closed: the keyboard continues where it opened them. */
  readonly amended?: boolean;
}
const OpenRowContext = createContext<OpenRow>({});

interface CellProps {
  /** The content of the cell while the order is not being amended, or has no field there. */
  readonly children: ReactNode;
}
function FieldCell({ field, children }: CellProps & { readonly field: 'price' | 'size' }) {
  const { amending, pair } = useContext(OpenRowContext);
  const name = amending?.fields[field];
  if (amending === undefined || name === undefined) return children;
  return <AmendField name={name} amending={amending} pair={pair} />;
}
function ConditionCell({ children }: CellProps) {
  const { amending, pair } = useContext(OpenRowContext);
  if (amending === undefined || amending.fields.condition.length === 0)
    return <span className={AMENDED_WIDTHS.condition}>{children}</span>;
  return <AmendCondition amending={amending} pair={pair} />;
}

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
    <OpenRowContext value={{ amending, pair }}>
      {children}
      <AmendWrong amending={amending} pair={pair} />
    </OpenRowContext>
  );
}

/** The order's total, computed from the fields while they are edited. */
function Total({ order }: { readonly order: OrderRow }) {
  const { amending } = useContext(OpenRowContext);
  const decimals = usePanelDecimals()(order.quoteCoin);
  const { price, stopPrice, amount, quoteAmount } = amending?.texts ?? {};
  const typed = {
    price: order.price === null ? null : (price ?? stopPrice ?? order.price) || '0',
    amount: order.amount === null ? null : (amount ?? order.amount) || '0',
    quoteAmount: quoteAmount ?? order.quoteAmount,
  };
  return <Amount value={orderTotal({ ...order, ...typed })} decimals={decimals} />;
}

interface ActionsProps {
  readonly order: OrderRow;
  readonly disabled: boolean;
  readonly busy: boolean;
  readonly onCancel: () => void;
}
function Actions({ order, disabled, busy, onCancel }: ActionsProps) {
  const { t } = useTranslation();
  const { amending, amend, amended = false } = useContext(OpenRowContext);
  if (amending !== undefined) return <AmendButtons amending={amending} />;
  return (
    <span className={AMENDED_WIDTHS.action}>
      {isAmendable(order) && (
        <IconAction label={t('spot.amend')} disabled={disabled} autoFocus={amended} onPress={amend}>
          <Pencil aria-hidden size={13} />
        </IconAction>
      )}
      <IconAction label={t('spot.cancel')} disabled={disabled} busy={busy} onPress={onCancel}>
        <Trash2 aria-hidden size={13} />
      </IconAction>
    </span>
  );
}
