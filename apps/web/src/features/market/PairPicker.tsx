/** The list of pairs that drops from the header: search focused, arrows and Enter choose, Escape closes. */
import { Change, classNames, CoinMark, Num, Tabs } from '@glasshouse/ui';
import { Search } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { useCatalogue, type PairInfo } from '#data/pairs.ts';
import { QUOTE_COINS, useTickers } from '#data/tickers.ts';
import { useFavourites } from './favourites.ts';
import { pairRows, type PairRow } from './pair-list.ts';
import { CompactVolume } from './PairTable.tsx';

export interface PairPickerProps {
  readonly chosen: string;
  readonly filter: ((pair: PairInfo) => boolean) | undefined;
  readonly onPair: (pair: PairInfo) => void;
  readonly onClose: () => void;
}
const TABS = [...QUOTE_COINS, 'favourites'] as const;
const COLUMNS = 'grid-cols-[1fr_104px_76px_70px]';

export function PairPicker({ chosen, filter, onPair, onClose }: PairPickerProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<(typeof TABS)[number]>('USDT');
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const favourites = useFavourites();
  const tickers = useTickers();
  const pairs = (useCatalogue()?.pairs ?? []).filter((pair) => filter?.(pair) ?? true);
  const rows = pairRows(pairs, tickers, {
    tab,
    search,
    favourites,
    sort: { column: 'volume', descending: true },
  });
  function onKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(rows.length - 1, at + step)));
    } else if (event.key === 'Enter' && rows[at] !== undefined) onPair(rows[at].pair);
    else if (event.key === 'Escape') onClose();
  }
  return (
    <div
      role="dialog"
      aria-label={t('market.choosePair')}
      onKeyDown={onKey}
      className="border-line2 bg-panel shadow-pop absolute top-[54px] left-3 z-30 flex max-h-[560px] w-[424px] flex-col rounded-xl border pb-2"
    >
      <SearchBox
        search={search}
        activeId={rows[at] === undefined ? undefined : `pair-${rows[at].pair.symbol}`}
        onSearch={(text) => {
          setSearch(text);
          setAt(0);
        }}
      />
      <Tabs
        label={t('market.quoteCoin')}
        items={TABS.map((id) => ({ id, label: id === 'favourites' ? t('market.favourites') : id }))}
        value={tab}
        onValue={(next) => {
          setTab(next);
          setAt(0);
        }}
      />
      <div className={`text-2xs text-mut grid ${COLUMNS} px-4 pt-2 pb-1`}>
        <span>{t('market.pair')}</span>
        <span className="text-right">{t('market.lastPrice')}</span>
        <span className="text-right">24h</span>
        <span className="text-right">{t('market.turnover')}</span>
      </div>
      <ul id="pair-list" className="num overflow-y-auto" role="listbox" aria-label={t('market.pairs')}>
        {rows.map((row, index) => (
          <Option
            key={row.pair.symbol}
            row={row}
            chosen={row.pair.symbol === chosen}
            active={index === at}
            onPair={onPair}
          />
        ))}
      </ul>
      {rows.length === 0 && <p className="text-mut px-4 py-6 text-center">{t('l.noData')}</p>}
    </div>
  );
}

interface SearchBoxProps {
  readonly search: string;
  readonly activeId: string | undefined;
  readonly onSearch: (text: string) => void;
}
function SearchBox({ search, activeId, onSearch }: SearchBoxProps) {
  const { t } = useTranslation();
  return (
    <label className="bg-raised text-mut ring-brand m-3 mb-0 flex h-9 items-center gap-2 rounded-lg px-3 ring-1">
      <Search aria-hidden className="size-4" />
      <input
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls="pair-list"
        aria-activedescendant={activeId}
        aria-label={t('market.search')}
        placeholder={t('market.search')}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        className="text-fg placeholder:text-dim flex-1 bg-transparent text-[13px] outline-none focus-visible:outline-none"
      />
      <kbd className="border-line text-2xs rounded border px-1.5 font-sans">Esc</kbd>
    </label>
  );
}

interface OptionProps {
  readonly row: PairRow;
  readonly chosen: boolean;
  readonly active: boolean;
  readonly onPair: (pair: PairInfo) => void;
}
function Option({ row, chosen, active, onPair }: OptionProps) {
  return (
    <li
      id={`pair-${row.pair.symbol}`}
      role="option"
      aria-selected={chosen}
      onClick={() => onPair(row.pair)}
      className={classNames(
        `hover:bg-raised aria-selected:bg-brand-soft/60 mx-2 grid h-9 cursor-pointer ${COLUMNS} items-center rounded-md px-2 text-[12.5px]`,
        active && 'bg-raised',
      )}
    >
      <span className="flex items-center gap-2 font-medium">
        <CoinMark code={row.pair.baseCoin} size={18} />
        <span>
          {row.pair.baseCoin}
          <span className="text-mut font-normal">/{row.pair.quoteCoin}</span>
        </span>
      </span>
      <Num value={row.tick?.close} decimals={row.pair.priceDecimals} className="text-right" />
      <Change ratio={row.change} className="text-right font-medium" />
      <span className="text-mut text-right">
        <CompactVolume value={row.tick?.vol} />
      </span>
    </li>
  );
}
