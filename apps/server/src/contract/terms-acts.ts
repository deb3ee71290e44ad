/** What the features share whose terms operators set by `npx glasshouse terms`. */
import type { Command } from '@glasshouse/core';
import { REFUSALS } from '@glasshouse/protocol';
import type { Ports } from './ports.ts';
import { PLATFORM_OWNER } from './seeds.ts';

/** The beginning of these acts in the log of operators. */
const ACTS = 'machine/terms-';
const HISTORY_MAX = 500;
/** The key of `termsWork` for contracts, whose fee rate is a parameter of another feature. */
export const CONTRACT_TERMS = 'contracts';

export type TermsParts = Pick<Ports, 'catalogue' | 'sequencer' | 'operators' | 'log'>;

/** What was wrong; null if it is in force. */
export interface TermsAnswer {
  readonly problem: string | null;
}

export interface TermsAct {
  readonly operator: string;
  /** Such as 'fee-tiers'. */
  readonly act: string;
  readonly subject: string;
  readonly detail: string;
  readonly commands: readonly Command[];
}

/** Notes the act in the log of operators, then submits its commands. It can be done again. */
export async function applyTerms(
  { operators, sequencer, log }: TermsParts,
  { commands, act, ...noted }: TermsAct,
): Promise<TermsAnswer> {
  await operators.record({ ...noted, act: ACTS + act });
  const outcomes = await Promise.all(
    commands.map((command) => sequencer.submit(command, { owner: PLATFORM_OWNER })),
  );
  const error = outcomes.find((outcome) => outcome.error !== null)?.error ?? null;
  if (error !== null) return { problem: `${error}: ${REFUSALS[error].en}` };
  log.warn({ ...noted, act }, 'an operator has set terms');
  return { problem: null };
}

/** The newest acts, newest first, each beginning with its time. */
export async function termsHistory({ operators }: TermsParts, act: string): Promise<readonly string[]> {
  const rows = await operators.recorded(ACTS + act, HISTORY_MAX);
  return rows.map(
    ({ timeMs, subject, detail, operator }) =>
      `${new Date(timeMs).toISOString()}  ${subject}  ${detail}  (${operator})`,
  );
}
