/** The assets of a new platform, as commands need them: by number, and amounts in units. */
import { parseDecimal } from '@glasshouse/money';
import { ASSETS, PAIRS } from '@glasshouse/protocol/market';

export const assetNumber = (code: string): number => ASSETS.findIndex((asset) => asset.code === code);
export const assetDecimals = (code: string): number => ASSETS[assetNumber(code)]?.decimals ?? 0;

/** Where an offer finds its coins and pairs: the catalogue, or the list of a new platform. */
export interface ListedCoins {
  asset(code: string): { readonly asset: number; readonly decimals: number } | undefined;
  /** The number of the pair that trades these coins. */
  marketNumber(base: string, quote: string): number | undefined;
}

export const STARTING_COINS: ListedCoins = {
  asset: (code) => {
    const asset = assetNumber(code);
    return asset < 0 ? undefined : { asset, decimals: assetDecimals(code) };
  },
  marketNumber: (base, quote) => {
    const market = PAIRS.findIndex((pair) => pair.base === base && pair.quote === quote);
    return market < 0 ? undefined : market;
  },
};

/** Units of an amount such as '0.5' of 'BTC'. Throws if it is malformed. */
export function unitsOf(amount: string, code: string): number {
  const units = parseDecimal(amount, assetDecimals(code));
  if (typeof units !== 'number') throw new Error(`${amount} ${code} is not an amount: ${units}`);
  return units;
}
