/** The terms of funds that visitors may read, for the pages of fees and help. */
import { Layers } from 'lucide-react';
import type { CallData } from '#data/api.ts';
import { productTerms, type FeeWords, type ProductFigure } from '#shared/product-terms.ts';
import type { TextKey } from '#shared/text-keys.ts';
import { section } from './section.ts';

type Offers = CallData<'fund/get-offers'>;
type Fund = Offers['list'][number];

const ratesOf = ({ list }: Offers, words: FeeWords, pick: (fund: Fund) => string) =>
  words.rates(list.map(pick));
const rate = (label: TextKey, pick: (fund: Fund) => string): ProductFigure<'fund/get-offers'> => ({
  label,
  text: (answer, words) => ratesOf(answer, words, pick),
});

export const terms = productTerms({
  section,
  topic: 'fund',
  icon: Layers,
  offers: 'fund/get-offers',
  fees: (answer, words) => {
    const of = (pick: (fund: Fund) => string): string => ratesOf(answer, words, pick) ?? '–';
    return {
      cost: words.t('fund.cost', {
        buy: of(({ buyFee }) => buyFee),
        sell: of(({ sellFee }) => sellFee),
        loan: of(({ lendingDaily }) => lendingDaily),
      }),
      wayOut: words.t('fund.wayOut', { exit: of(({ exitFee }) => exitFee) }),
      isOpen: answer.list.some(({ isOpen }) => isOpen),
    };
  },
  figures: {
    'fund-buy-fee': rate('fund.buyFee', ({ buyFee }) => buyFee),
    'fund-sell-fee': rate('fund.sellFee', ({ sellFee }) => sellFee),
    'fund-exit-fee': rate('fund.exitFee', ({ exitFee }) => exitFee),
    'fund-lending': rate('fund.loanRate', ({ lendingDaily }) => lendingDaily),
    'fund-maintenance': rate('fund.maintenance', ({ maintenance }) => maintenance),
    'fund-leverage': {
      label: 'fund.mostLeverage',
      text: ({ list }) =>
        list.length === 0 ? undefined : `${Math.max(...list.map(({ maxLeverage }) => maxLeverage))}×`,
    },
  },
});
