/** The assets that a platform starts with, as commands name them: by number, and amounts in units. */
import { parseDecimal } from '@glasshouse/money';
import { ASSETS } from '@glasshouse/protocol/market';

export const assetNumber = (code: string): number => ASSETS.findIndex((asset) => asset.code === code);
export const assetDecimals = (code: string): number => ASSETS[assetNumber(code)]?.decimals ?? 0;

/** Units of an amount such as '0.5' of 'BTC'. Throws where it is none. */
export function unitsOf(amount: string, code: string): number {
  const units = parseDecimal(amount, assetDecimals(code));
  if (typeof units !== 'number') throw new Error(`${amount} ${code} is not an amount: ${units}`);
  return units;
}
