/** Offers at the left, the calculator at the right. The address keeps the chosen one. */
import { Empty } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { useUrlText } from '#shared/url-state.ts';
import { Calculator, type CalculatorProps } from './Calculator.tsx';
import { isSoldOut, type FixedTermFeature, type FixedTermOfferRow } from './fixed-terms.ts';
import { OfferCard } from './OfferCard.tsx';

export interface OffersGridProps extends Omit<CalculatorProps, 'offer' | 'onChoose' | 'offers'> {
  readonly feature: FixedTermFeature;
  readonly offers: readonly FixedTermOfferRow[];
}
export function OffersGrid({ offers, ...form }: OffersGridProps) {
  const { t } = useTranslation();
  const [text, setText] = useUrlText('offer');
  const { feature } = form;
  const first = offers.find((offer) => offer.isOnSale && !isSoldOut(offer)) ?? offers[0];
  const chosen = offers.find(({ offer }) => String(offer) === text) ?? first;
  if (chosen === undefined)
    return (
      <section className="border-line bg-panel rounded-xl border">
        <Empty title={t(`${feature}.none`)} />
      </section>
    );
  const choose = (offer: number) => {
    setText(String(offer));
    document.getElementById(`${feature}-amount`)?.focus();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_384px] items-start gap-4">
      <div className="grid gap-3">
        {offers.map((offer) => (
          <OfferCard
            key={offer.offer}
            {...{ feature, offer }}
            isChosen={offer.offer === chosen.offer}
            onChoose={() => choose(offer.offer)}
          />
        ))}
      </div>
      <div className="sticky top-4">
        <Calculator
          key={chosen.currency}
          {...form}
          offers={offers}
          offer={chosen}
          onChoose={(offer) => setText(String(offer))}
        />
      </div>
    </div>
  );
}
