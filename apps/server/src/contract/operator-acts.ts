/** What a feature says of an act of an operator, and by whom it is carried out. */
import type { ActName, OperatorCallNamed, ParsedInputOf, Refusal } from '@glasshouse/protocol';
import type { Handler, Language } from '../http/handler.ts';

/** A text in both languages; a plain one is the same in both, such as a number. */
export type Words = string | Readonly<Record<Language, string>>;

export interface EffectWords {
  readonly what: Words;
  /** Null: nothing was there. */
  readonly before: Words | null;
  readonly after: Words;
  /** It changes by itself, as a balance does: who agrees to the act agrees to it as it then is. */
  readonly isLive?: true;
}

/** Who does it: an operator who is signed in, or somebody at the machine. */
export interface Doer {
  readonly operator: string;
  /** Of an act of two people: who agreed. */
  readonly second: string | null;
  readonly reason: string;
}

/** What an act would do now. Nothing is done before `run`. */
export interface ActPlan {
  /** The object in the log, in English: 'pair BTC/USDT'. */
  readonly subject: string;
  /** The user whom it is about, who finds it in their own history; absent: nobody. */
  readonly userId?: number;
  /**
   * What that user reads in the history: what is done, without the operator's reason. Absent: the
   * sentence of the act's section.
   */
  readonly told?: Readonly<Record<Language, string>>;
  /** The operator whom it is about, who cannot be its second person; absent: nobody. */
  readonly ofOperator?: string;
  readonly effect: readonly EffectWords[];
  /** What must be true is checked again here, as others act meanwhile. */
  readonly run: (by: Doer) => Promise<Refusal | null>;
}

type OwnInput<N extends ActName> = Omit<ParsedInputOf<OperatorCallNamed<N>>, 'step' | 'reason' | 'key'>;
export type ActPlanner<N extends ActName> = (
  input: OwnInput<N>,
) => ActPlan | Refusal | Promise<ActPlan | Refusal>;

/** Makes the handler of an act. Its other door, the machine's, is open from then on, too. */
export type ActHandlers = <N extends ActName>(name: N, plan: ActPlanner<N>) => Handler<N>;
