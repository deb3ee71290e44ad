/** The text area for a chat message, styled like the form fields of the site. */
import type { Ref, TextareaHTMLAttributes } from 'react';
import { MESSAGE_LENGTH_MAX } from '@glasshouse/protocol/support/topics';

export interface MessageAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

export function MessageArea({ onChange, className = '', ...rest }: MessageAreaProps) {
  return (
    <textarea
      {...rest}
      maxLength={MESSAGE_LENGTH_MAX}
      onChange={({ target }) => onChange(target.value)}
      className={`bg-raised focus:border-brand focus:bg-panel placeholder:text-dim aria-invalid:border-bad block w-full resize-none rounded-lg border border-transparent px-3.5 py-2.5 text-[14px] leading-5 outline-none focus:halo aria-[invalid=false]:border-transparent ${className}`}
    />
  );
}
