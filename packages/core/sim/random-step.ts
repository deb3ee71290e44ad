/** The steps of random sequences. */
import type { Command, Side } from '../src/index.ts';
import type { ReplacementStep, StopAmendmentStep } from './extended-steps.ts';

/** Limits at which commands are drawn on purpose. */
export const STEP_LIMITS = [
  'band-low',
  'band-high',
  'market-band',
  'stop-band-low',
  'stop-band-high',
  'trigger',
  'oco-price',
  'min-value',
  'max-value',
  'least-total',
  'all-base',
  'all-quote',
  'all-stake',
  'all-capital',
  'transfer',
  'withdraw-all',
  'withdraw-held',
  'play-held',
  'trail-min',
  'trail-max',
  'pair-room',
  'stop-cap',
  'held-price',
  'held-book',
] as const;
export type StepLimit = (typeof STEP_LIMITS)[number];

/** A command, or one that depends on the run, such as the cancel of one of its orders. */
export type RandomStep =
  | Command
  | { readonly type: 'cancel-some'; readonly owner: number; readonly pick: number }
  | ReplacementStep
  | { readonly type: 'meet-some'; readonly owner: number; readonly pick: number }
  | {
      readonly type: 'amend-some';
      readonly owner: number;
      readonly pick: number;
      readonly price: number;
      readonly lots: number;
    }
  | StopAmendmentStep
  | {
      readonly type: 'at-limit';
      readonly owner: number;
      readonly side: Side;
      readonly limit: StepLimit;
      /** -1 one below the limit, 0 exactly at it, 1 one above. */
      readonly off: number;
    }
  | { readonly type: 'next-tick'; readonly gap: number; readonly moves: readonly number[] };
