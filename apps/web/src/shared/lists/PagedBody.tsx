/** The body of a list: loading, failed, empty, or rows, with a footer if it has pages. */
import { Button, Empty, ErrorState, LoadMore, SkeletonRows } from '@glasshouse/ui';
import type { Query } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isSessionEnd, readFailureText } from '#data/api.ts';
import { queryClient } from '#data/query-client.ts';
import { useTranslation } from '#shared/i18n.ts';

/** The loading state of a list; without `more` it has one page. */
export interface ListState {
  readonly rows: readonly unknown[];
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error?: unknown;
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
  /** The expected number of rows. */
  readonly loadingRows?: number | undefined;
  readonly children?: ReactNode;
}
export function PagedBody(props: PagedBodyProps) {
  const { list, emptyText, emptyAction, rowHeight, loadingRows = 5, children } = props;
  const { t } = useTranslation();
  const { rows, more } = list;
  if (list.isPending) return <SkeletonRows rows={loadingRows} height={rowHeight} />;
  if (list.isError && rows.length === 0)
    return <ListFailed error={list.error} onRetry={() => askAgain(list)} />;
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
/** Also retries everything else that failed on the page, because rows look up coins and pairs. */
function askAgain(list: ListState): Promise<unknown> {
  const failed = { type: 'active', predicate: ({ state }: Query) => state.status === 'error' } as const;
  return Promise.all([list.refetch(), queryClient.refetchQueries(failed)]);
}

export interface ListFailedProps {
  /** Why, as far as it is known. */
  readonly error?: unknown;
  readonly onRetry: () => Promise<unknown>;
}
export function ListFailed({ error, onRetry }: ListFailedProps) {
  const { t } = useTranslation();
  if (isSessionEnd(error)) return null;
  return (
    <ErrorState
      title={t('errors.listTitle')}
      text={readFailureText(error)}
      retryLabel={t('common.tryAgain')}
      onRetry={onRetry}
    />
  );
}

export interface LineFailedProps {
  readonly query: { readonly isFetching: boolean; readonly refetch: () => unknown };
  readonly className?: string;
}
/** The same in one line, for low lists. */
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
