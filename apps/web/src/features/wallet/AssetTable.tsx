/** The balances of one account: search, hide-small, a row per coin. */
import { Change, Checkbox, CoinMark, Empty, Num, SkeletonRows } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { Search, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { ACCOUNT, useAssets, type AccountNumber, type AssetRow } from '#data/assets.ts';
import { useCatalogue } from '#data/pairs.ts';
import { changeOf } from '#data/day-change.ts';
import { useTickers } from '#data/tickers.ts';
import { ListFailed } from '#shared/lists/PagedBody.tsx';
import { shownAssets } from './asset-list.ts';

export interface AssetTableProps {
  readonly account: AccountNumber;
  readonly hidden: boolean;
  readonly onTransfer: (currency: string) => void;
}

export function AssetTable({ account, hidden, onTransfer }: AssetTableProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [hideSmall, setHideSmall] = useState(false);
  const assets = useAssets(account);
  const catalogue = useCatalogue();
  const rows = shownAssets(assets.data?.list ?? [], { search, hideSmall });
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
        <Checkbox checked={hideSmall} onChange={setHideSmall} className="text-mut text-[13px]">
          {t('wallet.hideSmall')}
        </Checkbox>
      </div>
      <table aria-label={t(`wallet.accounts.${account}`)} className="num w-full border-collapse text-[13px]">
        <Head />
        <tbody>
          {rows.map((row) => (
            <Row key={row.currencyName} row={row} account={account} hidden={hidden} onTransfer={onTransfer} />
          ))}
        </tbody>
      </table>
      {assets.isPending && <SkeletonRows rows={catalogue?.assets.length ?? 9} height={44} />}
      {assets.isError && assets.data === undefined && <ListFailed onRetry={assets.refetch} />}
      {assets.data !== undefined && rows.length === 0 && (
        <Empty title={t('l.noData')} text={search === '' ? t('wallet.emptyAccount') : t('market.notFound')} />
      )}
      <p className="border-line text-mut flex h-11 items-center gap-2.5 border-t px-5">
        <ShieldCheck aria-hidden size={15} className="text-brand-ink shrink-0" />
        {t('wallet.proof')}
      </p>
    </>
  );
}

function Head() {
  const { t } = useTranslation();
  const right = [t('spot.available'), t('wallet.frozen'), t('market.price'), t('wallet.value')];
  const cell = 'h-9 px-3 font-normal whitespace-nowrap first:pl-5 last:pr-5';
  return (
    <thead>
      <tr className="border-line text-mut border-y text-[12px]">
        <th scope="col" className={`${cell} text-left`}>
          {t('wallet.coin')}
        </th>
        {right.map((text) => (
          <th key={text} scope="col" className={`${cell} text-right`}>
            {text}
          </th>
        ))}
        <th scope="col" className={`${cell} w-[200px] text-right`}>
          {t('spot.action')}
        </th>
      </tr>
    </thead>
  );
}

interface RowProps {
  readonly row: AssetRow;
  readonly account: AccountNumber;
  readonly hidden: boolean;
  readonly onTransfer: (currency: string) => void;
}
function Row({ row, account, hidden, onTransfer }: RowProps) {
  const { t } = useTranslation();
  const coin = row.currencyName;
  const catalogue = useCatalogue();
  const asset = catalogue?.assets.find((each) => each.code === coin);
  const pair = catalogue?.pairs.find((each) => each.baseCoin === coin && each.quoteCoin === 'USDT');
  const tick = useTickers()[pair?.symbol ?? ''];
  const decimals = asset?.decimals ?? 8;
  return (
    <tr className="border-line/70 hover:bg-raised/50 h-11 border-b">
      <td className="pr-3 pl-5">
        <span className="flex items-center gap-2.5">
          <CoinMark code={coin} size={26} />
          <span className="leading-[16px]">
            <b className="block font-semibold">{coin}</b>
            <span className="text-mut block text-[11.5px]">{asset?.name}</span>
          </span>
        </span>
      </td>
      <td className="px-3 text-right">
        <Secret hidden={hidden} value={row.availableCurrency} decimals={decimals} />
      </td>
      <td className={`px-3 text-right ${Number(row.frozenCurrency) > 0 ? '' : 'text-mut'}`}>
        <Secret hidden={hidden} value={row.frozenCurrency} decimals={decimals} />
      </td>
      <td className="px-3 text-right">
        <Num value={row.price} decimals={pair?.priceDecimals ?? 4} decimalsMin={2} />{' '}
        <span className="inline-block w-17 text-[12px]">
          {pair !== undefined && <Change ratio={changeOf(tick)} />}
        </span>
      </td>
      <td className="px-3 text-right font-semibold">
        <Secret hidden={hidden} value={row.total} decimals={2} />
      </td>
      <td className="pr-5 pl-3 text-right">
        <span className="text-brand-ink inline-flex gap-4 font-medium">
          {pair !== undefined && (
            <Link to="/trade" search={{ base: coin, quote: 'USDT' }} className="py-1 hover:underline">
              {t('wallet.trade')}
            </Link>
          )}
          {account <= ACCOUNT.exchange && (
            <button type="button" onClick={() => onTransfer(coin)} className="py-1 hover:underline">
              {t('wallet.transfer')}
            </button>
          )}
        </span>
      </td>
    </tr>
  );
}

interface SecretProps {
  readonly hidden: boolean;
  readonly value: string;
  readonly decimals: number;
}
function Secret({ hidden, value, decimals }: SecretProps) {
  return hidden ? <span>••••</span> : <Num value={value} decimals={decimals} decimalsMin={2} />;
}
