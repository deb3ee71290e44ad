/** The line above a trading page: the pair and its picker, the price, the last 24 hours. */
import { Change, classNames, Code, CoinMark, Figures, Num } from '@glasshouse/ui';
import type { Deal } from '@glasshouse/protocol/market';
import { ChevronDown, Info } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { useSimulated, type PairInfo } from '#data/pairs.ts';
import { changeOf } from '#data/day-change.ts';
import { useTicker } from '#data/tickers.ts';
import { priceIn, useLastTick, useTicks } from '#data/ticks.ts';
import { PairTag } from '#shared/PairState.tsx';
import { dealTone, stepTone } from '#shared/price-tone.ts';
import { useShortcuts } from '#shared/shortcuts.ts';
import { useTradePreferences } from '#shared/trade-preferences.ts';
import { CompactVolume } from './CompactVolume.tsx';
import { PairPicker } from './PairPicker.tsx';
import { PriceAlerts } from './PriceAlerts.tsx';

export interface PairHeaderProps {
  readonly pair: PairInfo;
  readonly onPair: (pair: PairInfo) => void;
  readonly dimmed: boolean;
  /**
   * The price that the page trades at: the newest deal, as in the book, or the index price, which
   * settles seconds contracts.
   */
  readonly shows: { readonly deal: Pick<Deal, 'price' | 'direction'> | undefined } | 'index';
  /** The pairs that can be picked. */
  readonly filter?: (pair: PairInfo) => boolean;
}

export function PairHeader({ pair, onPair, dimmed, shows, filter }: PairHeaderProps) {
  const { t } = useTranslation();
  const tick = useTicker(pair.symbol);
  const change = changeOf(tick);
  const decimals = pair.priceDecimals;
  const difference = tick === undefined ? undefined : (tick.close - tick.open).toFixed(decimals);
  return (
    <section
      aria-label={t('market.ticker')}
      className="bg-panel relative flex h-[54px] items-center gap-6 px-3 min-[1400px]:gap-7"
    >
      <PickerButton pair={pair} onPair={onPair} filter={filter} />
      <div className={classNames('min-w-[96px] shrink-0', dimmed && DIMMED)}>
        {shows === 'index' ? (
          <IndexPrice pair={pair} />
        ) : (
          <Num
            value={shows.deal?.price ?? tick?.close}
            decimals={decimals}
            className={classNames(largeClass(decimals), dealTone(shows.deal))}
          />
        )}
      </div>
      {/* Figures that do not fit wrap into a hidden line, the last ones first. */}
      <dl
        className={classNames(
          '-mr-3 flex h-[35px] min-w-0 flex-1 flex-wrap gap-x-6 overflow-hidden min-[1400px]:gap-x-7',
          dimmed && DIMMED,
        )}
      >
        <Stat name={t('market.change')}>
          <Num value={difference} decimals={decimals} signed toned />{' '}
          {change !== undefined && <Change ratio={change} />}
        </Stat>
        <OtherPrice pair={pair} shows={shows} />
        <Stat name={t('market.high')}>
          <Num value={tick?.high} decimals={decimals} />
        </Stat>
        <Stat name={t('market.low')}>
          <Num value={tick?.low} decimals={decimals} />
        </Stat>
        <Stat name={`${t('market.volume')} (${pair.baseCoin})`}>
          <CompactVolume value={tick?.amount} />
        </Stat>
        <Stat name={`${t('market.turnover')} (${pair.quoteCoin})`}>
          <CompactVolume value={tick?.vol} />
        </Stat>
      </dl>
      <PriceAlerts pair={pair} />
      <SourceNote shows={shows} />
    </section>
  );
}
/** A price of more decimals is smaller, so that its room stays the same. */
const LARGE_DECIMALS_MAX = 7;
const largeClass = (decimals: number): string =>
  `font-display block leading-6 font-semibold ${decimals > LARGE_DECIMALS_MAX ? 'text-[16px]' : 'text-[20px]'}`;

