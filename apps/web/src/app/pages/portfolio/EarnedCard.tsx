/** What each product has brought so far, losses counted, and what it has not paid yet. */
import { Card, CoinMark } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { Big } from 'big.js';
import { call } from '#data/api.ts';
import { RESULTS_KEY } from '#data/assets.ts';
import { usePanelDecimals } from '#data/pairs.ts';
import { useRunning } from '#features/seconds-contract/calls.ts';
import { useTranslation } from '#shared/i18n.ts';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { earnedRows, type EarnedSoFar } from './earned-rows.ts';
import { useHeldByProducts } from './held-by-products.ts';

const ROW_PX = 44;
/** As high as the card is when nothing was earned. */
const LOADING_ROWS = 3;

export function EarnedCard() {
  const { t } = useTranslation();
  const earned = useQuery({
    queryKey: [...RESULTS_KEY, 'earned'],
    queryFn: ({ signal }) => call('wallet/get-earned', {}, { signal, quiet: true }),
  });
  const running = useRunning();
  const { accrued } = useHeldByProducts();
  const isKnown = [earned.data, running.data, accrued].every((part) => part !== undefined);
  const rows = isKnown ? earnedRows(earned.data?.list ?? [], accrued ?? [], atStake(running.data ?? [])) : [];
  const list = {
    rows,
    isPending: !isKnown && !earned.isError,
    isError: earned.isError && earned.data === undefined,
    error: earned.error,
    refetch: earned.refetch,
  };
  return (
    <Card
      padded={false}
      className="overflow-hidden"
      title={t('portfolio.earned.title')}
      aside={t('portfolio.earned.aside')}
    >
      <DataTable
        look="card"
        label={t('portfolio.earned.title')}
        list={list}
        loadingRows={LOADING_ROWS}
        emptyText={t('portfolio.earned.none')}
        columns={useColumns()}
        rowKey={({ product, coin }) => `${product} ${coin}`}
        rowHeight={ROW_PX}
      />
    </Card>
  );
}

/** The ledger counts stakes as paid until their contract ends. */
function atStake(
  running: readonly { readonly quoteCoin: string; readonly openAmount: string; readonly fees: string }[],
) {
  return running.map(({ quoteCoin, openAmount, fees }) => ({
    feature: 'seconds-contract',
    coin: quoteCoin,
    amount: new Big(openAmount).plus(fees).toFixed(),
  }));
}

function useColumns(): Column<EarnedSoFar>[] {
  const { t, find } = useTranslation();
  const decimalsOf = usePanelDecimals();
  const figure = (key: 'paid' | 'accrued', className: string) =>
    amountColumn<EarnedSoFar>({
      key,
      head: t(`portfolio.earned.${key}`),
      isOwn: true,
      className,
      amount: (row) => ({
        value: row[key],
        unit: row.coin,
        decimals: decimalsOf(row.coin),
        signed: true,
        toned: true,
      }),
    });
  return [
    {
      key: 'product',
      head: t('portfolio.earned.product'),
      render: ({ product, coin }) => (
        <span className="flex items-center gap-2.5 font-semibold">
          <CoinMark code={coin} size={20} />
          {find(`section.${product}.name`) ?? product}
        </span>
      ),
    },
    figure('paid', 'font-semibold'),
    figure('accrued', ''),
  ];
}
