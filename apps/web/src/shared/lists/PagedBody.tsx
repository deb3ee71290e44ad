/** The body of a paged list: loading, failed, empty, or rows with a foot. */
import { Empty, ErrorState, LoadMore, SkeletonRows } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import type { PagedList } from '#data/paged.ts';

export interface PagedBodyProps {
  readonly list: PagedList<unknown>;
  readonly emptyText: string;
  readonly rowHeight?: number;
  readonly children: ReactNode;
}
export function PagedBody({ list, emptyText, rowHeight = 29, children }: PagedBodyProps) {
  const { t } = useTranslation();
  if (list.isPending) return <SkeletonRows rows={5} height={rowHeight} />;
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
export function ListFailed({ onRetry }: { readonly onRetry: () => void }) {
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
