/** The assets of a new platform, as commands need them: by number, and amounts in units. */
import { parseDecimal } from '@glasshouse/money';
import { ASSETS } from '@glasshouse/protocol/market';

export const assetNumber = (code: string): number => ASSETS.findIndex((asset) => asset.code === code);
export const assetDecimals = (code: string): number => ASSETS[assetNumber(code)]?.decimals ?? 0;

/** Units of an amount such as '0.5' of 'BTC'. Throws if it is malformed. */
export function unitsOf(amount: string, code: string): number {
  const units = parseDecimal(amount, assetDecimals(code));
  if (typeof units !== 'number') throw new Error(`${amount} ${code} is not an amount: ${units}`);
  return units;
}
