/** The pairs with the largest gain, fall and volume in 24 hours, for the home page. */
import { Change, Code, CoinMark, Num, SkeletonRows } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '#shared/i18n.ts';
import { useCatalogue } from '#data/pairs.ts';
import { useTickers } from '#data/tickers.ts';
import { pairRows, type PairRow, type Sort } from './pair-list.ts';
import { CompactVolume } from './CompactVolume.tsx';

const SHOWN = 4;
const NONE: ReadonlySet<string> = new Set();

export function TopMovers() {
  const { t } = useTranslation();
  const pairs = useCatalogue()?.pairs ?? [];
  const tickers = useTickers();
  const known = pairs.some(({ symbol }) => tickers[symbol] !== undefined);
  const top = (sort: Sort, wanted: (row: PairRow) => boolean = () => true) =>
    pairRows(pairs, tickers, { tab: 'USDT', search: '', favourites: NONE, sort })
      .filter((row) => known && wanted(row))
      .slice(0, SHOWN);
  const lists = [
    [
      'home.gainers',
      top({ column: 'change', descending: true }, ({ change }) => (change ?? 0) > 0),
      'change',
    ],
    [
      'home.losers',
      top({ column: 'change', descending: false }, ({ change }) => (change ?? 0) < 0),
      'change',
    ],
    ['home.mostTraded', top({ column: 'volume', descending: true }), 'volume'],
  ] as const;
  return (
    <section aria-label={t('home.movers')} className="mx-auto mt-20 w-reading">
      <h2 className="font-display text-[28px] leading-9 font-semibold tracking-[-0.02em]">
        {t('home.movers')}
      </h2>
      <div className="mt-6 grid grid-cols-3 gap-4">
        {lists.map(([title, rows, figure]) => (
          <div key={title} className="border-line bg-panel min-h-[212px] rounded-2xl border p-2 pt-4">
            <h3 className="text-mut px-3 pb-1.5 text-[13px] font-medium">{t(title)}</h3>
            <ul>
              {rows.map((row) => (
                <Mover key={row.pair.symbol} row={row} figure={figure} />
              ))}
            </ul>
            {!known && <SkeletonRows rows={SHOWN} height={40} />}
            {known && rows.length === 0 && (
              <p className="text-mut px-3 py-2.5 text-[13px]">{t('home.noMover')}</p>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}

function Mover({ row, figure }: { readonly row: PairRow; readonly figure: 'change' | 'volume' }) {
  const { pair, tick, change } = row;
  return (
    <li>
      <Link
        to="/trade"
        search={{ base: pair.baseCoin, quote: pair.quoteCoin }}
        className="hover:bg-raised grid h-10 grid-cols-[1fr_auto_84px] items-center gap-3 rounded-lg px-3 text-[13px]"
      >
        <span className="flex items-center gap-2.5 font-medium">
          <CoinMark code={pair.baseCoin} size={20} />
          <Code>
            {pair.baseCoin}
            <span className="text-mut font-normal">/{pair.quoteCoin}</span>
          </Code>
        </span>
        <Num value={tick?.close} decimals={pair.priceDecimals} />
        <span className="text-right font-medium">
          {figure === 'change' ? <Change ratio={change} /> : <CompactVolume value={tick?.vol} />}
        </span>
      </Link>
    </li>
  );
}
