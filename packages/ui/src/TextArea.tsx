/** Text of several lines in the box of forms. */
import type { Ref, TextareaHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ ref, className, ...rest }: TextAreaProps) {
  return (
    <textarea
      ref={ref}
      {...rest}
      className={classNames(
        'bg-raised placeholder:text-dim focus:border-brand focus:bg-panel hover:border-dim/40 aria-invalid:border-bad block w-full resize-y rounded-lg border border-transparent px-3.5 py-2.5 text-[13px] leading-5 outline-none focus:halo focus-visible:outline-none aria-[invalid=false]:border-transparent',
        className,
      )}
    />
  );
}
