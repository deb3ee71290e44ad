/** The table of quotes. */
import { Change, classNames, CoinMark, Empty, Num, SkeletonRows, Spark } from '@glasshouse/ui';
import { ArrowUpDown, Search, Star } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { useSpark } from '#data/klines.ts';
import { useCatalogue, type PairInfo } from '#data/pairs.ts';
import { QUOTE_COINS, useTickers } from '#data/tickers.ts';
import { ListFailed } from '#shared/lists/PagedBody.tsx';
import { CompactVolume } from './CompactVolume.tsx';
import { FavouriteStar } from './FavouriteStar.tsx';
import { useFavourites } from './favourites.ts';
import { pairRows, type PairRow, type Sort, type SortColumn } from './pair-list.ts';

export interface PairTableProps {
  readonly chosen: string;
  readonly onChoose: (pair: PairInfo) => void;
  /** Told while nothing is known. */
  readonly failed: boolean;
  readonly onRetry: () => Promise<unknown>;
}
const TABS = ['favourites', ...QUOTE_COINS] as const;
const ROW_PX = 65;

export function PairTable({ chosen, onChoose, failed, onRetry }: PairTableProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<(typeof TABS)[number]>('USDT');
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sort>({ column: 'volume', descending: true });
  const favourites = useFavourites();
  const catalogue = useCatalogue();
  const tickers = useTickers();
  // Before the first day figures every pair would sort as zero and then move.
  const known = Object.keys(tickers).length > 0 ? catalogue?.pairs : undefined;
  const rows = pairRows(known ?? [], tickers, { tab, search, favourites, sort });
  return (
    <section
      aria-label={t('market.pairs')}
      className="border-line bg-panel flex flex-col overflow-hidden rounded-xl border"
    >
      <div className="border-line flex h-13 items-center gap-1 border-b px-4">
        <div role="group" aria-label={t('market.quoteCoin')} className="flex gap-1">
          {TABS.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === tab}
              onClick={() => setTab(name)}
              className="text-mut hover:text-fg aria-pressed:bg-raised aria-pressed:text-fg flex h-8 items-center gap-1.5 rounded-md px-3 text-[13px] font-medium aria-pressed:font-semibold"
            >
              {name === 'favourites' && <Star aria-hidden className="size-3.5" />}
              {name === 'favourites' ? t('market.favourites') : name}
            </button>
          ))}
        </div>
        <label className="bg-raised text-mut focus-within:ring-brand ml-auto flex h-8 w-52 items-center gap-2 rounded-md px-2.5 focus-within:ring-1">
          <Search aria-hidden className="size-3.5" />
          <input
            type="search"
            aria-label={t('market.search')}
            placeholder={t('market.search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="text-fg placeholder:text-dim min-w-0 flex-1 bg-transparent text-[12.5px] outline-none focus-visible:outline-none"
          />
        </label>
      </div>
      <table className="num w-full border-collapse text-[13px]" aria-label={t('market.pairs')}>
        <Head sort={sort} onSort={setSort} />
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.pair.symbol}
              row={row}
              chosen={row.pair.symbol === chosen}
              onChoose={() => onChoose(row.pair)}
            />
          ))}
        </tbody>
      </table>
      {known === undefined &&
        (failed ? <ListFailed onRetry={onRetry} /> : <SkeletonRows rows={8} height={ROW_PX} />)}
      {known !== undefined && rows.length === 0 && (
        <Empty
          title={t('l.noData')}
          text={tab === 'favourites' && search === '' ? t('market.noFavourites') : t('market.notFound')}
        />
      )}
      <p className="border-line text-mut mt-auto border-t px-4 py-2.5">
        {catalogue === undefined ? '\u00a0' : t('market.count', { count: catalogue.pairs.length })}
      </p>
    </section>
  );
}

