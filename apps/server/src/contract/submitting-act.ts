/** Acts of operators that are commands of the platform. */
import type { Command } from '@glasshouse/core';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { effectMark } from './effect-mark.ts';
import type { ActPlan, Doer } from './operator-acts.ts';
import { PLATFORM_OWNER } from './seeds.ts';
import type { Ports } from './ports.ts';

export interface SubmittingPlan extends Pick<ActPlan, 'subject' | 'effect'> {
  /** Submitted together and before orders. */
  readonly commands: readonly Command[];
  /** What is written before the commands; it returns what takes that back if one is refused. */
  readonly write?: (by: Doer) => Promise<void | (() => Promise<void>)>;
}

const EFFECT_CHANGED: Refusal = { error: 'operators/effect-changed' };

/** One after the other: an act is planned again when the last one is in force. */
export type InTurn = (work: () => Promise<Refusal | null>) => Promise<Refusal | null>;

/** Makes the planner of an act from what it would submit. */
export function submittingAct<Input>(
  { sequencer, inTurn }: Pick<Ports, 'sequencer'> & { readonly inTurn: InTurn },
  plan: (input: Input) => SubmittingPlan | Refusal,
): (input: Input) => ActPlan | Refusal {
  const run = async (input: Input, seen: string, by: Doer): Promise<Refusal | null> => {
    const again = plan(input);
    if (isRefusal(again)) return again;
    // Another act came first, and this one would do what nobody has seen.
    if (effectMark(again.effect) !== seen) return EFFECT_CHANGED;
    const takeBack = await again.write?.(by);
    const outcomes = await Promise.all(
      again.commands.map((command) => sequencer.submit(command, { owner: PLATFORM_OWNER, isUrgent: true })),
    );
    const error = outcomes.find((outcome) => outcome.error !== null)?.error ?? null;
    if (error === null) return null;
    if (takeBack !== undefined) await takeBack();
    return { error };
  };
  return (input) => {
    const first = plan(input);
    if (isRefusal(first)) return first;
    const { subject, effect } = first;
    const seen = effectMark(effect);
    return { subject, effect, run: (by) => inTurn(() => run(input, seen, by)) };
  };
}
