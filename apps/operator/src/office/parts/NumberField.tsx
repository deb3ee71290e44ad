/** A number as text: what it has to be the server says, by the name of the field. */
import { Field, TextInput } from '@glasshouse/ui';

export interface NumberFieldProps {
  readonly label: string;
  /** At the right of the label. */
  readonly unit: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

export const NumberField = ({ label, unit, hint, value, onValue }: NumberFieldProps) => (
  <Field label={label} fact={unit} {...(hint === undefined ? {} : { hint })}>
    {(ids) => (
      <TextInput
        {...ids}
        inputMode="decimal"
        value={value}
        onChange={({ target }) => onValue(target.value.trim())}
      />
    )}
  </Field>
);
