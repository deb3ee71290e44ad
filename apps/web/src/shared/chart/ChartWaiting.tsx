/** A chart that has nothing to draw yet: its grid, and space for prices at the axis. */
import { Skeleton } from '@glasshouse/ui';

const LINES = [0, 1, 2, 3, 4] as const;

export function ChartWaiting() {
  return (
    <div aria-hidden className="grid h-full min-h-0 flex-1 content-evenly">
      {LINES.map((line) => (
        <div key={line} className="flex items-center gap-3 pr-3">
          <i className="bg-line h-px flex-1" />
          <Skeleton className="h-2.5! w-14!" />
        </div>
      ))}
    </div>
  );
}
