/**
 * The state of a ticket: the input, the purchase that it means at the current NAV, and its errors.
 */
import { formatNumber } from '@glasshouse/ui';
import type { Purchase } from '@glasshouse/protocol/fund/quote';
import { Big } from 'big.js';
import { useState } from 'react';
import type { CallInput } from '#data/api.ts';
import { ACCOUNT, useAvailable } from '#data/assets.ts';
import { useTranslation } from '#shared/i18n.ts';
import { focusField } from '#shared/products/focus-field.ts';
import { useSending } from '#shared/products/useSending.ts';
import { buy, type FundOffer } from './calls.ts';
import { navUnits, ticketOf, unitsOf, worstNav } from './figures.ts';
import { useNav } from './useNav.ts';

export const EXAMPLE = '1000';
const SHORT = { decimals: 8, decimalsMin: 0 } as const;

/** The error of a quantity that the page can detect. `available` is undefined for visitors. */
function faultOf(
  { minUnits, maxPerOwner, quoteDecimals }: FundOffer,
  input: {
    readonly quantity: string;
    readonly available: string | undefined;
    readonly purchase: Purchase | null;
  },
): 'least' | 'most' | 'balance' | undefined {
  const units = new Big(input.quantity);
  if (units.lt(minUnits)) return 'least';
  if (maxPerOwner !== null && units.gt(maxPerOwner)) return 'most';
  const { available, purchase } = input;
  if (available === undefined || purchase === null) return undefined;
  return purchase.payment > unitsOf(available, quoteDecimals) ? 'balance' : undefined;
}

type Bought = Pick<CallInput<'fund/buy'>, 'quantity' | 'leverage' | 'maxPrice' | 'fundPassword'>;

/** Buys under the terms that the page shows. */
function buyUnder(offer: FundOffer, bought: Bought): Promise<void> {
  const { fund, buyFee, sellFee, exitFee, lendingDaily, maintenance } = offer;
  return buy({ fund, buyFee, sellFee, exitFee, lendingDaily, maintenance, ...bought });
}

/** The state of a fund's ticket. Without input it calculates with EXAMPLE. */
export function useTicket(offer: FundOffer, fieldId: string) {
  const { t } = useTranslation();
  const nav = useNav(offer);
  const [quantity, setQuantity] = useState('');
  const [leverage, setLeverage] = useState(1);
  const [refused, setRefused] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const input = { quantity: quantity === '' ? EXAMPLE : quantity, leverage, nav };
  const purchase = ticketOf(offer, input);
  const bound = worstNav(nav, 'buy');
  const atBound = ticketOf(offer, { ...input, nav: navUnits(bound) });
  const available = useAvailable(ACCOUNT.exchange, offer.currency);
  const fault = quantity === '' ? undefined : faultOf(offer, { quantity, available, purchase: atBound });
  const buyNow = (fundPassword?: string): Promise<void> =>
    buyUnder(offer, { quantity, leverage, maxPrice: bound, fundPassword });
  function clear(): void {
    setQuantity('');
    focusField(fieldId);
  }
  const sending = useSending({ close: clear });
  function clearRefusal(): void {
    setRefused(undefined);
    sending.clear();
  }
  return {
    nav,
    input,
    purchase,
    bound,
    atBound,
    quantity,
    busy: sending.busy,
    available,
    isAsking,
    closeLoan: (isDone: boolean) => {
      setAsking(false);
      if (isDone) clear();
    },
    buyNow,
    wrong:
      refused ??
      sending.wrong ??
      (fault === 'balance'
        ? t('common.insufficient')
        : fault &&
          t(`fund.faults.${fault}`, {
            least: formatNumber(offer.minUnits, SHORT),
            most: formatNumber(offer.maxPerOwner ?? undefined, SHORT),
          })),
    setQuantity: (text: string) => {
      clearRefusal();
      setQuantity(text);
    },
    setLeverage: (value: number) => {
      clearRefusal();
      setLeverage(value);
    },
    /** Asks for confirmation first if there is a loan, which can cost the whole margin. */
    submit: () => {
      if (quantity === '') {
        setRefused(t('fund.enterShares'));
        focusField(fieldId);
      } else if (leverage > 1) setAsking(true);
      else sending.send(() => buyNow(), t('fund.ordered'));
    },
  };
}
export type Ticket = ReturnType<typeof useTicket>;
