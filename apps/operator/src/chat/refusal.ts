/** The text for the error of a message, or of a visitor's first question, that was not sent. */
import { byLabel } from '../shared/by-label.ts';
import { Refused } from './bridge.ts';
import type { T, TextKey } from './texts.ts';

/** The labels of fields, by their names in calls. */
export type Labels = Readonly<Record<string, TextKey>>;

export function refusalText(t: T, error: unknown, labels: Labels = {}): string {
  if (!(error instanceof Refused)) return t('notSent');
  const label = error.field === undefined ? undefined : labels[error.field];
  return byLabel(error, label === undefined ? undefined : t(label));
}
