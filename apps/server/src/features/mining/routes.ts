/** The calls of mining. */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { MinerRecord } from '@glasshouse/protocol/mining';
import { STATUS as MINER_STATUS } from '@glasshouse/protocol/mining/terms';
import type { Caller, FeatureHandlers } from '../../http/handler.ts';
import { fixedTermCalls, type Records } from '../../offers/fixed-terms/calls.ts';
import type { Ports } from '../../contract/ports.ts';
import { isRepeated, submitFor } from '../../contract/sequencer.ts';
import { minerRecordOf, minerRowOf } from './rows.ts';
import { MINING } from './source.ts';

const { redeemed: REDEEMED, redeemedEarly: EARLY } = MINER_STATUS;

export function miningHandlers(parts: Ports): FeatureHandlers<'mining'> {
  const { sequencer } = parts;
  const { getOffers, buy, getOrders, exportOrders } = fixedTermCalls(parts, MINING, recordsOf(parts));
  return {
    'mining/get-offers': getOffers,
    'mining/buy': buy,
    'mining/get-orders': getOrders,
    'mining/redeem': async ({ id }, caller) => {
      const command = { type: 'redeem-miner', owner: caller.userId, order: Number(id) } as const;
      const outcome = await submitFor(sequencer, caller, command);
      return isRefusal(outcome) ? { ...outcome, field: 'id' } : {};
    },
    'mining/redeem-early': (input, caller) => redeemEarly(parts, input, caller),
    'mining/export-orders': exportOrders,
  };
}

/** Each with the name that the miner has in its pool. */
function recordsOf({ catalogue, offerTexts }: Ports): Records<MinerRecord> {
  return {
    rowOf: (miner, nowMs) => minerRecordOf(offerTexts, minerRowOf(catalogue, miner, nowMs)),
    // What was redeemed early was redeemed.
    selects: (status) => (status === REDEEMED ? [REDEEMED, EARLY] : [status]),
    file: 'miners',
    moreColumns: [{ name: 'miner', of: (row) => row.minerName }],
  };
}

/** Everything else is checked before the fund password, of which there are few tries. */
async function redeemEarly(
  { sequencer, ownerProof, catalogue }: Ports,
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
