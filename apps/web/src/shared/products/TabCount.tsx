/** The number of all rows of a tab. Nothing is shown if the list is limited to a period. */
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
