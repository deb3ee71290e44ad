/** The terms of a product, at the bottom of its card. */
import type { ReactNode } from 'react';

export interface FactRowsProps {
  /** [name, value, class of the value] */
  readonly rows: readonly (readonly [string, ReactNode, string?])[];
}
export function FactRows({ rows }: FactRowsProps) {
  return (
    <dl className="mt-auto pt-4">
      {rows.map(([name, value, tone = '']) => (
        <div key={name} className="border-line flex justify-between border-t py-2 text-[12.5px] last:pb-0">
          <dt className="text-mut">{name}</dt>
          <dd className={`font-medium ${tone}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
