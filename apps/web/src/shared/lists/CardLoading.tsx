/** Placeholders for the cards of a page, or one card that says that loading failed. */
import { SkeletonRows } from '@glasshouse/ui';
import { ListFailed } from './PagedBody.tsx';

export interface CardLoadingProps {
  readonly query: { readonly isError: boolean; readonly refetch: () => Promise<unknown> };
  /** Heights of the cards, in pixels, from the top. */
  readonly cards: readonly number[];
  /** Those of the second column. */
  readonly aside?: readonly number[];
}
const ROW_PX = 56;
const CARD_CLASS = 'border-line bg-panel overflow-hidden rounded-xl border';

export function CardLoading({ query, cards, aside }: CardLoadingProps) {
  if (query.isError)
    return (
      <section className={CARD_CLASS}>
        <ListFailed onRetry={query.refetch} />
      </section>
    );
  if (aside === undefined) return <Cards heights={cards} />;
  return (
    <div className="grid grid-cols-[1fr_348px] items-start gap-4">
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
