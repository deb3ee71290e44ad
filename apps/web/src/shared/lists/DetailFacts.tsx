/** What a record has that its table has no column for: in its opened row, above its postings. */
import { KeyValue } from '@glasshouse/ui';
import type { ReactNode } from 'react';

export interface DetailFactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}
export function DetailFacts({ facts }: DetailFactsProps) {
  return (
    <dl className="grid max-w-[1180px] grid-cols-3 gap-x-8 gap-y-1.5 px-3 pt-3 text-[12.5px]">
      {facts.map(([name, value]) => (
        <KeyValue key={name} name={name} value={value} />
      ))}
    </dl>
  );
}
