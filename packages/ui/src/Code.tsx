/** Renders codes that no translation may change: coins, pairs, numbers of orders, digests. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface CodeProps {
  readonly className?: string;
  readonly children: ReactNode;
}
export function Code({ className, children }: CodeProps) {
  return (
    <span translate="no" className={classNames('notranslate', className)}>
      {children}
    </span>
  );
}
