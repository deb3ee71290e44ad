/** The terms of flash exchange that visitors may read, for the pages of fees and help. */
import { QUOTE_MS } from '@glasshouse/protocol/flash-exchange/quote';
import { Repeat } from 'lucide-react';
import type { CallData } from '#data/api.ts';
import { productTerms, type FeeWords } from '#shared/product-terms.ts';
import { section } from './section.ts';

const MS_PER_SECOND = 1000;

const spreadOf = ({ list }: CallData<'flash-exchange/get-offers'>, words: FeeWords) =>
  words.rates(list.map(({ spread }) => spread));

export const terms = productTerms({
  section,
  topic: 'exchange',
  icon: Repeat,
  offers: 'flash-exchange/get-offers',
  fees: (answer, words) => ({
    cost: words.t('flash-exchange.cost', { spread: spreadOf(answer, words) ?? '–' }),
    wayOut: words.t('flash-exchange.wayOut'),
    isOpen: answer.list.length > 0,
  }),
  figures: {
    'spread-range': { label: 'flash-exchange.spreadName', text: spreadOf },
    'quote-seconds': {
      label: 'flash-exchange.quoteLasts',
      text: (_, { t }) => t('flash-exchange.quoteSeconds', { count: QUOTE_MS / MS_PER_SECOND }),
    },
  },
});
