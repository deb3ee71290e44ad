/** The facts above offers of fixed terms that all features share: what backs the promises. */
import type { FixedTermReserveRow } from '@glasshouse/protocol/fixed-term-shapes';
import { Big } from 'big.js';
import { ShieldCheck } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import type { Fact } from './FactStrip.tsx';
import {
  highestOf,
  rateText,
  sumsOf,
  type FixedTermFeature,
  type FixedTermOfferRow,
  type FixedTermOrder,
} from './fixed-terms.ts';
import { FirstSum, SumNote, type SumProps } from './SumNote.tsx';

/** The answer of `get-offers`; undefined while it loads. */
type Offers =
  | { readonly list: readonly FixedTermOfferRow[]; readonly reserves: readonly FixedTermReserveRow[] }
  | undefined;

/** The fact that says how much all customers are owed, and that it is set aside. */
export function useOwedFact(feature: FixedTermFeature, offers: Offers): Fact {
  const { t } = useTranslation();
  const reserves = offers?.reserves ?? [];
  const isCovered = reserves.every(({ owed, setAside }) => new Big(setAside).gte(owed));
  const note = offers === undefined ? undefined : t(isCovered ? 'terms.covered' : 'terms.uncovered');
  return {
    key: 'owed',
    icon: ShieldCheck,
    label: t(`${feature}.facts.owed`),
    ...sumFact(publicSums(offers, 'owed'), note),
  };
}

/** The facts for visitors: the offers, and the reserve behind them. */
export function usePublicFacts(feature: FixedTermFeature, offers: Offers): Fact[] {
  const { t } = useTranslation();
  const best = highestOf(offers?.list ?? []);
  return [
    {
      key: 'sale',
      label: t('terms.onSale'),
      value: String(offers?.list.filter(({ isOnSale }) => isOnSale).length ?? '–'),
      note: best === undefined ? undefined : t('terms.upTo', { rate: rateText(best.dailyRate) }),
    },
    useOwedFact(feature, offers),
    {
      key: 'aside',
      label: t('terms.setAside'),
      ...sumFact(publicSums(offers, 'setAside'), t('terms.setAsideText')),
    },
    { key: 'free', label: t('terms.free'), ...sumFact(publicSums(offers, 'free'), undefined) },
  ];
}

/** The fact that says how much is set aside for the user. */
export function useSetAsideFact(
  feature: FixedTermFeature,
  orders: readonly FixedTermOrder[] | undefined,
): Fact {
  const { t } = useTranslation();
  const sums = orders && sumsOf(orders, ({ interest }) => interest);
  return {
    key: 'aside',
    icon: ShieldCheck,
    label: t(`${feature}.facts.aside`),
    ...sumFact({ sums }, t(`${feature}.facts.all`)),
  };
}

function publicSums(offers: Offers, figure: 'owed' | 'setAside' | 'free'): SumProps {
  return {
    sums: offers?.reserves.map((reserve) => ({ currency: reserve.currency, amount: reserve[figure] })),
    isPublic: true,
  };
}

/** A sum of the first coin, with the other coins before the note. */
export function sumFact(props: SumProps, note: string | undefined): Pick<Fact, 'value' | 'note'> {
  return {
    value: <FirstSum {...props} />,
    note: <SumNote {...props} note={note} />,
  };
}
