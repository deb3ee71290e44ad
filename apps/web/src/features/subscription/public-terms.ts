/** The terms of subscriptions that visitors may read, for the pages of fees and help. */
import { Rocket } from 'lucide-react';
import { productTerms } from '#shared/product-terms.ts';
import { section } from './section.ts';

/** The phase of a project that takes subscriptions. */
const OPEN = 1;

export const terms = productTerms({
  section,
  topic: 'subscription',
  icon: Rocket,
  offers: 'subscription/get-projects',
  fees: ({ list }, { t }) => ({
    wayOut: t('subscription.wayOut'),
    isOpen: list.some(({ phase }) => phase === OPEN),
  }),
  figures: {},
});
