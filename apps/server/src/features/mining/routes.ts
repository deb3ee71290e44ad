/** The redemptions of miners. */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { Ports } from '../../contract/ports.ts';
import { refuseLock } from '../../contract/locks.ts';
import { submitFor } from '../../contract/sequencer.ts';
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

async function redeemEarly(
  parts: Ports,
  { id, fundPassword }: { readonly id: string; readonly fundPassword?: string | undefined },
  caller: Caller,
): Promise<Record<string, never> | Refusal> {
  const command = { type: 'redeem-miner-early', owner: caller.userId, order: Number(id) } as const;
  const { sequencer, catalogue } = parts;
  const { mining } = catalogue.exchange.features;
  const refused = await refuseLock(parts, caller, {
    refusal: () => mining.earlyRefusalOf(command, sequencer.nowMs()),
    fundPassword,
  });
  if (refused !== null) return { field: 'id', ...refused };
  const outcome = await submitFor(sequencer, caller, command);
  return isRefusal(outcome) ? { ...outcome, field: 'id' } : {};
}
