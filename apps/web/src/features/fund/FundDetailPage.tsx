/** /fund/detail?fund=1: one fund, its NAV, its basket, and the ticket. */
import {
  buttonClass,
  Card,
  Change,
  CoinMark,
  Empty,
  formatPercent,
  KeyValue,
  Num,
  Segmented,
  Skeleton,
  Tag,
} from '@glasshouse/ui';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import type { KeptSearch } from '#shared/kept-search.ts';
import { CardLoading } from '#shared/lists/CardLoading.tsx';
import { ListFailed } from '#shared/lists/PagedBody.tsx';
import { PageHeader } from '#shared/PageHeader.tsx';
import { PageLink } from '#shared/PageLink.tsx';
import { offerText } from '#shared/products/offer-name.ts';
import { useUrlChoice } from '#shared/url-state.ts';
import { Backing } from './Backing.tsx';
import { BuyTicket } from './BuyTicket.tsx';
import { useHistory, useOffers, type FundOffer, type HistoryRange } from './calls.ts';
import { basketAt, navText, navUnits, worstFall } from './figures.ts';
import { NavChart } from './NavChart.tsx';
import { useNav, usePrices } from './useNav.ts';
import { colourOf, WeightBar } from './WeightBar.tsx';

const NAV_SHOWN = 4;
const BASKET_ROW = 'grid grid-cols-[1.2fr_1fr_1.4fr_1fr] items-center gap-3';
const RANGES = ['30D', '1D', '7D', '1Y'] as const;
const SHOWN: readonly HistoryRange[] = ['1D', '7D', '30D', '1Y'];

export function FundDetailPage() {
  const { t, language } = useTranslation();
  const offers = useOffers();
  const number = useSearch({ strict: false, select: (search) => (search as KeptSearch)['fund'] }) ?? '1';
  const offer = offers.data?.find(({ fund }) => String(fund) === number);
  const { name, lead } =
    offer === undefined ? { name: t('section.fund.name'), lead: undefined } : offerText(offer, language);
  return (
    <main className="max-w-page mx-auto w-full flex-1 px-6 py-4">
      <PageHeader
        title={name}
        lead={lead}
        right={
          offer !== undefined && (
            <Tag tone={offer.isOpen ? 'ok' : 'mut'}>{t(offer.isOpen ? 'fund.onSale' : 'fund.notOnSale')}</Tag>
          )
        }
      />
      {offers.data === undefined && <CardLoading query={offers} cards={[420, 260]} aside={[680]} />}
      {offers.data !== undefined && offer === undefined && (
        <Card>
          <Empty
            title={t('fund.unknown')}
            text={t('fund.unknownText')}
            action={
              <PageLink to="/fund/list" className={buttonClass('brand')}>
                {t('fund.allFunds')}
              </PageLink>
            }
          />
        </Card>
      )}
      {offers.data !== undefined && offer !== undefined && (
        <div className="grid grid-cols-[minmax(0,1fr)_380px] items-start gap-4">
          <div className="flex min-w-0 flex-col gap-4">
            <NavCard offer={offer} offers={offers.data} />
            <div className="grid grid-cols-[minmax(0,1fr)_300px] gap-4">
              <BasketCard offer={offer} />
              <TermsCard offer={offer} />
            </div>
          </div>
          <BuyTicket key={offer.fund} offer={offer} />
        </div>
      )}
    </main>
  );
}

interface NavCardProps {
  readonly offer: FundOffer;
  readonly offers: readonly FundOffer[];
}
function NavCard({ offer, offers }: NavCardProps) {
  const { t } = useTranslation();
  const [range, setRange] = useUrlChoice<HistoryRange>('range', RANGES);
  const history = useHistory(offer.fund, range);
  const year = useHistory(offer.fund, '1Y').data;
  const nav = useNav(offer);
  const list = history.data?.list ?? [];
  const first = list[0];
  const points = list.map(({ time, nav: value }) => ({ timeMs: time, value }));
  return (
    <Card padded={false}>
      <div className="flex flex-wrap items-start gap-x-10 gap-y-3 px-5 pt-4">
        <Figure label={t('fund.navNow', { coin: offer.currency })}>
          <Num
            value={nav === 0 ? undefined : navText(nav)}
            decimals={NAV_SHOWN}
            className="text-[28px] leading-8 font-semibold"
          />
        </Figure>
        <Figure label={t(`fund.ranges.${range}`)}>
          <Change
            ratio={first === undefined || nav === 0 ? undefined : nav / navUnits(first.nav) - 1}
            className="font-semibold"
          />
        </Figure>
        <Figure label={t('fund.worstFallYear')}>
          <span translate="no" className="num notranslate text-down font-semibold">
            {year === undefined
              ? '–'
              : formatPercent(worstFall(year.list.map((point) => navUnits(point.nav))), { decimals: 1 })}
          </span>
        </Figure>
        <Figure label={t('fund.unitsOut')}>
          <Num value={offer.unitsOut} decimals={2} decimalsMin={0} className="font-semibold" />
        </Figure>
        <div className="ml-auto">
          <Segmented
            label={t('fund.range')}
            items={SHOWN.map((id) => ({ id, label: t(`fund.rangeNames.${id}`) }))}
            value={range}
            onValue={setRange}
          />
        </div>
      </div>
      <div className="h-[290px] px-5 py-3">
        {history.isError && points.length === 0 && (
          <ListFailed error={history.error} onRetry={history.refetch} />
        )}
        {history.isPending && <Skeleton className="h-full w-full" />}
        {points.length > 1 && <NavChart points={points} />}
        {history.data !== undefined && points.length < 2 && (
          <p className="text-mut grid h-full place-items-center">{t('fund.noHistory')}</p>
        )}
      </div>
      <p className="text-mut px-5 pb-3 text-[12px]">{t('fund.historyNote')}</p>
      <div className="border-line border-t">
        <Backing offers={offers} />
      </div>
    </Card>
  );
}

