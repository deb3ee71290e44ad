/** The fields of terms of a pair, each in its unit. */
import { NumberField } from '../parts/NumberField.tsx';
import { useTexts, type TextKey } from '../texts.ts';
import type { Typed, Unit } from './pair-terms.ts';

interface TermFieldsProps<Name extends string> {
  readonly terms: Readonly<Record<Name, { readonly text: TextKey; readonly unit: Unit }>>;
  /** Such as 'BTC/USDT'. */
  readonly pair: string;
  readonly typed: Typed<Name>;
  readonly onTyped: (typed: Typed<Name>) => void;
}

export function TermFields<Name extends string>({ terms, pair, typed, onTyped }: TermFieldsProps<Name>) {
  const { t } = useTexts();
  const [base = '', quote = ''] = pair.split('/');
  const units: Readonly<Record<Unit, string>> = { base, quote, percent: '%', count: '' };
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-2.5">
      {(Object.keys(terms) as Name[]).map((name) => (
        <NumberField
          key={name}
          label={t(terms[name].text)}
          unit={units[terms[name].unit]}
          value={typed[name]}
          onValue={(value) => onTyped({ ...typed, [name]: value })}
        />
      ))}
    </div>
  );
}
