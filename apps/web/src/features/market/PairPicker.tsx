/** The list of pairs below the header: search focused, arrows and Enter choose, Escape closes. */
import { Change, classNames, Code, CoinMark, Num, Tabs } from '@glasshouse/ui';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { useCatalogue, type PairInfo } from '#data/pairs.ts';
import { QUOTE_COINS, useTickers } from '#data/tickers.ts';
import { PairTag } from '#shared/PairState.tsx';
import { useFavourites } from './favourites.ts';
import { pairRows, type PairRow } from './pair-list.ts';
import { CompactVolume } from './CompactVolume.tsx';
import { FavouriteStar } from './FavouriteStar.tsx';

export interface PairPickerProps {
  readonly chosen: string;
  readonly filter: ((pair: PairInfo) => boolean) | undefined;
  readonly onPair: (pair: PairInfo) => void;
  readonly onClose: () => void;
  /** Its position on the screen. */
  readonly at: { readonly top: number; readonly left: number };
}
const TABS = ['favourites', ...QUOTE_COINS] as const;
const COLUMNS = 'grid-cols-[28px_1fr_96px_66px_88px]';

/** Enter in the search chooses a pair; on a star or a tab it presses that. */
const isSearch = (target: EventTarget): boolean => target instanceof HTMLInputElement;

export function PairPicker({ chosen, filter, onPair, onClose, at }: PairPickerProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<(typeof TABS)[number]>('USDT');
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const host = useRef<HTMLDialogElement>(null);
  // Modal: neither keys nor pointer reach what it covers.
  useEffect(() => {
    host.current?.showModal();
  }, []);
  const favourites = useFavourites();
  const tickers = useTickers();
  const pairs = (useCatalogue()?.pairs ?? []).filter((pair) => filter?.(pair) ?? true);
  const rows = pairRows(pairs, tickers, {
    // A search finds pairs of every quote coin.
    tab: search.trim() === '' ? tab : 'all',
    search,
    favourites,
    sort: { column: 'volume', descending: true },
  });
  function onKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive(Math.max(0, Math.min(rows.length - 1, active + step)));
    } else if (event.key === 'Enter' && isSearch(event.target) && rows[active] !== undefined) {
      onPair(rows[active].pair);
    }
  }
  return (
    <dialog
      ref={host}
      aria-label={t('market.choosePair')}
      style={at}
      onKeyDown={onKey}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // The padding is in the child, so that a press on the dialog itself is one outside its
      // content.
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className="border-line2 bg-panel text-fg shadow-pop fixed m-0 max-h-[560px] w-[452px] overflow-hidden rounded-xl border p-0 backdrop:bg-transparent"
    >
      <div className="flex max-h-[560px] flex-col pb-2">
        <SearchBox
          search={search}
          activeId={rows[active] === undefined ? undefined : `pair-${rows[active].pair.symbol}`}
          onSearch={(text) => {
            setSearch(text);
            setActive(0);
          }}
        />
        <Tabs
          label={t('market.quoteCoin')}
          items={TABS.map((id) => ({ id, label: id === 'favourites' ? t('market.favourites') : id }))}
          value={search.trim() === '' ? tab : undefined}
          onValue={(next) => {
            setTab(next);
            setActive(0);
          }}
        />
        <PairRows rows={rows} chosen={chosen} active={active} onPair={onPair} />
      </div>
    </dialog>
  );
}

interface PairRowsProps {
  readonly rows: readonly PairRow[];
  readonly chosen: string;
  /** The row that Enter would choose. */
  readonly active: number;
  readonly onPair: (pair: PairInfo) => void;
}
function PairRows({ rows, chosen, active, onPair }: PairRowsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={`text-2xs text-mut grid ${COLUMNS} px-4 pt-2 pb-1`}>
        <span className="col-start-2">{t('market.pair')}</span>
        <span className="text-right">{t('market.lastPrice')}</span>
        <span className="text-right">24h</span>
        <span className="text-right">{t('market.turnover')}</span>
      </div>
      <div id="pair-list" className="overflow-y-auto" role="grid" aria-label={t('market.pairs')}>
        {rows.map((row, index) => (
          <Option
            key={row.pair.symbol}
            row={row}
            chosen={row.pair.symbol === chosen}
            active={index === active}
            onPair={onPair}
          />
        ))}
      </div>
      {rows.length === 0 && <p className="text-mut px-4 py-6 text-center">{t('l.noData')}</p>}
    </>
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
    <label className="bg-raised text-mut m-3 mb-0 flex h-9 items-center gap-2 rounded-lg px-3 [box-shadow:0_0_0_1px_var(--brand-line)]">
      <Search aria-hidden className="size-4" />
      <input
        autoFocus
        role="combobox"
        aria-expanded
        aria-haspopup="grid"
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
    <div
      id={`pair-${row.pair.symbol}`}
      role="row"
      aria-selected={chosen}
      onClick={() => onPair(row.pair)}
      className={classNames(
        `hover:bg-raised aria-selected:bg-brand-soft/60 mx-2 grid h-8 cursor-pointer ${COLUMNS} items-center rounded-md px-2 text-[12.5px]`,
        active && 'bg-raised',
      )}
    >
      <span role="gridcell" className="-ml-1.5">
        <FavouriteStar symbol={row.pair.symbol} name={`${row.pair.baseCoin}/${row.pair.quoteCoin}`} />
      </span>
      <span role="gridcell" className="flex items-center gap-2 font-medium">
        <CoinMark code={row.pair.baseCoin} size={18} />
        <Code>
          {row.pair.baseCoin}
          <span className="text-mut font-normal">/{row.pair.quoteCoin}</span>
        </Code>
        <PairTag pair={row.pair} />
      </span>
      <span role="gridcell" className="text-right">
        <Num value={row.tick?.close} decimals={row.pair.priceDecimals} />
      </span>
      <span role="gridcell" className="text-right font-medium">
        <Change ratio={row.change} />
      </span>
      <span role="gridcell" className="text-mut text-right">
        <CompactVolume value={row.tick?.vol} />
      </span>
    </div>
  );
}
