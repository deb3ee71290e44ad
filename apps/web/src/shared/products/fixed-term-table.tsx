/** Orders of a product of fixed terms whose customers are paid at the end of the term. */
import type { FixedTermStates } from '@glasshouse/protocol/fixed-term-states';
import { CoinMark, DateTime, Tag } from '@glasshouse/ui';
import { Big } from 'big.js';
import type { ComponentType } from 'react';
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column, type DataTableProps } from '#shared/lists/DataTable.tsx';
import type { TextKey } from '#shared/text-keys.ts';
import { decimalsNow } from './coin-decimals.ts';
import { DaysBar } from './DaysBar.tsx';
import { broughtBy, grownOf, rateText, type FixedTermFeature, type FixedTermOrder } from './fixed-terms.ts';
import { useNow } from './useNow.ts';

const ROW_PX = 48;
const DECIMALS = 8;
/** The number of the state in which every order begins. */
const RUNNING = 0;

interface Described<Row extends FixedTermOrder, States extends FixedTermStates> {
  readonly feature: FixedTermFeature;
  readonly states: States;
  /** What each state is called. */
  readonly statuses: { readonly [State in keyof States]: TextKey };
  /** The name of an order. */
  readonly useName: () => (order: Row) => string;
  readonly words: {
    readonly orders: TextKey;
    readonly product: TextKey;
  };
}
type TableProps<Row> = Pick<DataTableProps<Row>, 'list' | 'emptyText' | 'emptyAction' | 'detail'>;

export function fixedTermTable<Row extends FixedTermOrder, States extends FixedTermStates>(
  described: Described<Row, States>,
): ComponentType<TableProps<Row>> {
  const { useName } = described;
  return function OrderTable(table: TableProps<Row>) {
    const { t } = useTranslation();
    const columns = useColumns(described, useName());
    return (
      <DataTable
        {...table}
        look="records"
        label={t(described.words.orders)}
        columns={columns}
        rowKey={(row) => row.id}
        rowHeight={ROW_PX}
      />
    );
  };
}

function useColumns<Row extends FixedTermOrder, States extends FixedTermStates>(
  described: Described<Row, States>,
  nameOf: (order: Row) => string,
): Column<Row>[] {
  const { t } = useTranslation();
  const { feature, words } = described;
  return [
    {
      key: 'product',
      head: t(words.product),
      render: (row) => (
        <span className="flex items-center gap-2.5">
          <CoinMark code={row.currency} size={26} />
          <span>
            <b className="block leading-4 font-semibold">{nameOf(row)}</b>
            <span className="text-mut text-[12px]">
              {t(`${feature}.issue`, { coin: row.currency, number: row.offer })}
            </span>
          </span>
        </span>
      ),
    },
    {
      key: 'bought',
      head: t('terms.bought'),
      className: 'text-mut num',
      render: (row) => <DateTime timeMs={row.time} />,
    },
    amountColumn<Row>({
      key: 'amount',
      head: t('market.amount'),
      isOwn: true,
      amount: ({ amount: value, currency: unit }) => ({ value, unit, decimals: DECIMALS }),
    }),
    {
      key: 'rate',
      head: t('terms.dailyRate'),
      right: true,
      className: 'num',
      render: (row) => rateText(row.dailyRate),
    },
    ...useTermColumns(described),
  ];
}

/** How far each order is, and what it brings when. */
function useTermColumns<Row extends FixedTermOrder, States extends FixedTermStates>({
  states,
  statuses,
}: Described<Row, States>): Column<Row>[] {
  const { t } = useTranslation();
  const nowMs = useNow();
  const names: readonly (keyof States)[] = Object.keys(states);
  // A page that is older than the server may not know its last states.
  const statusOf = ({ status }: Row) => statuses[names[status] ?? names.at(-1)!];
  const grown = (row: Row) => grownOf(row, row.endTime ?? nowMs, decimalsNow(row.currency));
  return [
    {
      key: 'days',
      head: t('terms.daysLeftHead'),
      render: (row) => (
        <DaysBar
          left={row.status === RUNNING ? grown(row).remainingDays : 0}
          days={row.days}
          isRunning={row.status === RUNNING}
        />
      ),
    },
    {
      key: 'profit',
      head: t('terms.profitSoFar'),
      right: true,
      render: (row) => (
        <Balance
          value={row.status === RUNNING ? grown(row).profit : broughtBy(row)}
          decimals={DECIMALS}
          signed
          toned
        />
      ),
    },
    {
      key: 'end',
      head: t('terms.atTheEnd'),
      right: true,
      className: 'font-semibold',
      render: (row) => (
        <Balance value={new Big(row.amount).plus(broughtBy(row)).toFixed()} decimals={DECIMALS} />
      ),
    },
    {
      key: 'free',
      head: t('terms.freeFrom'),
      right: true,
      className: 'num',
      render: (row) => <DateTime timeMs={row.dueTime} />,
    },
    {
      key: 'status',
      head: t('terms.status'),
      render: (row) => <Tag tone={row.status === RUNNING ? 'info' : 'mut'}>{t(statusOf(row))}</Tag>,
    },
  ];
}
