/** The search field of a list. */
import { classNames } from '@glasshouse/ui';
import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';

export interface Find {
  /** What can be typed, for example 'Number, UID'. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

export interface FindFieldProps extends Pick<ComponentProps<'input'>, 'id' | 'ref' | 'inputMode'> {
  readonly find: Find;
  readonly className: string;
}

export function FindField({ find: { label, value, onChange }, className, ...input }: FindFieldProps) {
  return (
    <label
      className={classNames(
        'bg-raised text-mut focus-within:halo flex h-7 items-center gap-2 rounded-md px-2.5',
        className,
      )}
    >
      <Search aria-hidden size={13} className="shrink-0" />
      <input
        {...input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="text-fg placeholder:text-mut h-full min-w-0 flex-1 bg-transparent outline-none"
      />
    </label>
  );
}
