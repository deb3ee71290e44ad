/** What stands where there is nothing to show, or nothing was done. */
import { ErrorState } from '@glasshouse/ui';
import { CircleDashed, Inbox, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { CallError } from '../api.ts';
import { useTexts } from '../texts.ts';

export interface EmptyStateProps {
  /** What is missing. */
  readonly title: string;
  /** Who decided the last one, and what brings the next. */
  readonly text?: string;
  /** Up to three figures. */
  readonly figures?: readonly { readonly name: string; readonly figure: ReactNode }[];
  /** One way on. */
  readonly act?: ReactNode;
}

/** Fills a table or a page that has nothing. */
export function EmptyState({ title, text, figures = [], act }: EmptyStateProps) {
  return (
    <div className="grid min-h-60 flex-1 place-content-center justify-items-center px-6 py-8 text-center">
      <Inbox aria-hidden size={28} strokeWidth={1.5} className="text-dim" />
      <p className="mt-3 text-[15px] leading-5 font-semibold">{title}</p>
      {text !== undefined && (
        <p className="text-mut mt-1 max-w-[430px] text-[12.5px] leading-5 text-balance">{text}</p>
      )}
      {figures.length > 0 && (
        <dl className="num divide-line border-line mt-5 grid auto-cols-fr grid-flow-col divide-x rounded-md border text-left">
          {figures.map(({ name, figure }) => (
            <div key={name} className="px-5 py-2.5">
              <dt className="text-mut">{name}</dt>
              <dd className="text-[18px] leading-6 font-semibold">{figure}</dd>
            </div>
          ))}
        </dl>
      )}
      {act !== undefined && <div className="mt-5">{act}</div>}
    </div>
  );
}

/** Fills a list of which a search or a filter leaves nothing. */
export function NothingFound() {
  const { t } = useTexts();
  return <EmptyState title={t('nothingFound')} text={t('nothingFoundText')} />;
}

/** Fills a decision column as long as no row is open. */
export function NothingOpen({ text }: { readonly text: string }) {
  return (
    <section className="bg-panel grid min-h-0 place-content-center justify-items-center p-6 text-center">
      <CircleDashed aria-hidden size={24} strokeWidth={1.5} className="text-dim" />
      <p className="text-mut mt-2.5 max-w-[250px] text-[12.5px] leading-5 text-balance">{text}</p>
    </section>
  );
}

export interface FailedProps {
  readonly error: Error;
  readonly onRetry: () => Promise<unknown>;
}

/** Stands where something did not load, or does not exist. */
export function Failed({ error, onRetry }: FailedProps) {
  const { t } = useTexts();
  if (error instanceof CallError && error.error === 'request/not-found')
    return <EmptyState title={error.message} text={t('notFoundText')} />;
  return (
    <div className="grid flex-1 place-content-center">
      <ErrorState title={t('failed')} text={error.message} retryLabel={t('retry')} onRetry={onRetry} />
    </div>
  );
}

export interface RefusedProps {
  /** The server's words for what was refused. */
  readonly title: string;
  /** That nothing was changed, and where the try is in the log. */
  readonly children: ReactNode;
}

export function Refused({ title, children }: RefusedProps) {
  return (
    <div
      role="alert"
      className="border-bad/30 bg-bad/8 flex gap-2.5 rounded-md border px-3 py-2 leading-[18px]"
    >
      <TriangleAlert aria-hidden size={15} className="text-bad mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">
        <b className="block text-[12.5px] font-semibold">{title}</b>
        <span className="num text-mut">{children}</span>
      </div>
    </div>
  );
}
