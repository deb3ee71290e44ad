/** The table of quotes. */
import { Change, classNames, CoinMark, Num, Spark } from '@glasshouse/ui';
import { useNavigate } from '@tanstack/react-router';
import { ArrowUpDown, Rows3, Search, Star } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { useSpark } from '#data/klines.ts';
import { useCatalogue, type PairInfo } from '#data/pairs.ts';
import { QUOTE_COINS, useTickers } from '#data/tickers.ts';
import { PairTag } from '#shared/PairState.tsx';
import { useUrlChoice, useUrlText } from '#shared/url-state.ts';
import { createPreference, usePreference } from '#shared/preference.ts';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { CompactVolume } from './CompactVolume.tsx';
import { FavouriteStar } from './FavouriteStar.tsx';
import { useFavourites } from './favourites.ts';
import { pairRows, type PairRow, type Sort, type SortColumn } from './pair-list.ts';

export interface PairTableProps {
  readonly chosen: string;
  readonly onChoose: (pair: PairInfo) => void;
  /** Shown while there is no data. */
  readonly failed: boolean;
  readonly onRetry: () => Promise<unknown>;
}
const TABS = ['USDT', 'BTC', 'ETH', 'favourites'] as const;
const SHOWN_TABS = ['favourites', ...QUOTE_COINS] as const;
/** The orders of the table. A minus means descending; the first is the default. */
const SORTS = [
  '-volume',
  'volume',
  'price',
  '-price',
  'change',
  '-change',
  'name',
  '-name',
] as const satisfies (SortColumn | `-${SortColumn}`)[];
function sortOf(name: (typeof SORTS)[number]): Sort {
  const column = name.replace('-', '') as SortColumn;
  return { column, descending: name.startsWith('-') };
}
/** Opens a pair's trading page, as other exchanges do at a double click. */
function useOpenPair(): (pair: PairInfo) => void {
  const navigate = useNavigate();
  return ({ baseCoin: base, quoteCoin: quote }) => void navigate({ to: '/trade', search: { base, quote } });
}
const ROW_PX = 48;
const DENSE_ROW_PX = 32;
/** Dense rows have one line: all pairs of a small screen are in view at once. */
const look = createPreference('quotes', { dense: false });

