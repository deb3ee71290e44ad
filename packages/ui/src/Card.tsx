/** A card of reading pages: title, muted aside, right slot. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface CardProps {
  readonly title?: ReactNode;
  readonly aside?: ReactNode;
  readonly right?: ReactNode;
  readonly padded?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Card({ title, aside, right, padded = true, className, children }: CardProps) {
  return (
    <section className={classNames('border-line bg-panel rounded-xl border', className)}>
      {title !== undefined && (
        <div className="flex min-h-12 items-center gap-3 px-5 pt-1">
          <h2 className="text-[14px] font-semibold">{title}</h2>
          {aside !== undefined && <span className="text-mut">{aside}</span>}
          {right !== undefined && <div className="ml-auto flex items-center gap-2">{right}</div>}
        </div>
      )}
      <div className={padded ? (title === undefined ? 'p-5' : 'px-5 pb-5') : undefined}>{children}</div>
    </section>
  );
}
