/** The reader's finance orders. */
import { CoinMark, DateTime, Tag } from '@glasshouse/ui';
import { Big } from 'big.js';
import { Balance } from '#shared/Balance.tsx';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column, type DataTableProps } from '#shared/lists/DataTable.tsx';
import { decimalsNow } from '#shared/products/coin-decimals.ts';
import { DaysBar } from '#shared/products/DaysBar.tsx';
import { grownOf, rateText } from '#shared/products/fixed-terms.ts';
import { offerText } from '#shared/products/offer-name.ts';
import { useNow } from '#shared/products/useNow.ts';
import { useTranslation } from '#shared/i18n.ts';
import { useOffers, type FinanceOrderRow } from './calls.ts';

const ROW_PX = 48;
const DECIMALS = 8;
const HOSTING = 0;

export function OrderTable(
  table: Pick<DataTableProps<FinanceOrderRow>, 'list' | 'emptyText' | 'emptyAction' | 'detail'>,
) {
  const { t } = useTranslation();
  return (
    <DataTable
      {...table}
      look="records"
      label={t('finance.orders')}
      columns={useColumns()}
      rowKey={(row) => row.id}
      rowHeight={ROW_PX}
    />
  );
}

/** The name of an order's product. */
export function useOfferName(): (offer: number) => string {
  const { language } = useTranslation();
  const { data } = useOffers();
  return (number) => {
    const offer = data?.list.find((each) => each.offer === number);
    return offer === undefined ? `#${number}` : offerText(offer, language).name;
  };
}

function useColumns(): Column<FinanceOrderRow>[] {
  const { t } = useTranslation();
  const nameOf = useOfferName();
  return [
    {
      key: 'product',
      head: t('finance.product'),
      render: (row) => (
        <span className="flex items-center gap-2.5">
          <CoinMark code={row.currency} size={26} />
          <span>
            <b className="block leading-4 font-semibold">
              {nameOf(row.offer)} #{row.id}
            </b>
            <span className="text-mut text-[12px]">
              {t('finance.issue', { coin: row.currency, number: row.offer })}
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
    amountColumn<FinanceOrderRow>({
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
    ...useTermColumns(),
  ];
}

/** How far each order is, and what it brings when. */
function useTermColumns(): Column<FinanceOrderRow>[] {
  const { t } = useTranslation();
  const nowMs = useNow();
  const grown = (row: FinanceOrderRow) => grownOf(row, row.endTime ?? nowMs, decimalsNow(row.currency));
  return [
    {
      key: 'days',
      head: t('terms.daysLeftHead'),
      render: (row) => (
        <DaysBar
          left={row.status === HOSTING ? grown(row).remainingDays : 0}
          days={row.days}
          isRunning={row.status === HOSTING}
        />
      ),
    },
    {
      key: 'profit',
      head: t('terms.profitSoFar'),
      right: true,
      render: (row) => (
        <Balance
          value={row.status === HOSTING ? grown(row).profit : row.interest}
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
        <Balance value={new Big(row.amount).plus(row.interest).toFixed()} decimals={DECIMALS} />
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
      render: (row) => (
        <Tag tone={row.status === HOSTING ? 'info' : 'mut'}>
          {t(`finance.statuses.${row.status === HOSTING ? 'hosting' : 'completed'}`)}
        </Tag>
      ),
    },
  ];
}
