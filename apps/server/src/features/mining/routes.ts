/** The calls of mining. */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { MinerRecord } from '@glasshouse/protocol/mining';
import { MINER_STATUS } from '@glasshouse/protocol/mining/quote';
import { csvDownload } from '../../csv.ts';
import { listPages, readList, WHOLE } from '../../db/lists.ts';
import type { Caller, FeatureHandlers } from '../../http/handler.ts';
import { fixedTermColumns } from '../../offers/fixed-terms/csv-columns.ts';
import { countOrders, ordersList, type OrdersQuery } from '../../offers/fixed-terms/lists.ts';
import { buyFixedTerm } from '../../offers/fixed-terms/purchases.ts';
import { offersOf } from '../../offers/fixed-terms/rows.ts';
import type { ProductParts } from '../../product.ts';
import { isRepeated, submitFor } from '../../sequencer.ts';
import { minerRecordOf, minerRowOf, STATUSES } from './rows.ts';
import { MINING } from './source.ts';

const COLUMNS = [
  ...fixedTermColumns(STATUSES),
  { name: 'miner', of: (row: MinerRecord) => row.minerName },
] as const;

export function miningHandlers(parts: ProductParts): FeatureHandlers<'mining'> {
  const { database, sequencer, catalogue, offerTexts } = parts;
  const listOf = (query: OrdersQuery) => {
    const nowMs = sequencer.nowMs();
    return ordersList(database, MINING, {
      query,
      rowOf: (miner) => minerRecordOf(offerTexts, minerRowOf(catalogue, miner, nowMs)),
    });
  };
  return {
    'mining/get-offers': () => sequencer.read(() => offersOf(parts, MINING)),
    'mining/buy': (input, caller) => buyFixedTerm(parts, MINING, { input, caller }),
    'mining/get-orders': async (input, { userId: owner }) => {
      const query = { owner, ...input, statuses: statusesOf(input) };
      const [page, counts] = await Promise.all([
        readList(database, listOf(query)),
        countOrders(database, MINING, owner),
      ]);
      return { ...page, counts: STATUSES.map((_, status) => counts.get(status) ?? 0) };
    },
    'mining/redeem': async ({ id }, caller) => {
      const command = { type: 'redeem-miner', owner: caller.userId, order: Number(id) } as const;
      const outcome = await submitFor(sequencer, caller, command);
      return isRefusal(outcome) ? { ...outcome, field: 'id' } : {};
    },
    'mining/redeem-early': (input, caller) => redeemEarly(parts, input, caller),
    'mining/export-orders': (input, { userId: owner }) =>
      csvDownload({
        kind: 'miners',
        range: input,
        columns: COLUMNS,
        pages: listPages(database, listOf({ owner, ...input, ...WHOLE, statuses: statusesOf(input) })),
      }),
  };
}

/** Everything else is checked before the fund password, of which there are few tries. */
async function redeemEarly(
  { sequencer, ownerProof, catalogue }: ProductParts,
  { id, fundPassword }: { readonly id: string; readonly fundPassword?: string | undefined },
  caller: Caller,
): Promise<Record<string, never> | Refusal> {
  const command = { type: 'redeem-miner-early', owner: caller.userId, order: Number(id) } as const;
  if (!(await isRepeated(sequencer, caller))) {
    const { mining } = catalogue.exchange.features;
    const error = await sequencer.read(() => mining.earlyRefusalOf(command, sequencer.nowMs()));
    if (error !== null) return { error, field: 'id' };
    const wrong = await ownerProof.refuseFundPassword(caller, fundPassword);
    if (wrong !== null) return wrong;
  }
  const outcome = await submitFor(sequencer, caller, command);
  return isRefusal(outcome) ? { ...outcome, field: 'id' } : {};
}

/** What was redeemed early was redeemed. */
const statusesOf = ({ status }: { readonly status?: number | undefined }): readonly number[] | null => {
  if (status === undefined) return null;
  const { redeemed, redeemedEarly } = MINER_STATUS;
  return status === redeemed ? [redeemed, redeemedEarly] : [status];
};
