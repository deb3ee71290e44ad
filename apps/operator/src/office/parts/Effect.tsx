/** What an act does, computed before it happens: one row for each thing that it touches. */
import { classNames } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useTexts } from '../texts.ts';
import { Caption } from './Caption.tsx';

export interface EffectRow {
  readonly label: string;
  /** What it is now; shown struck through before what it becomes. */
  readonly before?: ReactNode;
  readonly after: ReactNode;
}

export interface EffectProps {
  readonly rows: readonly EffectRow[];
  /** Default: what this does. */
  readonly title?: string;
}

/** A row with a value before it is changed, and carries the blue bar. */
export function Effect({ rows, title }: EffectProps) {
  const { t } = useTexts();
  return (
    <div>
      <Caption right={t('computed')}>{title ?? t('whatItDoes')}</Caption>
      <dl className="num border-line overflow-hidden rounded-md border">
        {rows.map(({ label, before, after }) => (
          <div
            key={label}
            className={classNames(
              'border-line/70 grid min-h-[27px] grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-3 border-t px-3 py-1 leading-[17px] first:border-t-0',
              before !== undefined && 'shadow-[inset_2px_0_var(--color-brand)]',
            )}
          >
            <dt className="text-mut">{label}</dt>
            <dd className="font-medium">
              {before !== undefined && (
                <>
                  <s className="text-mut font-normal">{before}</s>{' '}
                </>
              )}
              {after}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