function Head({ sort, onSort }: { readonly sort: Sort; readonly onSort: (sort: Sort) => void }) {
  const { t } = useTranslation();
  const cell = 'h-9 px-3 font-normal whitespace-nowrap';
  return (
    <thead>
      <tr className="text-2xs text-mut">
        <th className={`${cell} w-11 pr-0 pl-4`}>
          <span className="sr-only">{t('market.favourites')}</span>
        </th>
        <SortCell column="name" text={t('market.pair')} sort={sort} onSort={onSort} left />
        <SortCell column="price" text={t('market.lastPrice')} sort={sort} onSort={onSort} />
        <SortCell column="change" text={t('market.change')} sort={sort} onSort={onSort} />
        <th scope="col" className={`${cell} text-right`}>
          {t('market.highLow')}
        </th>
        <SortCell column="volume" text={t('market.turnover')} sort={sort} onSort={onSort} />
        <th scope="col" className={`${cell} pr-4 text-right`}>
          {t('market.day')}
        </th>
      </tr>
    </thead>
  );
}

interface SortCellProps {
  readonly column: SortColumn;
  readonly text: string;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly left?: boolean;
}
function SortCell({ column, text, sort, onSort, left = false }: SortCellProps) {
  const current = sort.column === column;
  return (
    <th
      scope="col"
      aria-sort={current ? (sort.descending ? 'descending' : 'ascending') : 'none'}
      className={classNames('h-9 px-3 font-normal whitespace-nowrap', left ? 'text-left' : 'text-right')}
    >
      <button
        type="button"
        onClick={() => onSort({ column, descending: current ? !sort.descending : column !== 'name' })}
        className={classNames(
          'hover:text-fg inline-flex items-center gap-1',
          current && 'text-fg font-medium',
        )}
      >
        {text}
        {current ? (
          <svg
            aria-hidden
            viewBox="0 0 8 8"
            className={classNames('size-2', !sort.descending && 'rotate-180')}
          >
            <path d="M1 2h6L4 6.5z" fill="currentColor" />
          </svg>
        ) : (
          <ArrowUpDown aria-hidden className="size-2.5 opacity-60" />
        )}
      </button>
    </th>
  );
}

interface RowProps {
  readonly row: PairRow;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}
function Row({ row, chosen, onChoose }: RowProps) {
  const { pair, tick, change } = row;
  const spark = useSpark(pair.symbol);
  const name = `${pair.baseCoin}/${pair.quoteCoin}`;
  const decimals = pair.priceDecimals;
  return (
    <tr
      onClick={onChoose}
      className={classNames(
        'border-line hover:bg-raised/60 h-[65px] cursor-pointer border-t',
        chosen && 'bg-brand-soft/60 shadow-[inset_2px_0_#009dd9]',
      )}
    >
      <td className="pl-4">
        <FavouriteStar symbol={pair.symbol} name={name} />
      </td>
      <td className="px-3">
        <button
          type="button"
          aria-pressed={chosen}
          className="flex items-center gap-2.5 text-left"
          onClick={onChoose}
        >
          <CoinMark code={pair.baseCoin} />
          <span>
            <span className="block leading-4 font-semibold">
              {pair.baseCoin}
              <span className="text-mut font-normal">/{pair.quoteCoin}</span>
            </span>
            <span className="text-2xs text-mut">{pair.baseName}</span>
          </span>
        </button>
      </td>
      <td className="px-3 text-right text-[14px] font-semibold">
        <Num value={tick?.close} decimals={decimals} />
      </td>
      <td className="px-3 text-right font-medium">
        <Change ratio={change} />
      </td>
      <td className="px-3 text-right leading-4">
        <Num value={tick?.high} decimals={decimals} className="block" />
        <Num value={tick?.low} decimals={decimals} className="text-mut block" />
      </td>
      <td className="px-3 text-right">
        <CompactVolume value={tick?.vol} />
      </td>
      <td className="pr-4">
        <div className="flex justify-end">
          <Spark points={spark} width={92} height={34} up={(change ?? 0) >= 0} />
        </div>
      </td>
    </tr>
  );
}
