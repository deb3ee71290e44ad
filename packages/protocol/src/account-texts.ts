/** The names of accounts in both languages, from the features that have one. */
import * as features from './features.ts';

interface AccountText {
  readonly number: number;
  readonly en: string;
  readonly zh: string;
}

export const ACCOUNT_TEXTS: readonly AccountText[] = Object.values(features).flatMap(
  (index): readonly AccountText[] => ('accountText' in index ? [index.accountText] : []),
);
