/** The choice of the reason of a rejection, each with what the customer reads. */
import { useTexts } from '../texts.ts';
import { Caption } from './Caption.tsx';

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
    <fieldset>
      <legend className="contents">
        <Caption right={t('customerReads')}>{t('rejection')}</Caption>
      </legend>
      <div className="border-line overflow-hidden rounded-md border">
        {reasons.map((each) => (
          <label
            key={each}
            className="border-line/70 has-checked:bg-brand-soft flex min-h-[31px] cursor-pointer items-center gap-3 border-t px-3 first:border-t-0"
          >
            <input
              type="radio"
              name="rejection"
              checked={value === each}
              onChange={() => onChange(each)}
              className="accent-brand size-3.5"
            />
            <span className="font-medium">{nameOf(each)}</span>
            <span className="text-mut ml-auto text-right">{t('quoted', { words: texts[each][read] })}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
