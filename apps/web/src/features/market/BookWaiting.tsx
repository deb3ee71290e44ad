/** Placeholder rows of the book or the deals, with the height of the real ones. */
import { Skeleton } from '@glasshouse/ui';

const ROWS = 20;

export function BookWaiting() {
  return (
    <div aria-hidden className="min-h-0 flex-1 overflow-hidden">
      {Array.from({ length: ROWS }, (_, index) => (
        <div key={index} className="grid h-(--book-row) grid-cols-3 items-center pr-3 pl-4">
          <Skeleton className="h-2!" />
          <Skeleton className="h-2! w-12! justify-self-end" />
          <Skeleton className="h-2! w-12! justify-self-end" />
        </div>
      ))}
    </div>
  );
}
