/** How many rows a tab has. */
import { Num } from '@glasshouse/ui';

export function TabCount({ count }: { readonly count: number | undefined }) {
  if (count === undefined) return null;
  return (
    <span className="text-mut font-normal">
      <Num value={count} decimals={0} />
    </span>
  );
}
