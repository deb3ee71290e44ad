/** Purchases of fixed terms: what the request names, and the checks before the fund password. */
import { parseDecimal } from '@glasshouse/money';
import { isRefusal, type Refusal, type RefusalName } from '@glasshouse/protocol';
import { readAmount } from '../../values/amounts.ts';
import type { Caller } from '../../http/handler.ts';
import type { Ports } from '../../contract/ports.ts';
import { refuseLock } from '../../contract/locks.ts';
import { submitFor } from '../../contract/sequencer.ts';
import { RATE_DECIMALS } from './rows.ts';
import type { FixedTermFeature, FixedTermSource } from './source.ts';

/** A purchase as the request names it. */
export interface Asked {
  readonly offer: number;
  readonly amount?: string | undefined;
  readonly dailyRate?: string | undefined;
  readonly days?: number | undefined;
  readonly fundPassword?: string | undefined;
}

const AMOUNT = ['amount-missing', 'below-minimum', 'quota-exceeded', 'owner-limit', 'reserve-short'];

export async function buyFixedTerm(
  parts: Ports,
  { feature, buy }: FixedTermSource,
  { input, caller }: { readonly input: Asked; readonly caller: Caller },
): Promise<{ id: string } | Refusal> {
  const { catalogue, sequencer } = parts;
  const { terms } = catalogue.exchange.features[feature];
  const purchase = purchaseOf(parts, feature, { input, caller });
  if (isRefusal(purchase)) return purchase;
  const refused = await refuseLock(parts, caller, {
    refusal: () => terms.refusalOf(purchase, sequencer.nowMs()),
    fundPassword: input.fundPassword,
  });
  if (refused !== null) return { ...fieldOf(refused.error), ...refused };
  const outcome = await submitFor(sequencer, caller, { type: buy, ...purchase });
  return isRefusal(outcome) ? { ...outcome, ...fieldOf(outcome.error) } : { id: String(outcome.id) };
}

/** Terms that the request does not name are those of the offer. */
function purchaseOf(
  { catalogue }: Ports,
  feature: FixedTermFeature,
  { input, caller }: { readonly input: Asked; readonly caller: Caller },
) {
  const offer = catalogue.exchange.features[feature].terms.offers.get(input.offer)?.terms;
  if (offer === undefined) return { error: `${feature}/unknown-offer`, field: 'offer' } as const;
  const amount = readAmount(input.amount, {
    field: 'amount',
    decimals: catalogue.assetAt(offer.asset).decimals,
    missing: `${feature}/amount-missing`,
    tooPrecise: 'request/invalid',
    tooLarge: 'wallet/insufficient-balance',
  });
  if (isRefusal(amount)) return amount;
  const { dailyRate, days = offer.days } = input;
  const rate = dailyRate === undefined ? offer.dailyRatePpb : parseDecimal(dailyRate, RATE_DECIMALS);
  if (typeof rate !== 'number') return { error: `${feature}/terms-changed`, field: 'dailyRate' } as const;
  return { owner: caller.userId, offer: input.offer, amount, dailyRatePpb: rate, days };
}

function fieldOf(error: RefusalName): { readonly field?: string } {
  const [, name = ''] = error.split('/');
  if (AMOUNT.includes(name) || error === 'wallet/insufficient-balance') return { field: 'amount' };
  if (name === 'not-on-sale' || name === 'unknown-offer') return { field: 'offer' };
  return name === 'terms-changed' ? { field: 'dailyRate' } : {};
}
