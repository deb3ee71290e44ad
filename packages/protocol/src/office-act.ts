/**
 * An act of an operator: a call that changes something. It is asked for twice with the same input:
 * first what it would do, then to do it, with a reason. Some acts need a second person: these wait
 * until somebody else has agreed.
 */
import * as z from 'zod';
import { REASON_MAX, REASON_MIN } from './act-reason.ts';
import { defineOperatorCall, type Call } from './call.ts';
import type { Section } from './operator-roles.ts';
import { blankIsAbsent } from './fields.ts';

/** A line of what an act does, in the reader's language. */
const effectLine = z.object({
  what: z.string(),
  /** Null: nothing was there. */
  before: z.string().nullable(),
  after: z.string(),
});
export type EffectLine = z.output<typeof effectLine>;
export const effect = z.array(effectLine);

/** 'failed': refused when it was to be done, after somebody had agreed, or interrupted. */
export const ACT_STATES = ['asked', 'running', 'done', 'refused', 'withdrawn', 'lapsed', 'failed'] as const;
export type ActState = (typeof ACT_STATES)[number];

export const reason = z
  .string()
  .trim()
  .min(REASON_MIN, `${REASON_MIN} to ${REASON_MAX} characters`)
  .max(REASON_MAX, `${REASON_MIN} to ${REASON_MAX} characters`);

const actFields = {
  /** 'plan': tells what the act would do, and does nothing. */
  step: z.enum(['plan', 'do']),
  /** Of 'do': why. It is in the log. */
  reason: blankIsAbsent(reason.optional()),
  /** Of 'do': unique to this act. Asked again with the same key, it is not done twice. */
  key: blankIsAbsent(
    z
      .string()
      .regex(/^[\w-]{8,64}$/, '8 to 64 letters, digits, - or _')
      .optional(),
  ),
};
type ActFields = typeof actFields;

export const actAnswer = z.object({
  /** 'planned': nothing was done. 'asked': it waits for a second person. */
  state: z.enum(['planned', ...ACT_STATES]),
  effect,
  /** Its number in the list of acts; null if nothing was done. */
  act: z.number().int().nullable(),
});
export type ActAnswer = z.output<typeof actAnswer>;

/** What calls have in common that are acts. */
export interface ActShape {
  /** How many different people it needs. */
  readonly people: 1 | 2;
  readonly section: Section;
}
export type ActCall<S extends z.ZodRawShape = z.ZodRawShape, N extends string = string> = Call<
  z.ZodObject<S & ActFields, z.core.$strict>,
  typeof actAnswer,
  N
> & { readonly act: ActShape };

interface ActOptions<S extends z.ZodRawShape, N extends string> {
  /** 'feature/verb-noun'. */
  readonly name: N;
  readonly path: string;
  readonly section: Section;
  readonly people: 1 | 2;
  readonly refusals?: readonly `${string}/${string}`[];
  readonly summary: string;
  readonly input: z.ZodObject<S>;
}

const ACT_REFUSALS = ['request/key-reused', 'operators/nothing-changes'] as const;

export function defineOperatorAct<S extends z.ZodRawShape, const N extends string>({
  section,
  people,
  refusals = [],
  input,
  ...options
}: ActOptions<S, N>): ActCall<S, N> {
  const call = defineOperatorCall({
    ...options,
    permission: people === 1 ? `${section}/act` : `${section}/ask`,
    // What a plan shows is no secret; whoever does something is in the log.
    isLogged: false,
    grows: 'office',
    refusals: [...refusals, ...ACT_REFUSALS],
    input: z.object({ ...input.shape, ...actFields }),
    data: actAnswer,
  });
  return { ...call, act: { people, section } };
}

/** Whether a call is an act. */
export const isAct = (call: Call): call is ActCall => 'act' in call;
