/** The error of a field, shown at the field. */
import { WarningIcon } from './icons.tsx';

export function FieldError({ text, id }: { readonly text: string; readonly id?: string }) {
  return (
    <p id={id} role="alert" className="text-bad flex items-start gap-1.5 leading-[17px]">
      <WarningIcon size={13} className="mt-0.5 shrink-0" />
      {text}
    </p>
  );
}
