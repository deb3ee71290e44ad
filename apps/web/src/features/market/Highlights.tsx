/**
 * Four facts above the table: largest gain, most traded, largest fall, and the source of prices.
 */
import { Change, Code, CoinMark, Figures, Num, Seal, Skeleton, Spark } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { useSpark } from '#data/klines.ts';
import { useCatalogue, type PairInfo } from '#data/pairs.ts';
import { useTickers } from '#data/tickers.ts';
import { useLastTick } from '#data/ticks.ts';
import { shortHash } from '#shared/short-hash.ts';
import { pairRows, type PairRow } from './pair-list.ts';

/** Less shows as 0.00%. */
const SHOWN_GAIN = 0.0001;
const CARD = 'border-line bg-panel rounded-xl border px-4 py-3';

export function Highlights({ onChoose }: { readonly onChoose: (pair: PairInfo) => void }) {
  const { t } = useTranslation();
  const pairs = useCatalogue()?.pairs ?? [];
  const tickers = useTickers();
  const by = (column: 'change' | 'volume', descending: boolean): PairRow | undefined =>
    pairRows(pairs, tickers, {
      tab: 'USDT',
      search: '',
      favourites: new Set(),
      sort: { column, descending },
    }).find(({ tick }) => tick !== undefined);
  const strongest = by('change', true);
  const weakest = by('change', false);
  const facts = [
    [t((strongest?.change ?? 1) >= SHOWN_GAIN ? 'market.largestGain' : 'market.change'), strongest],
    [t('market.mostTraded'), by('volume', true)],
    [t((weakest?.change ?? 0) > 0 ? 'market.smallestGain' : 'market.largestFall'), weakest],
  ] as const;
  return (
    <div className="grid grid-cols-4 gap-3">
      {facts.map(([title, row]) => (
        <Fact key={title} title={title} row={row} onChoose={onChoose} />
      ))}
      <Source />
    </div>
  );
}

interface FactProps {
  readonly title: string;
  readonly row: PairRow | undefined;
  readonly onChoose: (pair: PairInfo) => void;
}
function Fact({ title, row, onChoose }: FactProps) {
  const spark = useSpark(row?.pair.symbol ?? 'btcusdt');
  return (
    <button
      type="button"
      disabled={row === undefined}
      onClick={() => row !== undefined && onChoose(row.pair)}
      className={`${CARD} hover:border-edge flex h-[94px] items-end justify-between text-left`}
    >
      <span>
        <span className="text-mut block">{title}</span>
        {row === undefined ? (
          <>
            <span className="mt-2 flex h-5 items-center">
              <Skeleton className="w-24!" />
            </span>
            <span className="mt-1 flex h-5 items-center">
              <Skeleton className="w-32!" />
            </span>
          </>
        ) : (
          <>
            <span className="mt-2 flex items-center gap-2 text-[14px] font-semibold">
              <CoinMark code={row.pair.baseCoin} size={20} />
              <Code>
                {row.pair.baseCoin}
                <span className="text-mut font-normal">/{row.pair.quoteCoin}</span>
              </Code>
            </span>
            <span className="mt-1 block text-[13px] font-medium">
              <Num value={row.tick?.close} decimals={row.pair.priceDecimals} />{' '}
              <Change ratio={row.change} className="ml-1" />
            </span>
          </>
        )}
      </span>
      {row !== undefined && <Spark points={spark} width={104} height={44} up={(row.change ?? 0) >= 0} />}
    </button>
  );
}

function Source() {
  const { t } = useTranslation();
  const simulated = useCatalogue()?.simulated;
  const tick = useLastTick();
  return (
    <div className={`${CARD} h-[94px]`}>
      <div className="text-mut flex items-center justify-between">
        {t('market.source')}
        <Seal waiting={tick === undefined}>{t('market.tickEverySecond')}</Seal>
      </div>
      <div className="mt-1.5 text-[14px] font-semibold">
        {simulated === undefined ? (
          <Skeleton className="w-28!" />
        ) : (
          t(simulated ? 'market.simulated' : 'market.external')
        )}
      </div>
      <div className="text-mut mt-1">
        {tick === undefined ? (
          <Skeleton className="w-36!" />
        ) : (
          <>
            {t('market.tick')} <Figures text={`#${tick.tick}`} /> ·{' '}
            <span translate="no" className="notranslate hash text-[11px]">
              {shortHash(tick.hash, 5)}
            </span>
          </>
        )}
      </div>
    </div>
  );
}
