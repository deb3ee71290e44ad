/** The choice of the reason of a rejection, each with what the customer reads. */
import { useTexts } from '../texts.ts';
import { Choices } from './Choices.tsx';

export interface RejectionsProps<Reason extends string> {
  readonly reasons: readonly Reason[];
  readonly nameOf: (reason: Reason) => string;
  /** What the customer reads. */
  readonly texts: Readonly<Record<Reason, { readonly en: string; readonly zh: string }>>;
  readonly value: Reason | null;
  readonly onChange: (reason: Reason) => void;
}

export function Rejections<Reason extends string>(props: RejectionsProps<Reason>) {
  const { reasons, nameOf, texts, value, onChange } = props;
  const { t, language } = useTexts();
  const read = language === 'zh-CN' ? 'zh' : 'en';
  return (
    <Choices
      label={t('rejection')}
      fact={t('customerReads')}
      choices={reasons.map((id) => ({ id, name: nameOf(id), text: t('quoted', { words: texts[id][read] }) }))}
      value={value}
      onChange={onChange}
    />
  );
}
