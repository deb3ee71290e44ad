/** The foot of a paged list: more, loading, or no more. */
import { Button } from './Button.tsx';

export interface LoadMoreProps {
  readonly hasMore: boolean;
  readonly loading: boolean;
  readonly onMore: () => void;
  readonly moreLabel: string;
  readonly endLabel: string;
}

export function LoadMore({ hasMore, loading, onMore, moreLabel, endLabel }: LoadMoreProps) {
  return (
    <div className="text-mut grid h-11 place-items-center">
      {hasMore ? (
        <Button size="xs" tone="ghost" busy={loading} onClick={onMore}>
          {moreLabel}
        </Button>
      ) : (
        <span className="text-2xs">{endLabel}</span>
      )}
    </div>
  );
}
