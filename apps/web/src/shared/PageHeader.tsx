/** The header of a reading page: title, one sentence, actions at the right. */
import type { ReactNode } from 'react';
import { PageTitle } from './PageTitle.tsx';

export interface PageHeaderProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly right?: ReactNode;
}

export function PageHeader({ title, lead, right }: PageHeaderProps) {
  return (
    <header className="mb-4 flex min-h-[50px] items-end gap-4">
      <PageTitle of={title} />
      <div>
        <h1 className="font-display text-[22px] leading-7 font-semibold tracking-[-0.02em]">{title}</h1>
        {lead !== undefined && <p className="text-mut mt-0.5 text-[13px] leading-5">{lead}</p>}
      </div>
      {right !== undefined && <div className="ml-auto flex items-center gap-2">{right}</div>}
    </header>
  );
}
