/** A filter of a list, chosen from a few. One that is in use is marked. */
const BOX =
  'bg-raised hover:border-dim/40 focus:border-brand h-8 rounded-md border px-2.5 text-[12.5px] outline-none';
export const filterBox = (isUsed: boolean): string =>
  `${BOX} ${isUsed ? 'border-brand text-brand-ink' : 'border-transparent'}`;

export interface FilterSelectProps<T extends string> {
  readonly label: string;
  /** The first one filters nothing. */
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly value: T;
  readonly onValue: (value: T) => void;
  readonly className?: string;
}

export function FilterSelect<T extends string>(props: FilterSelectProps<T>) {
  const { label, options, value, onValue, className = '' } = props;
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onValue(target.value as T)}
      className={`${filterBox(value !== options[0]?.[0])} cursor-pointer ${className}`}
    >
      {options.map(([id, text]) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </select>
  );
}
