/**
 * What visitors read of a product on the page of fees and in the help center, from its feature's
 * public-terms.ts: a row of fees, a topic, and the live figures of its articles.
 */
import type { TopicName } from '@glasshouse/protocol/help/articles';
import type { LucideIcon } from 'lucide-react';
import type { CallData, PlainCallName } from '#data/api.ts';
import type { Translation } from './i18n.ts';
import type { Section } from './section.ts';
import type { TextKey } from './text-keys.ts';

/** The words of fees, in the reader's language. */
export interface FeeWords {
  readonly t: Translation['t'];
  /** '0.1% to 0.2%' of rates such as '0.001'; undefined where there are none. */
  readonly rates: (rates: readonly string[]) => string | undefined;
}
/** The words that figures use. */
export interface TermWords extends FeeWords {
  /** '7 to 30 days'; undefined where there are none. */
  readonly days: (days: readonly number[]) => string | undefined;
}

export interface ProductFees {
  /** The fee as text; undefined if there is none. */
  readonly cost?: string;
  readonly wayOut: string;
  /** Whether something is offered now. */
  readonly isOpen: boolean;
}

interface Figure<Answer> {
  readonly label: TextKey;
  /** Undefined if no offer has this figure. */
  text(this: void, answer: Answer, words: TermWords): string | undefined;
}

interface Terms<N extends PlainCallName, Answer> {
  readonly section: Section;
  readonly topic: TopicName;
  readonly icon: LucideIcon;
  /** The call that lists what is offered, which all of this follows from. */
  readonly offers: N;
  fees(this: void, answer: Answer, words: FeeWords): ProductFees;
  /** By the names that articles use. */
  readonly figures: Readonly<Record<string, Figure<Answer>>>;
}
/** The terms of any product, as type: its call's answer is passed in as `unknown`. */
export type ProductTerms = Terms<PlainCallName, unknown>;
export type ProductFigure<N extends PlainCallName> = Figure<CallData<N>>;

export const productTerms = <N extends PlainCallName>(terms: Terms<N, CallData<N>>): ProductTerms => terms;