export function PairTable({ chosen, onChoose, failed, onRetry }: PairTableProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useUrlChoice('coin', TABS);
  const [search, setSearch] = useUrlText('search');
  const [sortName, setSortName] = useUrlChoice('sort', SORTS);
  const sort = sortOf(sortName);
  const setSort = ({ column, descending }: Sort) => setSortName(`${descending ? '-' : ''}${column}`);
  const openPair = useOpenPair();
  const { dense } = usePreference(look);
  const favourites = useFavourites();
  const catalogue = useCatalogue();
  const tickers = useTickers();
  // Until the day's figures are known every pair would sort as zero and then move.
  const known = Object.keys(tickers).length > 0 ? catalogue?.pairs : undefined;
  const rows = pairRows(known ?? [], tickers, { tab, search, favourites, sort });
  return (
    <section
      aria-label={t('market.pairs')}
      className="border-line bg-panel flex flex-col overflow-hidden rounded-xl border"
    >
      <div className="border-line flex h-13 items-center gap-1 border-b px-4">
        <div role="group" aria-label={t('market.quoteCoin')} className="flex gap-1">
          {SHOWN_TABS.map((name) => (
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
        <SearchBox value={search} onValue={setSearch} />
        <DenseButton isDense={dense} />
      </div>
      <DataTable
        look="quotes"
        label={t('market.pairs')}
        list={{
          rows,
          isPending: known === undefined && !failed,
          isError: known === undefined,
          refetch: onRetry,
        }}
        loadingRows={8}
        emptyText={tab === 'favourites' && search === '' ? t('market.noFavourites') : t('market.notFound')}
        columns={usePairColumns({ sort, onSort: setSort }, { chosen, onChoose, isDense: dense })}
        rowKey={(row) => row.pair.symbol}
        rowHeight={dense ? DENSE_ROW_PX : ROW_PX}
        isChosen={(row) => row.pair.symbol === chosen}
        onRow={(row) => onChoose(row.pair)}
        onRowOpen={(row) => openPair(row.pair)}
      />
      <p className="border-line text-mut mt-auto border-t px-4 py-2.5">
        {known === undefined ? '\u00a0' : t('market.count', { count: rows.length })}
      </p>
    </section>
  );
}

interface SearchBoxProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
}
function SearchBox({ value, onValue }: SearchBoxProps) {
  const { t } = useTranslation();
  return (
    <label className="bg-raised text-mut ml-auto flex h-8 w-52 items-center gap-2 rounded-md px-2.5 focus-within:[box-shadow:0_0_0_1px_var(--brand-line)]">
      <Search aria-hidden className="size-3.5" />
      <input
        type="search"
        aria-label={t('market.search')}
        placeholder={t('market.search')}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className="text-fg placeholder:text-dim min-w-0 flex-1 bg-transparent text-[12.5px] outline-none focus-visible:outline-none"
      />
    </label>
  );
}

function DenseButton({ isDense }: { readonly isDense: boolean }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-pressed={isDense}
      aria-label={t('market.dense')}
      title={t('market.dense')}
      onClick={() => look.change({ dense: !isDense })}
      className="text-mut hover:text-fg aria-pressed:bg-raised aria-pressed:text-fg ml-1 grid size-8 place-items-center rounded-md"
    >
      <Rows3 aria-hidden className="size-4" />
    </button>
  );
}

interface Sorting {
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}
function usePairColumns(
  { sort, onSort }: Sorting,
  { chosen, onChoose, isDense }: Pick<PairTableProps, 'chosen' | 'onChoose'> & { readonly isDense: boolean },
): Column<PairRow>[] {
  const { t } = useTranslation();
  const direction = sort.descending ? 'descending' : 'ascending';
  const sortable = (column: SortColumn, text: string): Omit<Column<PairRow>, 'render'> => ({
    key: column,
    head: <SortButton {...{ column, text, sort, onSort }} />,
    sorted: sort.column === column ? direction : 'none',
  });
  return [
    {
      key: 'favourite',
      head: t('market.favourites'),
      headHidden: true,
      width: '44px',
      className: 'pr-0',
      render: ({ pair }) => (
        <FavouriteStar symbol={pair.symbol} name={`${pair.baseCoin}/${pair.quoteCoin}`} />
      ),
    },
    {
      ...sortable('name', t('market.pair')),
      render: ({ pair }) => (
        <PairButton {...{ pair, isDense }} pressed={pair.symbol === chosen} onPress={() => onChoose(pair)} />
      ),
    },
    {
      ...sortable('price', t('market.lastPrice')),
      right: true,
      className: 'text-[14px] font-semibold',
      render: ({ pair, tick }) => <Num value={tick?.close} decimals={pair.priceDecimals} />,
    },
    {
      ...sortable('change', t('market.change')),
      right: true,
      className: 'font-medium',
      render: ({ change }) => <Change ratio={change} />,
    },
    {
      key: 'range',
      head: t('market.highLow'),
      right: true,
      className: 'leading-4',
      render: (row) => <DayRange row={row} isDense={isDense} />,
    },
    {
      ...sortable('volume', t('market.turnover')),
      right: true,
      render: ({ tick }) => <CompactVolume value={tick?.vol} />,
    },
    {
      key: 'day',
      head: t('market.day'),
      right: true,
      className: 'pl-0',
      render: (row) => <DaySpark row={row} isDense={isDense} />,
    },
  ];
}

interface SortButtonProps extends Sorting {
  readonly column: SortColumn;
  readonly text: string;
}
function SortButton({ column, text, sort, onSort }: SortButtonProps) {
  const current = sort.column === column;
  return (
    <button
      type="button"
      onClick={() => onSort({ column, descending: current ? !sort.descending : column !== 'name' })}
      className={classNames('hover:text-fg inline-flex items-center gap-1', current && 'text-fg font-medium')}
    >
      {text}
      {current ? (
        <svg aria-hidden viewBox="0 0 8 8" className={classNames('size-2', !sort.descending && 'rotate-180')}>
          <path d="M1 2h6L4 6.5z" fill="currentColor" />
        </svg>
      ) : (
        <ArrowUpDown aria-hidden className="size-2.5 opacity-60" />
      )}
    </button>
  );
}

interface PairButtonProps {
  readonly pair: PairInfo;
  readonly pressed: boolean;
  readonly isDense: boolean;
  readonly onPress: () => void;
}
function PairButton({ pair, pressed, isDense, onPress }: PairButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className="flex items-center gap-2.5 text-left"
      onClick={onPress}
    >
      <CoinMark code={pair.baseCoin} size={isDense ? 20 : 28} />
      <span>
        <span className="block leading-4 font-semibold">
          {pair.baseCoin}
          <span className="text-mut font-normal">/{pair.quoteCoin}</span>
        </span>
        {!isDense && <span className="text-2xs text-mut">{pair.baseName}</span>}
      </span>
      <PairTag pair={pair} />
    </button>
  );
}

interface DayProps {
  readonly row: PairRow;
  readonly isDense: boolean;
}
function DayRange({ row: { pair, tick }, isDense }: DayProps) {
  return (
    <>
      <Num value={tick?.high} decimals={pair.priceDecimals} className={isDense ? '' : 'block'} />
      {isDense && <span className="text-mut"> / </span>}
      <Num
        value={tick?.low}
        decimals={pair.priceDecimals}
        className={isDense ? 'text-mut' : 'text-mut block'}
      />
    </>
  );
}

function DaySpark({ row: { pair, change }, isDense }: DayProps) {
  const points = useSpark(pair.symbol);
  return (
    <div className="flex justify-end">
      <Spark points={points} width={92} height={isDense ? 22 : 34} up={(change ?? 0) >= 0} />
    </div>
  );
}
