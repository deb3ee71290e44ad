/** The calls of finance. */
import type { FeatureHandlers } from '../../http/handler.ts';
import { fixedTermCalls, plainRecords } from '../../offers/fixed-terms/calls.ts';
import type { Ports } from '../../contract/ports.ts';
import { FINANCE } from './source.ts';

export function financeHandlers(parts: Ports): FeatureHandlers<'finance'> {
  const { getOffers, buy, getOrders, exportOrders } = fixedTermCalls(
    parts,
    FINANCE,
    plainRecords(parts, FINANCE),
  );
  return {
    'finance/get-offers': getOffers,
    'finance/buy': ({ agree, ...input }, caller) =>
      agree === true ? buy(input, caller) : { error: 'finance/agreement-missing', field: 'agree' },
    'finance/get-orders': getOrders,
    'finance/export-orders': exportOrders,
  };
}
