/** Placeholders of data: skeleton rows, nothing yet, failed to load. */
import { CloudOffIcon, InboxIcon, RetryIcon } from './icons.tsx';
import { useState, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';

export interface SkeletonRowsProps {
  readonly rows: number;
  /** Height of the expected rows, so that nothing moves when they come. */
  readonly height: number;
  /** Without separators and padding, for lists without them. */
  readonly bare?: boolean;
}

export function SkeletonRows({ rows, height, bare = false }: SkeletonRowsProps) {
  return (
    <div aria-hidden>
      {Array.from({ length: rows }, (_, index) => (
        <div
          key={index}
          className={classNames(
            'flex items-center gap-4',
            !bare && 'border-line/70 border-t px-3 first:border-t-0',
          )}
          style={{ height }}
        >
          <i className="skeleton h-3 w-20" />
          <i className="skeleton h-3" style={{ width: 60 + ((index * 29) % 50) }} />
          <i className="skeleton ml-auto h-3" style={{ width: 70 + ((index * 17) % 40) }} />
        </div>
      ))}
    </div>
  );
}

export function Skeleton({ className = '' }: { readonly className?: string }) {
  return <span aria-hidden className={`skeleton inline-block h-[0.9em] w-16 align-middle ${className}`} />;
}

export interface EmptyProps {
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
}

/** Shown instead of an empty list: what is missing and why, with one action. */
export function Empty({ title, text, action }: EmptyProps) {
  return (
    <div className="grid h-full max-h-52 min-h-32 place-items-center px-4 py-6 text-center">
      <div>
        <InboxIcon size={24} strokeWidth={1.6} className="text-dim mx-auto" />
        <p className="mt-2 text-[13px] font-medium first-letter:uppercase">{title}</p>
        {text !== undefined && <p className="text-mut mt-0.5">{text}</p>}
        {action !== undefined && <div className="mt-3">{action}</div>}
      </div>
    </div>
  );
}

export interface ErrorStateProps {
  readonly title: string;
  readonly text: string;
  readonly retryLabel: string;
  /** Settles when the retry has ended. */
  readonly onRetry: () => Promise<unknown>;
}

export function ErrorState({ title, text, retryLabel, onRetry }: ErrorStateProps) {
  const [busy, setBusy] = useState(false);
  function retry() {
    setBusy(true);
    void onRetry().finally(() => setBusy(false));
  }
  return (
    <div role="alert" className="grid min-h-40 shrink-0 place-items-center px-4 py-6 text-center">
      <div>
        <CloudOffIcon size={24} strokeWidth={1.6} className="text-warn mx-auto" />
        <p className="mt-2 text-[13px] font-medium">{title}</p>
        <p className="text-mut mt-0.5 mb-3">{text}</p>
        <Button size="sm" busy={busy} onClick={retry}>
          <RetryIcon size={13} />
          {retryLabel}
        </Button>
      </div>
    </div>
  );
}