interface FigureProps {
  readonly label: string;
  readonly children: ReactNode;
}
function Figure({ label, children }: FigureProps) {
  return (
    <div>
      <p className="text-mut text-[12px]">{label}</p>
      <p className="text-[15px] leading-8">{children}</p>
    </div>
  );
}

function BasketCard({ offer }: { readonly offer: FundOffer }) {
  const { t } = useTranslation();
  const prices = usePrices();
  const changes = useHistory(offer.fund, '30D').data?.changes;
  const parts = prices === undefined ? [] : basketAt(offer, prices);
  return (
    <Card title={t('fund.basket')} aside={t('fund.basketNote')}>
      <WeightBar parts={parts} />
      <ul aria-label={t('fund.basket')} className="mt-3 text-[13px]">
        <li className={`${BASKET_ROW} border-line text-mut h-9 border-b text-[12px]`}>
          <span>{t('fund.coin')}</span>
          <span className="text-right">{t('fund.weight')}</span>
          <span className="text-right">{t('fund.perUnit', { coin: offer.currency })}</span>
          <span className="text-right">{t('fund.days30')}</span>
        </li>
        {parts.map(({ currency, weight, worth, perUnit }, place) => (
          <li key={currency} className={`${BASKET_ROW} border-line/70 h-10 border-t first:border-t-0`}>
            <span className="flex items-center gap-2">
              <CoinMark code={currency} size={20} />
              <b className="font-semibold">{currency}</b>
              <i
                aria-hidden
                className="size-2 rounded-full"
                style={{ backgroundColor: colourOf(currency) }}
              />
            </span>
            <span translate="no" className="num notranslate text-right">
              {formatPercent(weight, { signed: false })}
            </span>
            <span className="text-right" title={`${perUnit} ${currency}`}>
              <Num value={worth} decimals={NAV_SHOWN} />
            </span>
            <span className="text-right">
              <Change ratio={changes?.[place] == null ? undefined : Number(changes[place])} />
            </span>
          </li>
        ))}
      </ul>
      <p className="text-mut mt-2 text-[12px]">{t('fund.drift')}</p>
    </Card>
  );
}

function TermsCard({ offer }: { readonly offer: FundOffer }) {
  const { t } = useTranslation();
  const share = (text: string, decimals = 2) => formatPercent(Number(text), { signed: false, decimals });
  return (
    <Card title={t('fund.terms')}>
      <dl className="grid gap-3 text-[13px]">
        <KeyValue name={t('fund.buyFee')} value={share(offer.buyFee)} />
        <KeyValue name={t('fund.sellFee')} value={share(offer.sellFee)} />
        <KeyValue name={t('fund.exitFee')} value={share(offer.exitFee)} />
        <KeyValue name={t('fund.lending')} value={share(offer.lendingDaily, 3)} />
        <KeyValue name={t('fund.management')} value={t('fund.nothing')} />
        <KeyValue
          name={t('fund.maintenance')}
          value={t('fund.ofNotional', { share: share(offer.maintenance, 1) })}
        />
        <KeyValue name={t('fund.cover')} value={t('fund.ofNotional', { share: share(offer.cover, 1) })} />
        <KeyValue
          name={t('fund.minimum')}
          value={<Num value={offer.minUnits} decimals={2} decimalsMin={0} unit={t('fund.units')} />}
        />
        {offer.maxPerOwner !== null && (
          <KeyValue
            name={t('fund.perAccount')}
            value={<Num value={offer.maxPerOwner} decimals={2} decimalsMin={0} unit={t('fund.units')} />}
          />
        )}
        <KeyValue
          name={t('fund.quota')}
          value={<Num value={offer.quota} decimals={2} decimalsMin={0} unit={t('fund.units')} />}
        />
      </dl>
      <p className="text-mut mt-3 text-[12.5px]">{t('fund.coverNote', { coin: offer.currency })}</p>
    </Card>
  );
}
