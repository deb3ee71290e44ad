/** /fund/list: every fund with its NAV, its basket and what it costs. */
import { Card, Change, CoinMark, formatPercent, Num } from '@glasshouse/ui';
import { CardLoading } from '#shared/lists/CardLoading.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { PageHeader } from '#shared/PageHeader.tsx';
import { PageLink } from '#shared/PageLink.tsx';
import { offerText } from '#shared/products/offer-name.ts';
import { useHistory, useOffers, type FundOffer } from './calls.ts';
import { Backing } from './Backing.tsx';
import { basketAt, navText, navUnits, worstFall } from './figures.ts';
import { NavChart } from './NavChart.tsx';
import { useNav, usePrices } from './useNav.ts';
import { WeightBar } from './WeightBar.tsx';

const CARD_PX = 300;
const NAV_SHOWN = 4;

export function FundListPage() {
  const { t } = useTranslation();
  const offers = useOffers();
  return (
    <main className="max-w-page mx-auto w-full flex-1 px-6 py-4">
      <PageHeader title={t('section.fund.name')} lead={t('fund.lead')} article="fund-nav" />
      {offers.data === undefined ? (
        <CardLoading query={offers} cards={[CARD_PX, CARD_PX]} />
      ) : (
        <>
          <div className="grid grid-cols-2 gap-4">
            {offers.data.map((offer) => (
              <FundCard key={offer.fund} offer={offer} />
            ))}
          </div>
          {offers.data.length === 0 ? (
            <Card>
              <p className="text-mut py-10 text-center">{t('fund.none')}</p>
            </Card>
          ) : (
            <Card padded={false} className="mt-4">
              <Backing offers={offers.data} />
            </Card>
          )}
        </>
      )}
    </main>
  );
}

function FundCard({ offer }: { readonly offer: FundOffer }) {
  const { t, language } = useTranslation();
  const nav = useNav(offer);
  const prices = usePrices();
  const history = useHistory(offer.fund, '30D').data;
  const points = history?.list.map(({ time, nav: value }) => ({ timeMs: time, value }));
  const navs = history?.list.map((point) => navUnits(point.nav)) ?? [];
  const first = navs[0];
  const { name, lead } = offerText(offer, language);
  const parts = prices === undefined ? [] : basketAt(offer, prices);
  return (
    <PageLink
      to="/fund/detail"
      search={{ fund: offer.fund }}
      className="border-line bg-panel hover:border-brand/60 grid grid-cols-[minmax(0,1fr)_220px] gap-x-6 gap-y-3 rounded-xl border p-5"
    >
      <div className="min-w-0">
        <h2 className="text-[16px] font-semibold">{name}</h2>
        <p className="text-mut truncate text-[13px]">{lead}</p>
        <p className="mt-3 flex items-baseline gap-3">
          <Num
            value={nav === 0 ? undefined : navText(nav)}
            decimals={NAV_SHOWN}
            className="text-[24px] font-semibold"
          />
          <span className="text-mut text-[12.5px]">{offer.currency}</span>
          {first !== undefined && nav > 0 && <Change ratio={nav / first - 1} />}
          <span className="text-mut text-[12px]">{t('fund.days30')}</span>
        </p>
      </div>
      <div className="h-[92px]">
        {points !== undefined && points.length > 1 && <NavChart points={points} isSmall />}
      </div>
      <div className="col-span-2">
        <WeightBar parts={parts} />
        <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-[12.5px]">
          {offer.basket.map(({ currency }, i) => (
            <span key={currency} className="flex items-center gap-1.5">
              <CoinMark code={currency} size={16} /> {currency}
              {parts[i] !== undefined && (
                <span translate="no" className="num notranslate text-mut">
                  {formatPercent(parts[i].weight, { signed: false, decimals: 1 })}
                </span>
              )}
            </span>
          ))}
        </div>
        <p className="text-mut mt-3 flex flex-wrap gap-x-5 text-[12.5px]">
          <span>{t('fund.upTo', { leverage: offer.maxLeverage })}</span>
          <span>
            {t('fund.feesShort', {
              buy: formatPercent(Number(offer.buyFee), { signed: false }),
              exit: formatPercent(Number(offer.exitFee), { signed: false }),
            })}
          </span>
          <span>
            {t('fund.worstFall30')}{' '}
            <span translate="no" className="num notranslate text-down">
              {formatPercent(worstFall(navs), { decimals: 1 })}
            </span>
          </span>
          <span className="text-brand-ink ml-auto font-semibold">{t('fund.open')}</span>
        </p>
      </div>
    </PageLink>
  );
}
