/** What visitors read of a product of fixed terms: its own words, and figures of its offers. */
import { productTerms, type ProductTerms } from '#shared/product-terms.ts';
import type { TextKey } from '#shared/text-keys.ts';
import type { FixedTermFeature } from './fixed-terms.ts';

interface FixedTermTerms extends Pick<ProductTerms, 'section' | 'icon'> {
  /** Keys of the product's own texts, written out: so it is known which pages need them. */
  readonly words: Readonly<Record<'wayOut' | 'rate' | 'term', TextKey>>;
}

export const fixedTermTerms = (
  feature: FixedTermFeature,
  { section, icon, words: keys }: FixedTermTerms,
): ProductTerms =>
  productTerms({
    section,
    icon,
    topic: feature,
    offers: `${feature}/get-offers`,
    fees: ({ list }, { t }) => ({
      wayOut: t(keys.wayOut),
      isOpen: list.some(({ isOnSale }) => isOnSale),
    }),
    figures: {
      [`${feature}-rates`]: {
        label: keys.rate,
        text: ({ list }, words) => words.rates(list.map(({ dailyRate }) => dailyRate)),
      },
      [`${feature}-days`]: {
        label: keys.term,
        text: ({ list }, words) => words.days(list.map(({ days }) => days)),
      },
    },
  });
