/** A table of fees with its title, a fact at the right and a remark below. */
import type { ReactNode } from 'react';

export interface FeeSectionProps {
  readonly id: string;
  readonly title: string;
  readonly aside?: ReactNode;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}
export function FeeSection({ id, title, aside, foot, children }: FeeSectionProps) {
  return (
    <section
      id={`fees-${id}`}
      aria-labelledby={`fees-${id}-title`}
      className="border-line bg-panel scroll-mt-4 overflow-hidden rounded-xl border"
    >
      <div className="flex h-12 items-center gap-3 px-5 pt-1">
        <h2 id={`fees-${id}-title`} className="text-[14px] font-semibold">
          {title}
        </h2>
        {aside !== undefined && <span className="text-mut ml-auto">{aside}</span>}
      </div>
      {children}
      {foot !== undefined && (
        <p className="text-mut border-line border-t px-5 py-2.5 text-[12.5px] leading-[18px] text-pretty">
          {foot}
        </p>
      )}
    </section>
  );
}
