/**
 * The rules that were asked about something: the fact, the threshold, and how many people each one
 * needs. Those that did not apply stay, so that one sees that they were asked.
 */
import { classNames } from '@glasshouse/ui';
import { useTexts } from '../texts.ts';
import { Caption } from './Caption.tsx';

export interface RuleRow {
  readonly rule: string;
  readonly fact: string;
  readonly threshold: string;
  /** How many people it needs; 0 if it did not apply. */
  readonly people: number;
}

const LINE = 'border-line/70 col-span-4 grid min-h-[25px] grid-cols-subgrid items-center px-3 leading-[17px]';

export function Rules({ rows }: { readonly rows: readonly RuleRow[] }) {
  const { t } = useTexts();
  return (
    <div>
      <Caption>{t('whyItWaits')}</Caption>
      <div
        role="table"
        aria-label={t('whyItWaits')}
        className="num border-line grid grid-cols-[minmax(80px,1fr)_auto_auto_auto] gap-x-2.5 rounded-md border"
      >
        <div role="row" className={classNames(LINE, 'text-mut text-[11px]')}>
          <span role="columnheader">{t('rule')}</span>
          <span role="columnheader" className="text-right">
            {t('fact')}
          </span>
          <span role="columnheader" className="text-right">
            {t('threshold')}
          </span>
          <span role="columnheader" className="text-right">
            {t('people')}
          </span>
        </div>
        {rows.map((row) => (
          <Rule key={row.rule} row={row} />
        ))}
      </div>
    </div>
  );
}

function Rule({ row: { rule, fact, threshold, people } }: { readonly row: RuleRow }) {
  const applied = people > 0;
  return (
    <div role="row" className={classNames(LINE, 'border-t py-0.5', !applied && 'text-dim')}>
      <span role="rowheader" className={classNames(applied && 'font-medium')}>
        {rule}
      </span>
      <span role="cell" className={classNames('text-right', applied && 'text-warn')}>
        {fact}
      </span>
      <span role="cell" className={classNames('text-right whitespace-nowrap', applied && 'text-mut')}>
        {threshold}
      </span>
      <span role="cell" className="text-right font-semibold">
        {applied ? people : '–'}
      </span>
    </div>
  );
}
