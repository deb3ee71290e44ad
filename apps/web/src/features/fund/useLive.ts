/** The value of holdings at the current NAV. */
import { serverNow } from '#data/server-time.ts';
import { useOffers, type FundOffer, type HoldingRow } from './calls.ts';
import { holdingAt, navOfTick, navUnits, unitsOf } from './figures.ts';
import { usePrices } from './useNav.ts';

const USDT_DECIMALS = 6;
const OPEN = 1;

export interface LiveHolding {
  /** The NAV; 0 while unknown. */
  readonly nav: number;
  readonly decimals: number;
  /** The settlement at this NAV. Undefined unless the holding is open and its NAV known. */
  readonly at: (ReturnType<typeof holdingAt> & { readonly margin: number }) | undefined;
  readonly offer: FundOffer | undefined;
}
export type Live = (row: HoldingRow | undefined) => LiveHolding;

export function useLive(): Live {
  const prices = usePrices();
  const offers = useOffers().data;
  return (row) => {
    const offer = offers?.find(({ fund }) => fund === row?.fund);
    const decimals = offer?.quoteDecimals ?? USDT_DECIMALS;
    if (row === undefined) return { nav: 0, decimals, at: undefined, offer };
    const isOpen = row.status === OPEN;
    const nav = isOpen && offer !== undefined ? navOfTick(offer, prices) : navUnits(row.currentPrice);
    if (!isOpen || nav === 0) return { nav, decimals, at: undefined, offer };
    const at = holdingAt(row, decimals, { nav, nowMs: serverNow(), fee: row.sellFee });
    return { nav, decimals, offer, at: { ...at, margin: unitsOf(row.margin, decimals) } };
  };
}
