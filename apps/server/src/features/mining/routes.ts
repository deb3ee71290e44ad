/** The calls of mining. */
import { isRefusal } from '@glasshouse/protocol';
import { readAmount } from '../../amounts.ts';
import { pagedOfTotal } from '../../db/paged.ts';
import type { FeatureHandlers, Handler } from '../../http/handler.ts';
import type { ProductParts } from '../../product.ts';
import { submitFor } from '../../sequencer.ts';
import { entryRowOf } from './rows.ts';

export function miningHandlers(parts: ProductParts): FeatureHandlers<'mining'> {
  return {
    'mining/open': openEntry(parts),
    'mining/get-entries': getEntries(parts),
  };
}

function openEntry({ catalogue, sequencer }: ProductParts): Handler<'mining/open'> {
  return async (input, caller) => {
    const asset = catalogue.asset(input.currency);
    if (asset === undefined) return { error: 'wallet/unknown-asset', field: 'currency' };
    const amount = readAmount(input.amount, {
      field: 'amount',
      decimals: asset.decimals,
      missing: 'mining/amount-missing',
      tooPrecise: 'request/invalid',
      tooLarge: 'wallet/insufficient-balance',
    });
    if (isRefusal(amount)) return amount;
    const outcome = await submitFor(sequencer, caller, {
      type: 'open-mining-entry',
      owner: caller.userId,
      asset: asset.asset,
      amount,
    });
    return isRefusal(outcome) ? outcome : { id: String(outcome.id) };
  };
}

function getEntries({ database, catalogue }: ProductParts): Handler<'mining/get-entries'> {
  return (page, { userId }) => {
    const own = database.reads.selectFrom('mining_entries').where('owner', '=', userId);
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