/** The newest index price with the number of its tick. */
function IndexPrice({ pair }: { readonly pair: PairInfo }) {
  const { t } = useTranslation();
  const ticks = useTicks();
  const newest = ticks.at(-1);
  return (
    <>
      <Num
        value={priceIn(newest, pair.symbol)}
        decimals={pair.indexDecimals}
        className={classNames(largeClass(pair.indexDecimals), stepTone(ticks, ticks.length - 1, pair.symbol))}
      />
      <span className="text-2xs text-mut block leading-3.5 whitespace-nowrap">
        {newest === undefined ? (
          t('market.index')
        ) : (
          <Figures text={t('market.indexOfTick', { tick: newest.tick })} />
        )}
      </span>
    </>
  );
}
/** The last trade where the large price is the index, else the index. */
function OtherPrice({ pair, shows }: Pick<PairHeaderProps, 'pair' | 'shows'>) {
  const { t } = useTranslation();
  const close = useTicker(pair.symbol)?.close;
  const newest = useLastTick();
  if (shows === 'index')
    return (
      <Stat name={t('market.lastTrade')}>
        <Num value={close} decimals={pair.priceDecimals} />
      </Stat>
    );
  return (
    <Stat name={t('market.index')}>
      <Num value={priceIn(newest, pair.symbol)} decimals={pair.indexDecimals} />
    </Stat>
  );
}
/**
 * Says that the market is simulated, if the page is wide enough. On the contracts page the ticket
 * leaves less width.
 */
function SourceNote({ shows }: Pick<PairHeaderProps, 'shows'>) {
  const { t } = useTranslation();
  if (!useSimulated()) return null;
  return (
    <span
      className={classNames(
        'text-2xs text-mut -ml-4 hidden items-center gap-1.5 pr-2 whitespace-nowrap',
        shows === 'index' ? 'min-[1600px]:flex' : 'min-[1400px]:flex',
      )}
    >
      <Info aria-hidden className="size-3.5" />
      {t('market.simulated')}
    </span>
  );
}
/** The look of market data while offline. */
export const DIMMED = 'opacity-45 [filter:grayscale(.4)]';

function Stat({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="whitespace-nowrap">
      <dt className="text-2xs text-mut">{name}</dt>
      <dd className="min-w-16 font-medium">{children}</dd>
    </div>
  );
}

interface PickerButtonProps {
  readonly pair: PairInfo;
  readonly onPair: (pair: PairInfo) => void;
  readonly filter: ((pair: PairInfo) => boolean) | undefined;
}
function PickerButton({ pair, onPair, filter }: PickerButtonProps) {
  /** The picker's position while it is open. */
  const [at, setAt] = useState<PlaceOnScreen>();
  const open = () => setAt(placeUnder(button.current));
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts(useTradePreferences().keys, { '/': open });
  function close() {
    setAt(undefined);
    button.current?.focus();
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-expanded={at !== undefined}
        aria-haspopup="dialog"
        onClick={open}
        className="hover:bg-raised aria-expanded:bg-raised flex h-10 items-center gap-2.5 rounded-lg px-2 pr-2.5"
      >
        <CoinMark code={pair.baseCoin} size={28} />
        <span className="text-left">
          <Code className="block text-[16px] leading-5 font-semibold">
            {pair.baseCoin}/{pair.quoteCoin}
          </Code>
          <span className="text-2xs text-mut block leading-3.5">{pair.baseName}</span>
        </span>
        <ChevronDown
          aria-hidden
          className={classNames('text-mut size-4', at !== undefined && 'rotate-180')}
        />
        <PairTag pair={pair} />
      </button>
      {at !== undefined && (
        <PairPicker
          at={at}
          chosen={pair.symbol}
          filter={filter}
          onClose={close}
          onPair={(picked) => {
            close();
            onPair(picked);
          }}
        />
      )}
    </>
  );
}

interface PlaceOnScreen {
  readonly top: number;
  readonly left: number;
}
/** A little below the button that opens it. */
function placeUnder(button: HTMLElement | null): PlaceOnScreen {
  const box = button?.getBoundingClientRect();
  return { top: (box?.bottom ?? 0) + 7, left: box?.left ?? 0 };
}
