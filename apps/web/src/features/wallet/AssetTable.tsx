/** The balances of one account: search, hide-small, a row per coin. */
import { Button, buttonClass, Change, Checkbox, CoinMark, Num } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { Search, ShieldCheck } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { ACCOUNT, useAssets, type AccountNumber, type AssetRow } from '#data/assets.ts';
import { useCatalogue, usePanelDecimals, type PairInfo } from '#data/pairs.ts';
import { changeOf } from '#data/day-change.ts';
import { useTickers } from '#data/tickers.ts';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { PageLink } from '#shared/PageLink.tsx';
import { useUrlChoice, useUrlText } from '#shared/url-state.ts';
import { shownAssets } from './asset-list.ts';

export interface AssetTableProps {
  readonly account: AccountNumber;
  /** The page of the products that lock money there. */
  readonly products: string | undefined;
  readonly onTransfer: (currency: string) => void;
  /** Opens a transfer from the exchange account into this one. */
  readonly onFill: () => void;
}

const ROW_PX = 44;

export function AssetTable(props: AssetTableProps) {
  const { account, products, onFill } = props;
  const { t } = useTranslation();
  const [search, setSearch] = useUrlText('search');
  const [small, setSmall] = useUrlChoice('small', ['shown', 'hidden']);
  const hideSmall = small === 'hidden';
  const { data, isPending, isError, error, refetch } = useAssets(account);
  const catalogue = useCatalogue();
  // Other accounts list what can be traded or staked, these what their products have left.
  const hideEmpty = account > ACCOUNT.exchange;
  const rows = shownAssets(data?.list ?? [], { search, hideSmall, hideEmpty });
  return (
    <>
      <div className="flex h-12 items-center gap-4 px-5">
        <label className="border-line2 bg-field text-mut focus-within:border-brand flex h-8 w-52 items-center gap-2 rounded-md border px-2.5">
          <Search aria-hidden size={14} />
          <input
            type="search"
            aria-label={t('wallet.searchCoin')}
            placeholder={t('wallet.searchCoin')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="text-fg placeholder:text-dim w-0 flex-1 bg-transparent text-[13px] outline-none focus-visible:outline-none"
          />
        </label>
        <Checkbox
          checked={hideSmall}
          onChange={(hide) => setSmall(hide ? 'hidden' : 'shown')}
          className="text-mut text-[13px]"
        >
          {t('wallet.hideSmall')}
        </Checkbox>
      </div>
      <DataTable
        look="card"
        label={t(`wallet.accounts.${account}`)}
        list={{ rows, isPending, isError: isError && data === undefined, error, refetch }}
        loadingRows={catalogue?.assets.length}
        emptyText={search === '' ? t('wallet.emptyAccount') : t('market.notFound')}
        emptyAction={
          search === '' ? <WayOn account={account} products={products} onFill={onFill} /> : undefined
        }
        columns={useAssetColumns(props)}
        rowKey={(row) => row.currencyName}
        rowHeight={ROW_PX}
      />
      <p className="border-line text-mut flex h-11 items-center gap-2.5 border-t px-5">
        <ShieldCheck aria-hidden size={15} className="text-brand-ink shrink-0" />
        {t('wallet.proof')}
      </p>
    </>
  );
}

/** Products are paid from the exchange account, contracts from their own. */
function WayOn({ account, products, onFill }: Pick<AssetTableProps, 'account' | 'products' | 'onFill'>) {
  const { t } = useTranslation();
  if (products !== undefined)
    return (
      <PageLink to={products} className={buttonClass()}>
        {t('wallet.toProducts')}
      </PageLink>
    );
  return account === ACCOUNT.exchange ? null : <Button onClick={onFill}>{t('wallet.fill')}</Button>;
}

function useAssetColumns({ account, onTransfer }: AssetTableProps): Column<AssetRow>[] {
  const { t } = useTranslation();
  const catalogue = useCatalogue();
  const tickers = useTickers();
  const decimalsOf = usePanelDecimals();
  const assetOf = (coin: string) => catalogue?.assets.find((each) => each.code === coin);
  const pairOf = (coin: string) =>
    catalogue?.pairs.find((each) => each.baseCoin === coin && each.quoteCoin === 'USDT');
  return [
    {
      key: 'coin',
      head: t('wallet.coin'),
      render: ({ currencyName: coin }) => <Coin code={coin} name={assetOf(coin)?.name} />,
    },
    amountColumn({
      key: 'available',
      head: t('common.available'),
      isOwn: true,
      amount: (row) => ({ value: row.availableCurrency, decimals: decimalsOf(row.currencyName) }),
    }),
    amountColumn({
      key: 'frozen',
      head: t('wallet.frozen'),
      isOwn: true,
      className: (row) => (Number(row.frozenCurrency) > 0 ? '' : 'text-mut'),
      amount: (row) => ({ value: row.frozenCurrency, decimals: decimalsOf(row.currencyName) }),
    }),
    {
      key: 'price',
      head: (
        <>
          {t('market.price')} <span className="inline-block w-17" />
        </>
      ),
      right: true,
      render: (row) => <Price row={row} pair={pairOf(row.currencyName)} tickers={tickers} />,
    },
    amountColumn({
      key: 'value',
      head: t('wallet.value'),
      isOwn: true,
      className: 'font-semibold',
      amount: (row) => ({ value: row.total, decimals: 2 }),
    }),
    {
      key: 'action',
      head: t('spot.action'),
      right: true,
      width: '320px',
      render: ({ currencyName: coin }) => (
        <Actions
          coin={coin}
          isTraded={pairOf(coin) !== undefined}
          isMoved={account === ACCOUNT.exchange}
          onTransfer={onTransfer}
        />
      ),
    },
  ];
}

function Coin({ code, name }: { readonly code: string; readonly name: string | undefined }) {
  return (
    <span className="flex items-center gap-2.5">
      <CoinMark code={code} size={26} />
      <span className="leading-4">
        <b className="block font-semibold">{code}</b>
        <span className="text-mut block text-[11.5px]">{name}</span>
      </span>
    </span>
  );
}

interface PriceProps {
  readonly row: AssetRow;
  readonly pair: PairInfo | undefined;
  readonly tickers: ReturnType<typeof useTickers>;
}
function Price({ row, pair, tickers }: PriceProps) {
  return (
    <>
      <Num value={row.price} decimals={pair?.priceDecimals ?? 4} decimalsMin={2} />{' '}
      <span className="inline-block w-17 text-[12px] leading-none">
        {pair !== undefined && <Change ratio={changeOf(tickers[pair.symbol])} />}
      </span>
    </>
  );
}

interface ActionsProps {
  readonly coin: string;
  readonly isTraded: boolean;
  /** Whether coins come in and go out here. */
  readonly isMoved: boolean;
  readonly onTransfer: (currency: string) => void;
}
function Actions({ coin, isTraded, isMoved, onTransfer }: ActionsProps) {
  const { t } = useTranslation();
  return (
    <span className="text-brand-ink inline-flex gap-4 font-medium">
      {isMoved && (
        <>
          <PageLink to="/account/recharge" search={{ coin }} className="py-1 hover:underline">
            {t('wallet.deposit')}
          </PageLink>
          <PageLink to="/account/withdrawel" search={{ coin }} className="py-1 hover:underline">
            {t('accountBar.withdraw')}
          </PageLink>
        </>
      )}
      {isTraded ? (
        <Link to="/trade" search={{ base: coin, quote: 'USDT' }} className="py-1 hover:underline">
          {t('wallet.trade')}
        </Link>
      ) : (
        // Keeps the others in their columns.
        <span aria-hidden className="invisible py-1">
          {t('wallet.trade')}
        </span>
      )}
      <button type="button" onClick={() => onTransfer(coin)} className="py-1 hover:underline">
        {t('wallet.transfer')}
      </button>
    </span>
  );
}
