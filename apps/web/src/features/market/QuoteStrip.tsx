/** Six live quotes in a row, for the home page. */
import { Change, CoinMark, Num, Skeleton, Spark } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '#shared/i18n.ts';
import { useSpark } from '#data/klines.ts';
import { useCatalogueQuery, type PairInfo } from '#data/pairs.ts';
import { changeOf } from '#data/day-change.ts';
import { useCoinList, useTicker } from '#data/tickers.ts';
import { LineFailed } from '#shared/lists/PagedBody.tsx';

const SHOWN = 6;

export function QuoteStrip() {
  const { t } = useTranslation();
  const catalogue = useCatalogueQuery();
  const pairs = catalogue.data?.pairs.filter((pair) => pair.quoteCoin === 'USDT').slice(0, SHOWN);
  useCoinList('USDT');
  return (
    <section aria-label={t('home.quotes')} className="border-line bg-panel border-y">
      <div className="mx-auto grid h-[86px] w-reading grid-cols-6">
        {pairs?.map((pair) => (
          <Quote key={pair.symbol} pair={pair} />
        ))}
        {pairs === undefined &&
          (catalogue.isError ? (
            <LineFailed query={catalogue} className="col-span-6" />
          ) : (
            Array.from({ length: SHOWN }, (_, index) => <QuoteWaiting key={index} />)
          ))}
      </div>
    </section>
  );
}

const CELL =
  'border-line flex items-center justify-between gap-2 border-l px-4 first:border-l-0 first:pl-0 last:pr-0';

function QuoteWaiting() {
  return (
    <div className={CELL}>
      <span className="grid gap-2.5">
        <Skeleton className="w-20!" />
        <Skeleton className="w-24!" />
      </span>
    </div>
  );
}

function Quote({ pair }: { readonly pair: PairInfo }) {
  const tick = useTicker(pair.symbol);
  const spark = useSpark(pair.symbol);
  const change = changeOf(tick);
  return (
    <Link to="/trade" search={{ base: pair.baseCoin, quote: pair.quoteCoin }} className={`group ${CELL}`}>
      <span className="min-w-0">
        <span className="flex items-center gap-1.5 text-[12.5px] font-medium">
          <CoinMark code={pair.baseCoin} size={18} />
          <span>
            {pair.baseCoin}
            <span className="text-mut">/{pair.quoteCoin}</span>
          </span>
        </span>
        <Num
          value={tick?.close}
          decimals={pair.priceDecimals}
          className="group-hover:text-brand-ink mt-1 block text-[15px] leading-5 font-semibold"
        />
        <Change ratio={change} className="text-2xs block font-medium" />
      </span>
      <Spark points={spark} width={58} height={34} up={(change ?? 0) >= 0} />
    </Link>
  );
}
