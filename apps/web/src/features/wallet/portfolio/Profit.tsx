/** Average cost and profit per coin: open at the price of now, and realised by sales. */
import { Card, Change, CoinMark } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { Big } from 'big.js';
import { ShieldCheck } from 'lucide-react';
import { call, type CallData } from '#data/api.ts';
import { PRICES_EVERY_MS, RESULTS_KEY } from '#data/assets.ts';
import { useCatalogue, usePanelDecimals } from '#data/pairs.ts';
import { BALANCE_MASK, useHiddenBalances } from '#shared/hidden-balances.ts';
import { useTranslation } from '#shared/i18n.ts';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';

type CostRow = CallData<'wallet/get-costs'>['list'][number];

const ROW_PX = 44;
/** As many coins as a new user of a demo gets, without USDT. */
const LOADING_ROWS = 6;

function useCosts() {
  return useQuery({
    queryKey: [...RESULTS_KEY, 'costs'],
    refetchInterval: PRICES_EVERY_MS,
    queryFn: ({ signal }) => call('wallet/get-costs', {}, { signal, quiet: true }),
  });
}

export function Profit() {
  const { t } = useTranslation();
  const { data, isPending, isError, error, refetch } = useCosts();
  const rows = (data?.list ?? []).toSorted((a, b) => new Big(b.value).cmp(a.value));
  return (
    <Card
      padded={false}
      className="overflow-hidden"
      title={t('portfolio.profit.title')}
      aside={t('portfolio.profit.aside')}
    >
      <DataTable
        look="card"
        label={t('portfolio.profit.title')}
        list={{ rows, isPending, isError: isError && data === undefined, error, refetch }}
        loadingRows={LOADING_ROWS}
        emptyText={t('portfolio.profit.none')}
        columns={useProfitColumns()}
        rowKey={({ currency }) => currency}
        rowHeight={ROW_PX}
      />
      <p className="border-line text-mut flex min-h-11 items-center gap-2.5 border-t px-5 py-2">
        <ShieldCheck aria-hidden size={15} className="text-brand-ink shrink-0" />
        {t('portfolio.profit.formula')}
      </p>
    </Card>
  );
}

function useProfitColumns(): Column<CostRow>[] {
  const { t } = useTranslation();
  const hidden = useHiddenBalances();
  const decimalsOf = usePanelDecimals();
  const pairs = useCatalogue()?.pairs;
  const priceDecimals = (coin: string) =>
    pairs?.find(({ baseCoin, quoteCoin }) => baseCoin === coin && quoteCoin === 'USDT')?.priceDecimals ?? 4;
  const result = (key: 'open' | 'realised', head: string) =>
    amountColumn<CostRow>({
      key,
      head,
      isOwn: true,
      className: 'font-medium',
      amount: ({ [key]: value }) =>
        value === null ? undefined : { value, decimals: 2, signed: true, toned: true },
    });
  return [
    {
      key: 'coin',
      head: t('wallet.coin'),
      render: ({ currency }) => (
        <span className="flex items-center gap-2.5 font-semibold">
          <CoinMark code={currency} size={20} />
          {currency}
        </span>
      ),
    },
    amountColumn({
      key: 'held',
      head: t('portfolio.profit.held'),
      isOwn: true,
      amount: ({ held, currency }) => ({ value: held, decimals: decimalsOf(currency) }),
    }),
    amountColumn({
      key: 'average',
      head: t('portfolio.profit.average'),
      isOwn: true,
      className: 'text-mut',
      amount: ({ average, currency }) =>
        average === null ? undefined : { value: average, decimals: priceDecimals(currency) },
    }),
    amountColumn({
      key: 'price',
      head: t('market.price'),
      amount: ({ price, currency }) => ({ value: price, decimals: priceDecimals(currency) }),
    }),
    amountColumn({
      key: 'value',
      head: t('wallet.value'),
      isOwn: true,
      className: 'font-semibold',
      amount: ({ value }) => ({ value, decimals: 2 }),
    }),
    result('open', t('portfolio.profit.open')),
    {
      key: 'ratio',
      head: '%',
      right: true,
      render: ({ open, cost }) =>
        open === null || cost === null || Number(cost) === 0 ? (
          '–'
        ) : hidden ? (
          BALANCE_MASK
        ) : (
          <Change ratio={new Big(open).div(cost).toNumber()} />
        ),
    },
    result('realised', t('portfolio.profit.realised')),
  ];
}
