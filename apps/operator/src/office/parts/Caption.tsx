/** The heading of a part of a decision, with a fact at the right. */
import type { ReactNode } from 'react';

export interface CaptionProps {
  readonly children: ReactNode;
  readonly right?: ReactNode;
}

export function Caption({ children, right }: CaptionProps) {
  return (
    <div className="text-mut mb-1.5 flex items-baseline gap-3">
      <h3 className="font-medium">{children}</h3>
      {right !== undefined && <span className="num ml-auto shrink-0">{right}</span>}
    </div>
  );
}
