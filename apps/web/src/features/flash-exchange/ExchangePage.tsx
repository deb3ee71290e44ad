/** /account/dui: exchanges one coin for another at a quote that is valid for ten seconds. */
import { Card, Change, Num, Spark } from '@glasshouse/ui';
import { changeOf } from '#data/day-change.ts';
import { useSpark } from '#data/klines.ts';
import { useCatalogue } from '#data/pairs.ts';
import { useTicker } from '#data/tickers.ts';
import { CardLoading } from '#shared/lists/CardLoading.tsx';
import { PageHeader } from '#shared/PageHeader.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { useElementSize } from '#shared/useElementSize.ts';
import { useOffers, type ExchangeOffer } from './calls.ts';
import { ExchangeForm } from './ExchangeForm.tsx';
import { ExchangeHistory } from './ExchangeHistory.tsx';
import { SmallBalances } from './SmallBalances.tsx';
import { useExchangeForm } from './useExchangeForm.ts';

const PRICED_IN = 'USDT';
const CHART_PX = 354;

export function ExchangePage() {
  const { t } = useTranslation();
  const offers = useOffers();
  return (
    <main className="max-w-page mx-auto w-full flex-1 px-6 py-6">
      <PageHeader
        title={t('section.flash-exchange.name')}
        lead={t('flash-exchange.lead')}
        article="exchange-quote"
      />
      {offers.data === undefined ? (
        <CardLoading query={offers} cards={[528]} />
      ) : (
        <Exchange offers={offers.data} />
      )}
      <ExchangeHistory />
    </main>
  );
}

function Exchange({ offers }: { readonly offers: readonly ExchangeOffer[] }) {
  const form = useExchangeForm(offers);
  const { pay, receive } = form.coins;
  return (
    <div className="grid grid-cols-[440px_minmax(0,1fr)] items-start gap-4">
      <ExchangeForm form={form} offers={offers} />
      <div className="grid grid-cols-1 gap-4">
        <DayPrice coin={receive === PRICED_IN ? pay : receive} />
        <SmallBalances offers={offers} />
      </div>
    </div>
  );
}

/** The 24-hour chart of a coin's price in USDT. */
function DayPrice({ coin }: { readonly coin: string }) {
  const { t } = useTranslation();
  const symbol = `${coin}${PRICED_IN}`.toLowerCase();
  const tick = useTicker(symbol);
  const decimals = useCatalogue()?.pairs.find((pair) => pair.symbol === symbol)?.priceDecimals ?? 2;
  const points = useSpark(symbol);
  const [{ width }, host] = useElementSize();
  const change = changeOf(tick);
  return (
    <Card
      title={`${coin}/${PRICED_IN}`}
      aside={t('flash-exchange.day')}
      right={
        <span className="flex items-center gap-2 text-[14px] font-semibold">
          <Num value={tick?.close} decimals={decimals} />
          <Change ratio={change} />
        </span>
      }
    >
      <div ref={host} style={{ height: CHART_PX }} className="min-w-0">
        {width > 0 && <Spark points={points} width={width} height={CHART_PX} up={(change ?? 0) >= 0} />}
      </div>
    </Card>
  );
}
