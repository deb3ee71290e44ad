/** What visitors read of the terms of mining. */
import { Pickaxe } from 'lucide-react';
import { fixedTermTerms } from '#shared/products/fixed-term-terms.ts';
import { section } from './section.ts';

export const terms = fixedTermTerms('mining', {
  section,
  icon: Pickaxe,
  words: { wayOut: 'mining.wayOut', rate: 'mining.rate', term: 'mining.term' },
});
