/** The two-column grid of the withdrawal pages, and its placeholders while loading. */
import { CardLoading, type CardLoadingProps } from '#shared/lists/CardLoading.tsx';

export const WIDE_GRID =
  'grid grid-cols-[minmax(0,1fr)_360px] items-start gap-4 min-[1400px]:grid-cols-[minmax(0,1fr)_408px]';

interface LoadingProps {
  readonly query: CardLoadingProps['query'];
  /** Heights of the placeholders, in pixels. */
  readonly card: number;
  readonly aside: number;
}
export function Loading({ query, card, aside }: LoadingProps) {
  if (query.isError) return <CardLoading query={query} cards={[]} />;
  return (
    <div className={WIDE_GRID}>
      <CardLoading query={query} cards={[card]} />
      <CardLoading query={query} cards={[aside]} />
    </div>
  );
}
