/** The state of a row as a tag, worded by a table that knows every state. */
import { Tag, type TagTone } from '@glasshouse/ui';
import { useTexts, type TextKey } from '../texts.ts';

/** Leaving out a state does not compile. Finished states are 'mut'. */
export type StateTexts<State extends string> = Readonly<
  Record<State, { readonly tone: TagTone; readonly text: TextKey }>
>;

export interface StateTagProps<State extends string> {
  readonly state: State;
  readonly states: StateTexts<State>;
}

export function StateTag<State extends string>({ state, states }: StateTagProps<State>) {
  const { t } = useTexts();
  const { tone, text } = states[state];
  return <Tag tone={tone}>{t(text)}</Tag>;
}
