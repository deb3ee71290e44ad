/** Checkbox and switch: native inputs, drawn by us. */
import { CheckIcon } from './icons.tsx';
import type { ReactNode } from 'react';

export interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly disabled?: boolean;
  readonly className?: string;
}

export function Checkbox({ checked, onChange, children, disabled, className = '' }: CheckboxProps) {
  return (
    <label className={`flex cursor-pointer items-start gap-2 ${className}`}>
      <span className="relative grid size-[1.125em] min-h-3.5 min-w-3.5 shrink-0 translate-y-[0.18em] place-items-center">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className="peer border-dim checked:border-brand checked:bg-brand size-full cursor-pointer appearance-none rounded-[2px] border"
        />
        <CheckIcon
          strokeWidth={3.6}
          className="text-on-brand pointer-events-none absolute size-[76%] opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span>{children}</span>
    </label>
  );
}

export interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: string;
}

export function Switch({ checked, onChange, label }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className="bg-line2 checked:bg-brand before:bg-panel checked:before:bg-on-brand relative h-5 w-9 cursor-pointer appearance-none rounded-full before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:[transition:translate_.15s] checked:before:translate-x-4"
    />
  );
}
