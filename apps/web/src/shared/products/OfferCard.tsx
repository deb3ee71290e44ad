/** An offer of a fixed term with all of its terms, and the button that takes it to the calculator. */
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
  const { currency, dailyRate, days, minAmount, reserved } = offer;
  const { name, lead } = offerText(offer, language);
  const isOver = isSoldOut(offer);
  const canBuy = offer.isOnSale && !isOver;
  return (
    <section
      aria-label={name}
      className={`bg-panel rounded-xl border px-5 py-4 ${isChosen ? 'border-brand/70' : 'border-line'}`}
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
      <div className="mt-3 grid grid-cols-[108px_100px_88px_128px_minmax(0,1fr)_116px] items-center gap-4">
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
      <p className="text-mut mt-2 flex items-center gap-4 text-[12px]">
        <span className="flex items-center gap-1.5">
          <Lock aria-hidden size={12} />
          {t(`${feature}.reserved`, { amount: formatNumber(reserved, EXACT), coin: currency })}
        </span>
        {offer.maxPerOwner !== null && (
          <span>
            {t('terms.perPerson', { amount: formatNumber(offer.maxPerOwner, EXACT), coin: currency })}
          </span>
        )}
      </p>
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

function Quota({
  feature,
  offer,
}: {
  readonly feature: FixedTermFeature;
  readonly offer: FixedTermOfferRow;
}) {
  const { t } = useTranslation();
  const { quota, left, currency } = offer;
  if (quota === null || left === null) return <Term name={t(`${feature}.left`)}>{t('terms.noQuota')}</Term>;
  return (
    <div>
      <p className="text-mut flex justify-between text-[12px]">
        {t(`${feature}.left`)}
        <span className="num">
          <b className="text-fg font-medium">{formatNumber(left, EXACT)}</b> / {formatNumber(quota, EXACT)}{' '}
          {currency}
        </span>
      </p>
      <span aria-hidden className="bg-line2 mt-2 block h-1.5 overflow-hidden rounded-full">
        <i className="bg-brand block h-full rounded-full" style={{ width: `${shareLeft(offer) * 100}%` }} />
      </span>
    </div>
  );
}
