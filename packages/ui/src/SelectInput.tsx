/** A native select in the 44 px box of forms. */
import type { Ref, SelectHTMLAttributes } from 'react';
import { ChevronIcon } from './icons.tsx';

export interface SelectInputProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly ref?: Ref<HTMLSelectElement>;
}

export function SelectInput({ ref, children, ...rest }: SelectInputProps) {
  return (
    <span className="relative block">
      <select
        ref={ref}
        {...rest}
        className="bg-raised focus:border-brand focus:bg-panel aria-invalid:border-bad hover:border-dim/40 h-11 w-full cursor-pointer appearance-none rounded-lg border border-transparent pr-10 pl-3.5 text-[14px] outline-none focus:halo focus-visible:outline-none aria-[invalid=false]:border-transparent"
      >
        {children}
      </select>
      <ChevronIcon size={15} className="text-mut pointer-events-none absolute top-3.5 right-3.5" />
    </span>
  );
}
