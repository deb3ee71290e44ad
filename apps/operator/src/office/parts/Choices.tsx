/** A choice of one of a few, each with what it means. */
import { Caption } from './Caption.tsx';

export interface ChoicesProps<Id extends string> {
  readonly label: string;
  /** At the right of the label. */
  readonly fact: string;
  readonly choices: readonly { readonly id: Id; readonly name: string; readonly text: string }[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
}

export function Choices<Id extends string>({ label, fact, choices, value, onChange }: ChoicesProps<Id>) {
  return (
    <fieldset>
      <legend className="contents">
        <Caption right={fact}>{label}</Caption>
      </legend>
      <div className="border-line overflow-hidden rounded-md border">
        {choices.map(({ id, name, text }) => (
          <label
            key={id}
            className="border-line/70 has-checked:bg-brand-soft flex min-h-[31px] cursor-pointer items-center gap-3 border-t px-3 first:border-t-0"
          >
            <input
              type="radio"
              name="choice"
              checked={value === id}
              onChange={() => onChange(id)}
              className="accent-brand size-3.5"
            />
            <span className="font-medium">{name}</span>
            <span className="text-mut ml-auto text-right">{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
