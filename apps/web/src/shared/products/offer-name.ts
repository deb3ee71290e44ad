/** What an offer is called, in the language of the page. */
import type { OfferTexts } from '@glasshouse/protocol/offer-texts';
import type { Language } from '#shared/language.ts';

export function offerText({ texts }: { readonly texts: OfferTexts }, language: Language) {
  return language === 'zh-CN' ? texts.zh : texts.en;
}
