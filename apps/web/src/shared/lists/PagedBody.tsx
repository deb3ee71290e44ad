/** The body of a paged list: loading, failed, empty, or rows with a foot. */
import { Button, Empty, ErrorState, LoadMore, SkeletonRows } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import type { PagedList } from '#data/paged.ts';

export interface PagedBodyProps {
  readonly list: PagedList<unknown>;
  readonly emptyText: string;
  readonly rowHeight?: number;
  /** Of the table's head, which comes with the rows. */
  readonly headHeight?: number;
  readonly children: ReactNode;
}
export function PagedBody({ list, emptyText, rowHeight = 29, headHeight = 0, children }: PagedBodyProps) {
  const { t } = useTranslation();
  if (list.isPending)
    return (
      <div style={{ paddingTop: headHeight }}>
        <SkeletonRows rows={5} height={rowHeight} />
      </div>
    );
  if (list.isError && list.rows.length === 0) return <ListFailed onRetry={list.refetch} />;
  if (list.rows.length === 0 && !list.hasMore) return <Empty title={t('l.noData')} text={emptyText} />;
  return (
    <>
      {children}
      <LoadMore
        hasMore={list.hasMore}
        loading={list.loadingMore}
        onMore={list.loadMore}
        moreLabel={t('common.loadMore')}
        endLabel={t('l.noMore')}
      />
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
