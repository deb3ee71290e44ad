/** The calls of finance. */
import { isRefusal } from '@glasshouse/protocol';
import { readAmount } from '../../amounts.ts';
import { pagedOfTotal } from '../../db/paged.ts';
import type { FeatureHandlers, Handler } from '../../http/handler.ts';
import type { ProductParts } from '../../product.ts';
import { submitFor } from '../../sequencer.ts';
import { entryRowOf } from './rows.ts';

export function financeHandlers(parts: ProductParts): FeatureHandlers<'finance'> {
  return {
    'finance/open': openEntry(parts),
    'finance/get-entries': getEntries(parts),
  };
}

function openEntry({ catalogue, sequencer }: ProductParts): Handler<'finance/open'> {
  return async (input, caller) => {
    const asset = catalogue.asset(input.currency);
    if (asset === undefined) return { error: 'wallet/unknown-asset', field: 'currency' };
    const amount = readAmount(input.amount, {
      field: 'amount',
      decimals: asset.decimals,
      missing: 'finance/amount-missing',
      tooPrecise: 'request/invalid',
      tooLarge: 'wallet/insufficient-balance',
    });
    if (isRefusal(amount)) return amount;
    const outcome = await submitFor(sequencer, caller, {
      type: 'open-finance-entry',
      owner: caller.userId,
      asset: asset.asset,
      amount,
    });
    return isRefusal(outcome) ? outcome : { id: String(outcome.id) };
  };
}

function getEntries({ database, catalogue }: ProductParts): Handler<'finance/get-entries'> {
  return (page, { userId }) => {
    const own = database.reads.selectFrom('finance_entries').where('owner', '=', userId);
    // Where a user can have many, the projection keeps their number (D0024).
    const total = own
      .select((select) => select.fn.countAll<number>().as('count'))
      .$castTo<{ readonly count: number }>()
      .executeTakeFirstOrThrow()
      .then(({ count }) => count);
    return pagedOfTotal(own.selectAll().orderBy('entry_id', 'desc'), page, {
      total,
      rowOf: ({ entry_id: entry, asset, amount, opened_ms: openedMs }) =>
        entryRowOf(catalogue, { entry, asset, amount, openedMs }),
    });
  };
}
