/** The redemptions of miners. */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { Ports } from '../../contract/ports.ts';
import { isRepeated, submitFor } from '../../contract/sequencer.ts';
import type { Caller, FeatureHandlers } from '../../http/handler.ts';

type Redemptions = Pick<FeatureHandlers<'mining'>, 'mining/redeem' | 'mining/redeem-early'>;

export function redemptions(parts: Ports): Redemptions {
  const { sequencer } = parts;
  return {
    'mining/redeem': async ({ id }, caller) => {
      const command = { type: 'redeem-miner', owner: caller.userId, order: Number(id) } as const;
      const outcome = await submitFor(sequencer, caller, command);
      return isRefusal(outcome) ? { ...outcome, field: 'id' } : {};
    },
    'mining/redeem-early': (input, caller) => redeemEarly(parts, input, caller),
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
