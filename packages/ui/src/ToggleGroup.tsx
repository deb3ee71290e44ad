/**
 * Selects one of few options: underlined tabs and a segmented control. They are pressed buttons in
 * a group, so no panel ids dangle.
 */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface Choice<T extends string> {
  readonly id: T;
  readonly label: ReactNode;
}
interface ChoicesProps<T extends string> {
  readonly items: readonly Choice<T>[];
  /** Undefined if none is chosen. */
  readonly value: T | undefined;
  readonly onValue: (id: T) => void;
  readonly className?: string;
}
interface GroupProps<T extends string> extends ChoicesProps<T> {
  readonly label: string;
}

export function Tabs<T extends string>(props: GroupProps<T> & { readonly end?: ReactNode }) {
  const { label, end, className, ...choices } = props;
  return (
    <div className={classNames('border-line flex h-10 shrink-0 items-center border-b px-3', className)}>
      <div role="group" aria-label={label} className="flex h-full gap-5">
        <Choices
          {...choices}
          className="text-mut hover:text-fg aria-pressed:text-fg relative h-full text-[12.5px] font-medium whitespace-nowrap chosen-line"
        />
      </div>
      {end !== undefined && <div className="ml-auto flex items-center gap-1">{end}</div>}
    </div>
  );
}

export function Segmented<T extends string>({ label, className, ...choices }: GroupProps<T>) {
  return (
    <div
      role="group"
      aria-label={label}
      className={classNames('bg-raised inline-flex gap-0.5 rounded-md p-0.5', className)}
    >
      <Choices
        {...choices}
        className="text-mut hover:text-fg aria-pressed:bg-panel aria-pressed:text-fg h-6 rounded px-2.5 text-[11.5px] font-medium whitespace-nowrap aria-pressed:[box-shadow:0_1px_3px_#0000001a]"
      />
    </div>
  );
}

function Choices<T extends string>({ items, value, onValue, className }: ChoicesProps<T>) {
  return items.map(({ id, label }) => (
    <button
      key={id}
      type="button"
      aria-pressed={id === value}
      onClick={() => onValue(id)}
      className={className}
    >
      {label}
    </button>
  ));
}
