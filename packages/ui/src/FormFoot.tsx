/** The end of a form in a card: what it costs and its button, in view while the fields scroll. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface FormFootProps {
  readonly className?: string;
  readonly children: ReactNode;
}

/** For a card with the usual padding, which it fills down to the edge. */
export function FormFoot({ className, children }: FormFootProps) {
  return (
    <div
      data-foot
      className={classNames(
        'border-line bg-panel sticky bottom-0 z-20 -mx-5 -mb-5 grid gap-2.5 rounded-b-xl border-t px-5 pt-3 pb-4',
        className,
      )}
    >
      {children}
    </div>
  );
}
