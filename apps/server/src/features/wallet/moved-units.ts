/** What a transfer moves, as a request names it. */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { Catalogue } from '../../contract/catalogue.ts';
import { readAmount } from '../../values/amounts.ts';

export function movedUnits(
  catalogue: Catalogue,
  { currency, amount: text }: { readonly currency: string; readonly amount?: string | undefined },
): { readonly asset: number; readonly amount: number } | Refusal {
  const asset = catalogue.asset(currency);
  const amount = readAmount(text, {
    field: 'amount',
    decimals: asset?.decimals ?? 0,
    missing: 'wallet/amount-missing',
    tooPrecise: asset === undefined ? 'wallet/unknown-asset' : 'request/invalid',
    tooLarge: 'wallet/insufficient-balance',
  });
  if (isRefusal(amount)) return amount;
  return asset === undefined
    ? { error: 'wallet/unknown-asset', field: 'currency' }
    : { asset: asset.asset, amount };
}
