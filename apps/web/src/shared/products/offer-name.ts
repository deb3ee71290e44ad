/** What an offer is called, in the language of the page. */
import type { OfferTexts } from '@glasshouse/protocol/offer-texts';
import { useTranslation } from '#shared/i18n.ts';
import type { Language } from '#shared/language.ts';
import type { FixedTermOfferRow } from './fixed-terms.ts';

export function offerText({ texts }: { readonly texts: OfferTexts }, language: Language) {
  return language === 'zh-CN' ? texts.zh : texts.en;
}

/** The name of an offer by its number; undefined where it is not known. */
export function useOfferNames(
  offers: readonly FixedTermOfferRow[] | undefined,
): (number: number) => string | undefined {
  const { language } = useTranslation();
  return (number) => {
    const offer = offers?.find((each) => each.offer === number);
    return offer && offerText(offer, language).name;
  };
}
