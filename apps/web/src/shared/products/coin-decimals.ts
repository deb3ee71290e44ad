/** The decimals of a coin, outside of hooks: 8 while the catalogue is not loaded. */
import { catalogueNow } from '#data/pairs.ts';

const UNKNOWN = 8;

export function decimalsNow(code: string): number {
  return catalogueNow()?.assets.find((asset) => asset.code === code)?.decimals ?? UNKNOWN;
}
