/** Random steps that name a deposit or a withdrawal: they pick one that is open. */
import type { Command, Exchange, FundingCommand } from '../src/index.ts';

type Naming = Extract<FundingCommand, { readonly withdrawal: number } | { readonly deposit: number }>;

export function isFundingStep(step: { readonly type: string }): step is Naming {
  return 'withdrawal' in step || 'deposit' in step;
}

/** 0 stays, which none has. A cancel is mostly its owner's. */
export function namedFunding(step: Naming, { features }: Exchange): Command {
  const { deposits, withdrawals } = features.funding;
  if (step.type === 'finalise-deposit') return { ...step, deposit: pickedFrom(deposits, step.deposit) };
  const withdrawal = pickedFrom(withdrawals.all, step.withdrawal);
  if (step.type !== 'cancel-withdrawal' || step.withdrawal % 4 === 1) return { ...step, withdrawal };
  return { ...step, withdrawal, owner: withdrawals.all.get(withdrawal)?.owner ?? step.owner };
}

function pickedFrom(open: ReadonlyMap<number, unknown>, pick: number): number {
  return pick === 0 ? 0 : ([...open.keys()][pick % Math.max(1, open.size)] ?? pick);
}
