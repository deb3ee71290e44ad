/** How many rows a tab has in all: nothing where the list has those of a period. */
import { Num } from '@glasshouse/ui';
import type { ChosenPeriod } from './Period.tsx';

interface TabCountProps {
  readonly count: number | undefined;
  readonly since: ChosenPeriod;
}
export function TabCount({ count, since }: TabCountProps) {
  if (count === undefined || since.period !== 'all') return null;
  return (
    <span className="text-mut font-normal">
      <Num value={count} decimals={0} />
    </span>
  );
}
