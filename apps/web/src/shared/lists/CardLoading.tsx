/** Placeholders for the cards of a page, or one card that says that loading failed. */
import { SkeletonRows } from '@glasshouse/ui';
import { ListFailed } from './PagedBody.tsx';

export interface CardLoadingProps {
  readonly query: {
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  /** Heights of the cards, in pixels, from the top. */
  readonly cards: readonly number[];
  /** The heights of the cards in the second column. */
  readonly aside?: readonly number[];
}
/** The work at the left, what it bears on at the right. */
export const CENTER_GRID =
  'grid grid-cols-[minmax(0,1fr)_300px] items-start gap-4 min-[1400px]:grid-cols-[minmax(0,1fr)_348px]';
const ROW_PX = 56;
const CARD_CLASS = 'border-line bg-panel overflow-hidden rounded-xl border';

export function CardLoading({ query, cards, aside }: CardLoadingProps) {
  if (query.isError)
    return (
      <section className={CARD_CLASS}>
        <ListFailed error={query.error} onRetry={query.refetch} />
      </section>
    );
  if (aside === undefined) return <Cards heights={cards} />;
  return (
    <div className={CENTER_GRID}>
      <Cards heights={cards} />
      <Cards heights={aside} />
    </div>
  );
}

function Cards({ heights }: { readonly heights: readonly number[] }) {
  return (
    <div aria-hidden className="grid gap-4">
      {heights.map((height, index) => (
        <div key={index} className={CARD_CLASS} style={{ height }}>
          <SkeletonRows rows={Math.max(1, Math.floor(height / ROW_PX))} height={Math.min(height, ROW_PX)} />
        </div>
      ))}
    </div>
  );
}
