/** What visitors read of the terms of finance. */
import { Landmark } from 'lucide-react';
import { fixedTermTerms } from '#shared/products/fixed-term-terms.ts';
import { section } from './section.ts';

export const terms = fixedTermTerms('finance', {
  section,
  icon: Landmark,
  words: { wayOut: 'finance.wayOut', rate: 'finance.rate', term: 'finance.term' },
});
