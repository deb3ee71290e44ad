/** The body of a list: loading, failed, empty, or rows; with a foot where they come in pages. */
import { Button, Empty, ErrorState, LoadMore, SkeletonRows } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';

/** How a list comes; those without `more` come whole. */
export interface ListState {
  readonly rows: readonly unknown[];
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly refetch: () => Promise<unknown>;
  readonly more?: {
    readonly isThere: boolean;
    readonly isLoading: boolean;
    readonly load: () => void;
  };
}
export interface PagedBodyProps {
  readonly list: ListState;
  readonly emptyText: string;
  readonly emptyAction?: ReactNode;
  readonly rowHeight: number;
  /** How many are likely to come. */
  readonly loadingRows?: number | undefined;
  readonly children?: ReactNode;
}
export function PagedBody(props: PagedBodyProps) {
  const { list, emptyText, emptyAction, rowHeight, loadingRows = 5, children } = props;
  const { t } = useTranslation();
  const { rows, more } = list;
  if (list.isPending) return <SkeletonRows rows={loadingRows} height={rowHeight} />;
  if (list.isError && rows.length === 0) return <ListFailed onRetry={list.refetch} />;
  if (rows.length === 0 && more?.isThere !== true)
    return <Empty title={t('l.noData')} text={emptyText} action={emptyAction} />;
  return (
    <>
      {children}
      {more !== undefined && (
        <LoadMore
          hasMore={more.isThere}
          loading={more.isLoading}
          onMore={more.load}
          moreLabel={t('common.loadMore')}
          endLabel={t('l.noMore')}
        />
      )}
    </>
  );
}
export function ListFailed({ onRetry }: { readonly onRetry: () => Promise<unknown> }) {
  const { t } = useTranslation();
  return (
    <ErrorState
      title={t('errors.listTitle')}
      text={t('errors.listText')}
      retryLabel={t('common.tryAgain')}
      onRetry={onRetry}
    />
  );
}

export interface LineFailedProps {
  readonly query: { readonly isFetching: boolean; readonly refetch: () => unknown };
  readonly className?: string;
}
/** The same in one line, where a list is as low as that. */
export function LineFailed({ query, className = '' }: LineFailedProps) {
  const { t } = useTranslation();
  return (
    <p role="alert" className={`flex items-center justify-center gap-4 ${className}`}>
      {t('errors.listTitle')}
      <Button size="sm" busy={query.isFetching} onClick={() => query.refetch()}>
        {t('common.tryAgain')}
      </Button>
    </p>
  );
}
