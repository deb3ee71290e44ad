/** A row of a name and its value, inside a <dl>. */
import type { ReactNode } from 'react';

export interface KeyValueProps {
  readonly name: ReactNode;
  readonly value: ReactNode;
  readonly className?: string;
}

export function KeyValue({ name, value, className = '' }: KeyValueProps) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-mut">{name}</dt>
      <dd className={`text-right font-medium ${className}`}>{value}</dd>
    </div>
  );
}
