/** An offer with all of its terms, and the button that takes it to the calculator. */
import { Button, CoinMark, formatNumber, Num, Tag } from '@glasshouse/ui';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import {
  isSoldOut,
  rateText,
  shareLeft,
  yearlyText,
  type FixedTermFeature,
  type FixedTermOfferRow,
} from './fixed-terms.ts';
import { offerText } from './offer-name.ts';

const EXACT = { decimals: 8, decimalsMin: 0 } as const;

export interface OfferCardProps {
  readonly feature: FixedTermFeature;
  readonly offer: FixedTermOfferRow;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}
export function OfferCard({ feature, offer, isChosen, onChoose }: OfferCardProps) {
  const { t, language } = useTranslation();
  const { currency, dailyRate, days, minAmount } = offer;
  const { name, lead } = offerText(offer, language);
  const isOver = isSoldOut(offer);
  const canBuy = offer.isOnSale && !isOver;
  return (
    <section
      aria-label={name}
      className={`bg-panel rounded-xl border px-5 py-3.5 ${isChosen ? 'border-brand/70' : 'border-line'}`}
    >
      <div className="flex items-center gap-3">
        <CoinMark code={currency} size={32} />
        <div className="min-w-0">
          <h2 className="text-[15px] leading-5 font-semibold">{name}</h2>
          <p className="text-mut truncate text-[12.5px]">
            {t(`${feature}.issue`, { coin: currency, number: offer.offer })} · {lead}
          </p>
        </div>
        <span className="ml-auto">
          {isOver ? (
            <Tag>{t(`${feature}.soldOut`)}</Tag>
          ) : offer.isOnSale ? (
            isChosen && <Tag tone="info">{t('terms.chosen')}</Tag>
          ) : (
            <Tag>{t('terms.notOnSale')}</Tag>
          )}
        </span>
      </div>
      <div className="mt-2 grid grid-cols-[100px_84px_76px_120px_minmax(0,1fr)_116px] items-center gap-4">
        <Term name={t('terms.dailyRate')}>
          <b className="text-up text-[18px] font-semibold">{rateText(dailyRate)}</b>
        </Term>
        <Term name={t('terms.yearly')}>{yearlyText(dailyRate)}</Term>
        <Term name={t(`${feature}.term`)}>{t('terms.days', { days })}</Term>
        <Term name={t('terms.minimum')}>
          <Num value={minAmount} {...EXACT} unit={currency} />
        </Term>
        <Quota feature={feature} offer={offer} />
        <Button tone={isChosen ? 'brand' : 'plain'} disabled={!canBuy} onClick={onChoose}>
          {t(`${feature}.choose`)}
        </Button>
      </div>
    </section>
  );
}

function Term({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <p className="text-mut text-[12px]">{name}</p>
      <p className="num text-[14px] leading-6 font-semibold whitespace-nowrap">{children}</p>
    </div>
  );
}

interface QuotaProps {
  readonly feature: FixedTermFeature;
  readonly offer: FixedTermOfferRow;
}
function Quota({ feature, offer }: QuotaProps) {
  const { t } = useTranslation();
  const { quota, left, currency, reserved, maxPerOwner } = offer;
  return (
    <div className="text-mut min-w-0 text-[12px]">
      <p className="flex flex-wrap justify-between gap-x-2 whitespace-nowrap">
        {t(`${feature}.left`)}
        <span className="num">
          {quota === null ? (
            t('terms.noQuota')
          ) : (
            <>
              <b className="text-fg font-medium">{formatNumber(left, EXACT)}</b> /{' '}
              {formatNumber(quota, EXACT)} {currency}
            </>
          )}
        </span>
      </p>
      <span aria-hidden className="bg-line2 my-1 block h-1.5 overflow-hidden rounded-full">
        <i className="bg-brand block h-full rounded-full" style={{ width: `${shareLeft(offer) * 100}%` }} />
      </span>
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="flex items-center gap-1.5">
          <Lock aria-hidden size={12} />
          {t(`${feature}.reserved`, {
            amount: formatNumber(reserved, { ...EXACT, decimalsMin: 2 }),
            coin: currency,
          })}
        </span>
        {maxPerOwner !== null && (
          <span>{t('terms.perPerson', { amount: formatNumber(maxPerOwner, EXACT), coin: currency })}</span>
        )}
      </p>
    </div>
  );
}
